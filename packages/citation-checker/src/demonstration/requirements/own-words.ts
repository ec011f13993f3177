import type { Alignment } from '../align-claim.ts';
import type { Claim, Unit } from '../claim-units.ts';
import { harmlessHan, isHarmless } from '../harmless-words.ts';
import { isShortFor } from '../slots/population-slot.ts';

export type Span = { start: number; end: number };

/** Returns true if a part of a text is in one of the given spans. */
export const isWithin = (part: Span, spans: readonly Span[]): boolean =>
  spans.some(({ start, end }) => start <= part.start && part.end <= end);

/**
 * Returns true if a span of the sentence has a content word that the claim lacks. Brackets, adverbs and words for
 * effects do not count, nor `ignored` ones. A word of the claim for which `isOfAnother` is true is not there.
 */
export function hasOwnWords(
  span: Span,
  { units }: Claim,
  { places, indexed: { read, clauses } }: Alignment,
  { isOfAnother = () => false, ignored }: { isOfAnother?: (unit: Unit) => boolean; ignored?: RegExp } = {},
): boolean {
  const matched = new Set([...places].flatMap(([unit, at]) => (isOfAnother(unit) ? [] : at)));
  const effects = clauses.flatMap((clause) => clause.effects);
  const bare = read.text.replace(/\([^()]{0,120}\)/g, (inside) => ' '.repeat(inside.length));
  if (/\p{Script=Han}/u.test(read.text.slice(span.start, span.end)))
    return hasOwnHan(
      bare.slice(span.start, span.end),
      units.filter((unit) => !isOfAnother(unit)),
    );
  return read.tokens.some(
    (token, place) =>
      isWithin(token, [span]) &&
      !token.empty &&
      token.kind !== 'number' &&
      !matched.has(place) &&
      !isHarmless(token.stem) &&
      !ignored?.test(token.text) &&
      bare[token.start] !== ' ' &&
      !/ly$/.test(token.text) &&
      !effects.some(({ start, end }) => token.start < end && start < token.end) &&
      !units.some(({ text }) => isShortFor(token.text, text)),
  );
}

const longestFirst = (words: readonly string[]): readonly string[] =>
  words.toSorted((one, other) => other.length - one.length);
/** Single characters may be part of another word. */
const harmless = longestFirst([...harmlessHan].filter((word) => word.length > 1));

/** Returns true if two characters of a Chinese phrase remain without the claim's words and harmless ones. */
function hasOwnHan(phrase: string, units: readonly Unit[]): boolean {
  let rest = phrase;
  for (const word of [...longestFirst(units.map(({ text }) => text)), ...harmless])
    rest = rest.replaceAll(word, ' ');
  return /\p{Script=Han}{2}/u.test(rest);
}
