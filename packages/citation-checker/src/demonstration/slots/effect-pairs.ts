import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { directedOrOther, type Effect } from '../effects.ts';
import type { Clause } from '../statement.ts';

/**
 * Pairs the effects of two clauses: equal words with each other, in order if equally many remain, all with all if each
 * clause has one statement only, otherwise each with the one that has the same neighbours.
 */
export function pairEffects(
  all: readonly Effect[],
  others: readonly Effect[],
  claim: Claim,
  alignment: Alignment,
): [Effect, Effect][] | undefined {
  const theirs = [...others];
  const pairs: [Effect, Effect][] = [];
  const mine = all.filter((effect) => {
    const at = theirs.findIndex(
      ({ direction, text }) =>
        direction === effect.direction && text.toLowerCase() === effect.text.toLowerCase(),
    );
    if (at < 0 || all.length === 1) return true;
    theirs.splice(at, 1);
    return false;
  });
  if (mine.length === 0) return pairs;
  if (theirs.length === 0 || mine.length > theirs.length) return undefined;
  if (mine.length === theirs.length) return mine.map((effect, index) => [effect, theirs[index] ?? effect]);
  const [first, other] = [mine[0], theirs[0]];
  if (!first || !other) return undefined;
  const isUniform = (effects: readonly Effect[]) =>
    effects.every(({ direction }) => direction === effects[0]?.direction);
  if (isUniform(mine) && isUniform(theirs)) return [[first, other]];
  for (const effect of mine) {
    const next = nearestEffect(effect, theirs, claim, alignment);
    if (!next) return undefined;
    pairs.push([effect, next]);
  }
  return pairs;
}

/**
 * Pairs the effects of a claim with those of all clauses of the sentence, if their number and meaning agree: "higher
 * mortality and greater use" with "increased mortality and increased use", which are two clauses.
 */
export function pairEqualEffects(
  mine: readonly Effect[],
  clauses: readonly Clause[],
): [Effect, Effect][] | undefined {
  const all = clauses.flatMap(({ effects }) => directedOrOther(effects));
  const [first] = mine;
  const areOne = [...mine, ...all].every(({ direction }) => direction === first?.direction);
  if (mine.length < 2 || all.length !== mine.length || !areOne) return undefined;
  return mine.map((effect, index) => [effect, all[index] ?? effect]);
}

/** Returns the sentence's effect whose neighbouring words match the claim's; undefined if two match equally well. */
function nearestEffect(
  effect: Effect,
  theirs: readonly Effect[],
  claim: Claim,
  { indexed, places }: Alignment,
): Effect | undefined {
  const distance = (unit: { start: number; end: number }) =>
    Math.max(unit.start - effect.end, effect.start - unit.end);
  const next = claim.units
    .filter((unit) => places.has(unit))
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, 2);
  if (next.length === 0) return undefined;
  const away = theirs.map(({ start, end }) =>
    next.reduce((sum, unit) => {
      const least = Math.min(
        ...(places.get(unit) ?? []).map((place) => {
          const token = indexed.read.tokens[place];
          return token ? Math.max(0, token.start - end, start - token.end) : 999;
        }),
      );
      return sum + least;
    }, 0),
  );
  const least = Math.min(...away);
  const closest = theirs.filter((_, at) => away[at] === least);
  return closest.length === 1 ? closest[0] : undefined;
}
