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
  /** Code of an error of Node or of a database, such as ERR_OUT_OF_RANGE or 57P01. */
  errorCode?: string;
  /** Calls that led to a failure of ours, innermost first, and those of its causes. */
  errorStack?: string[];
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
  return { errorName: error.name, errorAt: framesOf(error)[0] ?? '' };
}

/** Lines of a stack that are logged. */
const stackLinesMax = 24;

/** Returns the same of a failure of ours, with its code, its stack and those of its causes: all that a report needs. */
export function describeFailure(
  error: unknown,
): Pick<LogFields, 'errorName' | 'errorAt' | 'errorCode' | 'errorStack'> {
  const code = codeOf(error);
  const errorStack = stackOf(error).slice(0, stackLinesMax);
  return { ...describeError(error), ...(code && { errorCode: code }), errorStack };
}

function stackOf(error: unknown): string[] {
  const lines: string[] = [];
  for (let each = error; each instanceof Error && lines.length < stackLinesMax; each = each.cause) {
    if (each !== error) lines.push(`caused by ${each.name}`);
    lines.push(...framesOf(each));
  }
  return lines;
}

/** A code is a word of a fixed list; whatever looks otherwise stays out, as messages do. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : undefined;
  return /^[A-Z0-9_]{1,40}$/.test(String(code)) && code !== undefined ? String(code) : undefined;
}

const frameStart = '    at ';

/** Places in the code, innermost first. The message before them stays out, with lines of it that look like places. */
function framesOf({ stack = '', message }: Error): string[] {
  const end = message === '' ? -1 : stack.indexOf(message);
  return stack
    .slice(end < 0 ? 0 : end + message.length)
    .split('\n')
    .filter((line) => line.startsWith(frameStart))
    .map(placeOf);
}

/** A frame without the folder that the program stands in. */
function placeOf(frame: string): string {
  const text = frame.slice(frameStart.length);
  const root = ['/packages/', '/node_modules/'].find((folder) => text.includes(folder));
  if (!root) return text;
  return text.slice(0, text.lastIndexOf('(') + 1) + text.slice(text.lastIndexOf(root) + root.length);
}
