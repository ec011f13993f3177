/** The database rejected a statement or a connection; `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  /** Five characters: https://www.postgresql.org/docs/18/errcodes-appendix.html */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** A connection could not be opened, was lost, or did not reply in time. Running statements may or may not have been executed. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
  /** Code of the reason, from the system (`ECONNRESET`) or the driver (`CONNECTION_CLOSED`), if any. */
  readonly code: string | undefined;

  /** Takes message and code of the reason, but not the reason itself, to which the driver adds the statement's values. */
  constructor(reason: unknown) {
    super(messageOf(reason));
    this.code = codeOf(reason);
  }
}

function codeOf(reason: unknown): string | undefined {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Returns the message of a reason; for a host name with several addresses, that is an AggregateError without a message of its own. */
function messageOf(reason: unknown): string {
  if (reason instanceof AggregateError) return reason.errors.map(messageOf).join(', ');
  return reason instanceof Error ? reason.message : String(reason);
}
