import type { Token } from '../reading/tokens.ts';
import type { Alignment, Source } from './align-claim.ts';
import type { Claim, Unit } from './claim-units.ts';
import { isHarmless } from './harmless-words.ts';
import { placesOf } from './index-sentence.ts';
import { matchingClauses } from './slots/effect-clauses.ts';
import { isShortFor } from './slots/population-slot.ts';
import type { Clause } from './statement.ts';

/**
 * Returns true if words of a claim that only the aims contain may be the subject of the sentence, like those of the
 * title: on their side of the effect the sentence has no word that the claim lacks. If it has one, its statement may be
 * about that instead: "fixation was not cost-effective" in a paper on malunion. Words for population, place and time
 * are ignored, since a study states them once.
 */
export function mayBeContext(
  { elsewhere, places, indexed }: Alignment,
  claim: Claim,
  { title }: Source,
): boolean {
  // A word directly before a found one describes it; the population slot checks for a different one there.
  const describes = (unit: Unit) =>
    [...places.keys()].some(
      ({ start }) => start >= unit.end && /^(?:[\s-]|的)?$/.test(claim.read.text.slice(unit.end, start)),
    );
  const context = elsewhere.filter(
    (unit) => !unit.isCircumstance && placesOf(unit, title).length === 0 && !describes(unit),
  );
  if (context.length === 0) return true;
  const clauses = claim.clauses.flatMap((_, index) => matchingClauses(index, claim, { indexed, places }));
  const free = wordsOfItsOwn({ places, indexed }, clauses, context);
  const [mine, theirs] = [firstEffect(claim.clauses), firstEffect(clauses)];
  if (mine === undefined || theirs === undefined) return free.length === 0;
  return !([true, false] as const).some(
    (isBefore) =>
      context.some(({ start }) => start < mine === isBefore) &&
      free.some(({ start }) => start < theirs === isBefore),
  );
}

/** Returns the content words of the given clauses that the claim lacks; brackets and adverbs belong to other words. */
function wordsOfItsOwn(
  { places, indexed: { read, clauses } }: Pick<Alignment, 'places' | 'indexed'>,
  within: readonly Clause[],
  context: readonly Unit[],
): Token[] {
  const matched = new Set([...places.values()].flat());
  const effects = clauses.flatMap((clause) => clause.effects);
  const bare = read.text.replace(/\([^()]{0,120}\)/g, (inside) => ' '.repeat(inside.length));
  const isIn = (spans: readonly { start: number; end: number }[], { start, end }: Token) =>
    spans.some((span) => start < span.end && span.start < end);
  return read.tokens.filter(
    (token, place) =>
      !context.some(({ text }) => isShortFor(token.text, text)) &&
      !matched.has(place) &&
      !token.empty &&
      token.kind !== 'number' &&
      !isHarmless(token.stem) &&
      bare[token.start] !== ' ' &&
      !/ly$/.test(token.text) &&
      isIn(within, token) &&
      !isIn(effects, token),
  );
}

const firstEffect = (clauses: readonly Clause[]): number | undefined =>
  clauses.flatMap(({ effects }) => effects)[0]?.start;
