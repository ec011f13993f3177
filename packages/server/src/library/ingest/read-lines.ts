/** Line without its end; `text` is undefined if it is invalid, and `wrong` gives the reason. */
export type Line = { number: number } & (
  | { text: string }
  | { text: undefined; wrong: 'encoding' | 'length' }
);

export type LineReader = {
  /** Returns the lines that these bytes complete. */
  feed(bytes: Uint8Array): Line[];
  /** Returns the last line, if it has no line end. */
  end(): Line[];
};

/** Maximum bytes of a line, the same as of a record in XML. */
const lineMax = 8 * 1024 * 1024;
const newline = 10;

/** Splits a text into lines, each decoded separately, so that invalid bytes affect one line only. */
export function createLineReader(): LineReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 1;

  function add(piece: Uint8Array): void {
    length += piece.length;
    if (length > lineMax) pieces = [];
    // A copy, since the file's reader reuses its buffer.
    else pieces.push(piece.slice());
  }

  function complete(): Line {
    const bytes = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    const isTooLong = length > lineMax;
    const line = isTooLong
      ? ({ text: undefined, wrong: 'length' } as const)
      : decode(bytes ?? new Uint8Array());
    pieces = [];
    length = 0;
    return { number: number++, ...line };
  }

  function decode(bytes: Uint8Array) {
    try {
      const text = decoder.decode(bytes);
      return { text: text.endsWith('\r') ? text.slice(0, -1) : text };
    } catch {
      return { text: undefined, wrong: 'encoding' } as const;
    }
  }

  return {
    feed(bytes) {
      const lines: Line[] = [];
      let from = 0;
      for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, from)) {
        add(bytes.subarray(from, at));
        lines.push(complete());
        from = at + 1;
      }
      if (from < bytes.length) add(bytes.subarray(from));
      return lines;
    },
    end: () => (length > 0 ? [complete()] : []),
  };
}
