import { cleanText } from '@citewell/core/text/clean-text.ts';

/**
 * Extracts the JSON object of a model's reply, which may be in a code fence or between sentences; undefined if there is
 * none.
 */
export function jsonOfReply(reply: string): unknown {
  const start = reply.indexOf('{');
  const end = reply.lastIndexOf('}');
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(reply.slice(start, end + 1), (_key, value: unknown) =>
      // An escape in a string may produce a character that the reply itself did not contain.
      typeof value === 'string' ? cleanText(value) : value,
    );
  } catch {
    return undefined;
  }
}
