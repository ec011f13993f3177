/** The JSON object of a model's reply, which may stand in a fence or between sentences; undefined where there is none. */
export function jsonOfReply(reply: string): unknown {
  const start = reply.indexOf('{');
  const end = reply.lastIndexOf('}');
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(reply.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
