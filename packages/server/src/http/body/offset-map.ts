import { type GivenText, identityText } from '../../platform/text/given-text.ts';
import { cleanText } from './clean-text.ts';

/** Units cleaned together: CR LF, or a character with its combining marks. */
const pieces = /\r\n|\P{M}\p{M}*|\p{M}+/gsu;

/** A text as it came, cleaned piece by piece, so that every place in what is read has its place in what was given. */
export function createOffsetMap(given: string): GivenText {
  if (cleanText(given) === given) return identityText(given);
  let text = '';
  const places: number[] = [];
  for (const { 0: piece, index } of given.matchAll(pieces)) {
    const cleaned = cleanText(piece);
    for (let at = 0; at < cleaned.length; at++) places.push(index + Math.min(at, piece.length - 1));
    text += cleaned;
  }
  return { given, text, placeOf: (at) => places[at] ?? given.length };
}
