import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { Effect } from '../effects.ts';
import { matchNumber } from '../numbers.ts';
import type { Clause } from '../statement.ts';

/**
 * Returns the clauses to compare with: those with most of the words, or the only clause with an effect if theirs have
 * none and it contains the word that a claim's only effect concerns.
 */
export function clausesOf(
  mine: readonly Effect[],
  chosen: Clause[],
  { units }: Claim,
  { indexed, places }: Alignment,
): Clause[] {
  const [effect, second] = mine;
  if (!effect || second || chosen.some(({ effects }) => effects.length > 0)) return chosen;
  const [stating, another] = indexed.clauses.filter(({ effects }) => effects.length > 0);
  const next = units.find((unit) => unit.start >= effect.end && places.has(unit));
  if (!stating || another || !next) return chosen;
  const isThere = (places.get(next) ?? []).some((place) => {
    const start = indexed.read.tokens[place]?.start ?? -1;
    return start >= stating.start && start < stating.end;
  });
  return isThere ? [stating] : chosen;
}

/**
 * Returns true if words of a clause are in a clause of the sentence with a different statement from the chosen one:
 * "less bleeding than warfarin, whereas stroke rates did not differ". A preceding subject, and population and place,
 * belong to both.
 */
export function isDispersion(
  index: number,
  chosen: readonly Clause[],
  claim: Claim,
  { indexed, places }: Alignment,
): boolean {
  if (isSplit(index, chosen, claim, { indexed, places })) return true;
  const directions = new Set(chosen.flatMap(({ effects }) => effects.map(({ direction }) => direction)));
  const first = Math.min(...chosen.map(({ start }) => start));
  const others = indexed.clauses.filter(
    (clause) =>
      !chosen.includes(clause) &&
      (contrasting.test(clause.text) || clause.effects.some(({ direction }) => !directions.has(direction))),
  );
  if (others.length === 0) return false;
  // Population and place apply to all clauses, unless two contrasting ones state their own.
  const isContrast = [...others, ...chosen].some(({ text, start }) => start > 0 && contrasting.test(text));
  const isOfOneSide = (at: readonly number[]) =>
    isContrast &&
    others.some(({ start, text }) => {
      const own = /^[,;]?\s?but not\b/i.test(text)
        ? text
            .replace(/^[,;]?\s?but not (?:in|among|for|during|after|before|at)\b/i, (start) =>
              '-'.repeat(start.length),
            )
            .search(naming)
        : naming.test(text) && chosen.some((clause) => naming.test(clause.text))
          ? text.length
          : 0;
      const until = start + (own < 0 ? text.length : own);
      return at.every((place) => {
        const word = indexed.read.tokens[place]?.start ?? -1;
        return word >= start && word < until;
      });
    });
  return [...places].some(([unit, at]) => {
    if (unit.isCircumstance && !isOfOneSide(at)) return false;
    if (unit.clause !== index && claim.clauses.length > 1) return false;
    const starts = at.map((place) => indexed.read.tokens[place]?.start ?? 0);
    const isIn = ({ start, end }: Clause) => starts.some((place) => place >= start && place < end);
    if (chosen.some(isIn)) return false;
    const other = others.find(isIn);
    if (!other) return false;
    const isSubject =
      other.start < first &&
      starts.some(
        (place) => place < (other.effects[0]?.start ?? Number.POSITIVE_INFINITY) && place >= other.start,
      );
    return !isSubject;
  });
}

/** Prepositions before population, place and time. */
const naming = /\b(?:in|among|amongst|between|for|during|after|before|at|within|under)\s/i;

/** Returns true if two contrasting clauses of the sentence share the words of a clause between them. */
function isSplit(
  index: number,
  chosen: readonly Clause[],
  { clauses }: Claim,
  { indexed, places }: Pick<Alignment, 'indexed' | 'places'>,
): boolean {
  if (chosen.length < 2 || !chosen.some(({ text, start }) => start > 0 && contrasting.test(text)))
    return false;
  const own = [...places].filter(
    ([unit]) => !unit.isCircumstance && (unit.clause === index || clauses.length === 1),
  );
  return !chosen.some(({ start, end }) =>
    own.every(([, at]) =>
      at.some((place) => {
        const word = indexed.read.tokens[place]?.start ?? -1;
        return word >= start && word < end;
      }),
    ),
  );
}

/** Beginnings of a clause with a different statement from the previous one. */
const contrasting =
  /^[,;]?\s?(?:while|whereas|but|although|though|yet)\b|^(?:[;.]\s?)?however\b|^[，；]?(?:而|但|然而)/i;

/** Returns the clauses of the sentence with most of a clause's words; several in a tie. */
export function matchingClauses(
  index: number,
  claim: Claim,
  { indexed, places }: Pick<Alignment, 'indexed' | 'places'>,
): Clause[] {
  const tokens = indexed.read.tokens;
  // Any clause of a sentence may state population and time.
  const own = [...places.keys()].filter((unit) => unit.clause === index || claim.clauses.length === 1);
  const isStated = own.some(({ isCircumstance }) => !isCircumstance);
  const scores = indexed.clauses.map(({ start, end }) => {
    let held = 0;
    for (const [unit, at] of places)
      if ((unit.clause === index || claim.clauses.length === 1) && !(isStated && unit.isCircumstance))
        if (at.some((place) => (tokens[place]?.start ?? -1) >= start && (tokens[place]?.end ?? 0) <= end))
          held++;
    // 1934 matches "introduced in 1934", although a paraphrase may say "came in".
    for (const { quantity, clause } of claim.numbers)
      if (clause === index && claim.clauses.length > 1 && !quantity.small)
        if (
          indexed.read.quantities.some(
            (other) =>
              other.start >= start && other.end <= end && matchNumber(quantity, [other], '').found.length > 0,
          )
        )
          held++;
    return held;
  });
  const best = Math.max(0, ...scores);
  if (best === 0) return indexed.clauses;
  return indexed.clauses.filter((_, at) => (scores[at] ?? 0) >= best);
}
