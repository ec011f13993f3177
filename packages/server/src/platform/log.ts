/** The only fields a log line can have. There is no field for text of a caller or of an upstream, by design. */
export type LogFields = {
  requestId?: string;
  keyId?: string;
  mailId?: string;
  method?: string;
  /** The route's pattern, never the raw URL: a query string can hold anything. */
  route?: string;
  status?: number;
  code?: string;
  durationMs?: number;
  source?: string;
  failure?: string;
  engine?: string;
  tokens?: number;
  charged?: number;
  outcome?: string;
  /** The request whose reply was given once more. */
  replayOf?: string;
  count?: number;
  signal?: string;
  /** Class and place of an unexpected error; its message stays out, it may quote its input. */
  errorName?: string;
  errorAt?: string;
};

export type Log = (level: 'info' | 'warn' | 'error', event: string, fields?: LogFields) => void;

/** One JSON object a line. */
export function createLog(write: (line: string) => void, now: () => number): Log {
  return (level, event, fields = {}) => {
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...fields })}\n`);
  };
}

/** Returns the details of an unexpected error that may be logged. */
export function describeError(error: unknown): Pick<LogFields, 'errorName' | 'errorAt'> {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const frame = error.stack?.split('\n').find((line) => /^\s+at /.test(line));
  return {
    errorName: error.name,
    errorAt:
      frame
        ?.trim()
        .replace(/^at\s+/, '')
        .replace(/(?<!\S)\S*\/packages\//, '') ?? '',
  };
}
