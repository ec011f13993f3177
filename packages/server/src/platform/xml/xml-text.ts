import { isUtf8 } from 'node:buffer';

/** Text up to the next markup, with what has to be known before it is converted to a string. */
export type TextRun = {
  end: number;
  isSpace: boolean;
  isAscii: boolean;
  hasReference: boolean;
  /** Kind of the invalid content found at `end`. */
  problem: 'character' | 'section_end' | 'reference' | undefined;
};

const [ordinary, space, markup, ampersand, bracket, beyondAscii, forbidden] = [0, 1, 2, 3, 4, 5, 6];
const [semicolon, less, greater, closingBracket] = [59, 60, 62, 93];
const kinds = new Uint8Array(256);
kinds.fill(forbidden, 0, 32);
kinds.fill(beyondAscii, 128);
for (const byte of [9, 10, 13, 32]) kinds[byte] = space;
for (const [character, kind] of [
  ['&', ampersand],
  ['<', markup],
  [']', bracket],
] as const)
  kinds[character.charCodeAt(0)] = kind;

/** Length of "&#x0010FFFF;" with a margin. */
const referenceMax = 32;

/**
 * Reads a text from `start` into `run`, an object shared by all texts. Without following markup, it ends before anything
 * that may be incomplete.
 */
export function readTextRun(bytes: Buffer, start: number, run: TextRun): void {
  const { length } = bytes;
  let at = start;
  while (at < length && kinds[bytes[at] ?? 0] === space) at++;
  run.problem = undefined;
  run.isAscii = true;
  run.hasReference = false;
  run.isSpace = at === length || bytes[at] === less;
  let reference = -1;
  for (; at < length; at++) {
    const kind = kinds[bytes[at] ?? 0] ?? ordinary;
    if (kind <= space) continue;
    if (kind === markup) break;
    if (kind === beyondAscii) run.isAscii = false;
    else if (kind === ampersand) {
      if (reference < 0) run.hasReference = true;
      reference = at;
    } else if (kind === forbidden || (bytes[at + 1] === closingBracket && bytes[at + 2] === greater)) {
      run.problem = kind === forbidden ? 'character' : 'section_end';
      break;
    }
  }
  run.end = at === length ? withoutBeginnings(bytes, start, reference, run) : at;
}

function withoutBeginnings(bytes: Buffer, start: number, reference: number, run: TextRun): number {
  if (reference >= 0 && bytes.indexOf(semicolon, reference) < 0) {
    if (bytes.length - reference > referenceMax) run.problem = 'reference';
    return reference;
  }
  let end = bytes.length;
  while (end > start && end > bytes.length - 2 && bytes[end - 1] === closingBracket) end--;
  return end;
}

/** Counts the leading bytes that form whole characters; the last character may be incomplete. */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Returns the offset at which the bytes stop being valid UTF-8. */
export function firstNotUtf8(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    const part = bytes.subarray(0, middle);
    if (isUtf8(part.subarray(0, wholeCharacters(part)))) good = middle;
    else bad = middle;
  }
  return good;
}
