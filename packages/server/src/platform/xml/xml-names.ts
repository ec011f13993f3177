const nameStart = String.raw`:A-Z_a-z\u{C0}-\u{D6}\u{D8}-\u{F6}\u{F8}-\u{2FF}\u{370}-\u{37D}\u{37F}-\u{1FFF}\u{200C}\u{200D}\u{2070}-\u{218F}\u{2C00}-\u{2FEF}\u{3001}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFFD}\u{10000}-\u{EFFFF}`;
/** Name of XML 1.0, section 2.3. */
const namePattern = new RegExp(
  `^[${nameStart}][${nameStart}.\\-0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*$`,
  'u',
);

export type XmlName = { text: string; bytes: Uint8Array };

const slots = 4096;

/**
 * The names of a document. They are few and recur millions of times per file, so each is looked up by its bytes and
 * converted to a string only once.
 */
export type NameTable = (bytes: Buffer, start: number, end: number) => XmlName | undefined;

/** Returns the name between `start` and `end`; undefined if it is not a valid name. */
export function createNameTable(): NameTable {
  const known = new Array<XmlName | undefined>(slots).fill(undefined);
  return (bytes, start, end) => {
    const slot = slotOf(bytes, start, end);
    const seen = known[slot];
    if (seen && seen.bytes.length === end - start && matchesAt(seen.bytes, bytes, start)) return seen;
    const text = bytes.toString('utf8', start, end);
    if (!isName(text)) return undefined;
    const name = { text, bytes: Uint8Array.from(bytes.subarray(start, end)) };
    known[slot] = name;
    return name;
  };
}

/** Returns the slot of a name by its length and five bytes: a shared slot only costs time, and PubMed's names share none. */
function slotOf(bytes: Buffer, start: number, end: number): number {
  const middle = (start + end) >> 1;
  let hash = end - start;
  hash = hash * 33 + (bytes[start] ?? 0);
  hash = hash * 33 + (bytes[start + 1] ?? 0);
  hash = hash * 33 + (bytes[middle] ?? 0);
  hash = hash * 33 + (bytes[end - 2] ?? 0);
  hash = hash * 33 + (bytes[end - 1] ?? 0);
  return (hash ^ (hash >> 12)) & (slots - 1);
}

export function matchesAt(wanted: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let i = 0; i < wanted.length; i++) if (wanted[i] !== bytes[at + i]) return false;
  return true;
}

export function isName(text: string): boolean {
  return namePattern.test(text);
}
