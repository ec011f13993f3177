/** The only fields of a log record. By design, there is no field for text from a caller or an upstream service. */
export type LogFields = {
  requestId?: string;
  keyId?: string;
  mailId?: string;
  method?: string;
  /** The route's pattern, never the raw URL, whose query string can contain anything. */
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
  /** The request whose stored reply was sent again. */
  replayOf?: string;
  count?: number;
  signal?: string;
  /** Class and position of an unexpected error, without its message, which may quote input. */
  errorName?: string;
  errorAt?: string;
  /** Code of an error of Node or of a database, such as ERR_OUT_OF_RANGE or 57P01. */
  errorCode?: string;
  /** Stack of an internal error, innermost call first, and those of its causes. */
  errorStack?: string[];
};

export type Log = (level: 'info' | 'warn' | 'error', event: string, fields?: LogFields) => void;

/** Creates a log that writes one JSON object per line. */
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

/** Maximum number of logged stack lines. */
const stackLinesMax = 24;

/** Returns the details of an internal error, with its code, its stack and those of its causes, as needed for a report. */
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

/** Returns an error's code if it has the form of one; anything else is omitted, like messages. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : undefined;
  return /^[A-Z0-9_]{1,40}$/.test(String(code)) && code !== undefined ? String(code) : undefined;
}

const frameStart = '    at ';

/** Returns the frames of a stack, innermost first, without the message before them, even if its lines look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const end = message === '' ? -1 : stack.indexOf(message);
  return stack
    .slice(end < 0 ? 0 : end + message.length)
    .split('\n')
    .filter((line) => line.startsWith(frameStart))
    .map(placeOf);
}

/** Removes the program's folder from a frame. */
function placeOf(frame: string): string {
  const text = frame.slice(frameStart.length);
  const root = ['/packages/', '/node_modules/'].find((folder) => text.includes(folder));
  if (!root) return text;
  return text.slice(0, text.lastIndexOf('(') + 1) + text.slice(text.lastIndexOf(root) + root.length);
}
