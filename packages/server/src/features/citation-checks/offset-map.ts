import { normalizeText } from '../../http/body/normalize-text.ts';
import { identityText, type OriginalText } from '../../platform/text/original-text.ts';

/** Units cleaned together: CR LF, or a character with its combining marks. */
const pieces = /\r\n|\P{M}\p{M}*|\p{M}+/gsu;

/** Cleans a text piece by piece, so that every position in the cleaned text can be mapped to the original. */
export function createOffsetMap(original: string): OriginalText {
  if (normalizeText(original) === original) return identityText(original);
  let text = '';
  const places: number[] = [];
  for (const { 0: piece, index } of original.matchAll(pieces)) {
    const cleaned = normalizeText(piece);
    for (let at = 0; at < cleaned.length; at++) places.push(index + Math.min(at, piece.length - 1));
    text += cleaned;
  }
  return { original, text, placeOf: (at) => places[at] ?? original.length };
}
