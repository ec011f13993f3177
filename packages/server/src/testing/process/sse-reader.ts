/** Reader of event streams that shares no code with our writer or our SDK, for tests of either. */

export type ReadEvent = { event: string; data: Record<string, unknown> };

/**
 * Parses events by the WHATWG rules: lines end with CR, LF or CRLF; comments are skipped; an event ends at a blank
 * line.
 */
export function parseEvents(text: string): ReadEvent[] {
  return readLines(text.split(/\r\n|\r|\n/));
}

/**
 * Parses events as clients written in Python do: `str.splitlines()` also breaks at VT, FF, FS, GS, RS, NEL, LS and PS.
 */
export function parseEventsLikePython(text: string): ReadEvent[] {
  return readLines(text.split(/\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]/));
}

function readLines(lines: string[]): ReadEvent[] {
  const events: ReadEvent[] = [];
  let event = 'message';
  let data: string[] = [];
  for (const line of lines) {
    if (line === '') {
      if (data.length > 0) events.push({ event, data: JSON.parse(data.join('\n')) });
      event = 'message';
      data = [];
      continue;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return events;
}
