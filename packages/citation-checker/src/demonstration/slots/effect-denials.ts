import type { ReadText } from '../../reading/tokens.ts';
import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { Effect } from '../effects.ts';
import { isHarmless } from '../harmless-words.ts';
import type { Clause } from '../statement.ts';

/** Matches factors without influence, which a claim may not name without the negation. */
export const independence = /^(?:independent(?:ly)? of|(?:irrespective|regardless) of)$/i;

/**
 * Finds a word of the claim that the sentence has only directly after a negation, while the claim's clause negates
 * nothing; or the claim's first negation, if it has more of them than the sentence.
 */
export function findDeniedWord(
  { clauses, read, units }: Claim,
  { indexed, places }: Alignment,
): string | undefined {
  const denialsOf = (all: readonly Clause[]) =>
    all.flatMap(({ effects }) => effects).filter(({ direction }) => direction === 'denied');
  const isNegative = ({ direction }: Effect) => direction === 'none' || direction === 'denied';
  const mine = denialsOf(clauses);
  const theirs = indexed.clauses.flatMap(({ effects }) => effects).filter(isNegative);
  if (mine.length > 1 && mine.length > theirs.length) return mine[0]?.text;
  const independent = indexed.clauses
    .flatMap(({ effects }) => effects)
    .filter(({ text }) => independence.test(text));
  for (const { end } of [...denialsOf(indexed.clauses), ...independent]) {
    const next = indexed.read.tokens.findIndex(({ start, empty }) => start >= end && !empty);
    const stem = indexed.read.tokens[next]?.stem;
    const isAlone = !indexed.read.tokens.some((token, place) => token.stem === stem && place !== next);
    const word =
      units.find((unit) => places.get(unit)?.every((place) => place === next)) ??
      read.tokens.find((token) => isAlone && token.stem === stem);
    const clause = clauses.findLast(({ start }) => word && start <= word.start);
    if (word && !clause?.effects.some(isNegative)) return word.text;
  }
  return undefined;
}

/** Omits negations of something else in brackets: "(no immune suppression or rejection)". */
export function stripParentheses(effects: readonly Effect[], text: string): readonly Effect[] {
  const asides = [...text.matchAll(/\([^()\d]{0,160}\)/g)].map(({ index, 0: { length } }) => [
    index,
    index + length,
  ]);
  return effects.filter(
    ({ direction, denies, start, text: words }) =>
      !(direction === 'denied' || (direction === 'none' && denies !== 'related')) ||
      /significan|differ/i.test(words) ||
      !asides.some(([from = 0, to = 0]) => start > from && start < to),
  );
}

/** Returns true if the word directly after a negation in the sentence occurs in the claim without negation. */
export function deniesWordOf({ end }: Effect, { units }: Claim, { indexed, places }: Alignment): boolean {
  const next = indexed.read.tokens.findIndex(
    (token) => token.start >= end && !token.empty && !isHarmless(token.stem),
  );
  return units.some((unit) => places.get(unit)?.includes(next));
}

/**
 * Returns true if the sentence only has that word negated: "115 received HT and 151 did not receive any HT" does not
 * negate HT.
 */
export function deniesWordAlone({ end }: Effect, { units }: Claim, { indexed, places }: Alignment): boolean {
  const next = indexed.read.tokens.findIndex(
    (token) => token.start >= end && !token.empty && !isHarmless(token.stem),
  );
  return units.some((unit) => {
    const at = places.get(unit) ?? [];
    return at.includes(next) && at.every((place) => (indexed.read.tokens[place]?.start ?? 0) >= end);
  });
}

/** Returns true if a negation follows, after a separator, everything of the sentence that the claim has. */
export function followsAllOf({ start }: Effect, { indexed, places }: Alignment): boolean {
  const { text, tokens } = indexed.read;
  const last = Math.max(...[...places.values()].flat().map((place) => tokens[place]?.end ?? 0));
  return last < start && /[,;]|\b(?:and|but|whereas|while)\b/.test(text.slice(last, start));
}

/** Returns true if the sentence contains, without negation, the word that a claim negates. */
export function isStatedPlainly({ end }: Effect, { units }: Claim, { places }: Alignment): boolean {
  const next = units.find((unit) => unit.start >= end);
  return next !== undefined && places.has(next);
}

/**
 * Returns true if the claim contains the word that the sentence negates: "should not hesitate to offer" does not negate
 * an offer.
 */
export function deniesTheSame(
  one: Effect,
  { end }: Effect,
  { read, units }: Claim,
  { indexed, places }: Alignment,
): boolean {
  const isDenied = ({ start, empty, text, stem }: ReadText['tokens'][number]) =>
    start >= end && !empty && !ofCause.test(text) && !isHarmless(stem);
  const next = indexed.read.tokens.findIndex(isDenied);
  const denied = indexed.read.tokens[next];
  return (
    denied === undefined ||
    /[,;:.]/.test(indexed.read.text.slice(end, denied.start)) ||
    read.tokens.find(({ start, empty }) => start >= one.end && !empty)?.stem === denied.stem ||
    units.some((unit) => places.get(unit)?.includes(next))
  );
}

/** Matches verbs by which a negation reaches its object: "did not cause any defects", "could not be explained by". */
const ofCause =
  /^(?:caus(?:e[sd]?|ing)|explain(?:s|ed)?|attribut(?:ed|able)|due|produced?|result(?:s|ed)?)$/i;

/**
 * Matches a denial up to a time, after which the opposite may hold: "did not increase until 12 h" says that it then
 * increased.
 */
const deniedUntil = new RegExp(
  [
    String.raw`(?:\b(?:not|never|no|fail(?:s|ed)? to)\b|n['’]t\b)[^,;:.]{0,80}\b(?:(?:un)?till?\b|(?:before|prior to|earlier than) (?:the |day |week |month |year |hour |about |at least ){0,2}(?:\d|first|second|third|fourth|fifth|sixth|one|two|three|four|five|six|seven|eight|ten|twelve|end of))`,
    String.raw`(?:\d|第\p{Script=Han})[^，,。；;\d]{0,8}(?:之前|以前|前)(?!的)[^。；;]{0,40}(?:未|没有|不(?!同)|无)`,
    String.raw`(?:未|没有|不(?!同)|无)[^。；;]{0,40}(?:直[到至]|早于)`,
  ].join('|'),
  'iu',
);
const onlyFrom = /直[到至][^。；;]{1,40}(?:才|方|始)/u;

/** Returns how a text limits an effect to the time from a moment on: by denying it before, or by 才; undefined if it does not. */
export const limitInTime = (text: string): 'denied before' | 'only from' | undefined =>
  onlyFrom.test(text) ? 'only from' : deniedUntil.test(text) ? 'denied before' : undefined;
