/** A statement or a connection that the database refused, with the SQLSTATE of its reason. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  /** Five characters: https://www.postgresql.org/docs/18/errcodes-appendix.html */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** A connection that could not be had, was lost, or did not answer in time. What was under way may have been done or not. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
  /** The reason's code by the system (`ECONNRESET`) or the driver (`CONNECTION_CLOSED`), if it has one. */
  readonly code: string | undefined;

  /** Takes message and code of the reason. The reason itself stays out: the driver adds the statement's values to it. */
  constructor(reason: unknown) {
    super(messageOf(reason));
    this.code = codeOf(reason);
  }
}

function codeOf(reason: unknown): string | undefined {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** A host name with several addresses fails with an AggregateError, whose own message is empty. */
function messageOf(reason: unknown): string {
  if (reason instanceof AggregateError) return reason.errors.map(messageOf).join(', ');
  return reason instanceof Error ? reason.message : String(reason);
}
