import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { matchNumber } from '../numbers.ts';
import type { SlotResult } from '../proof.ts';

/**
 * Compares which part of a long sentence is meant: text after a semicolon is about something else. All words and
 * numbers of a claim with one statement must be in one part; the first may state population and place for all.
 */
export function compareSentenceParts(
  { read, clauses, numbers }: Claim,
  { indexed, places }: Alignment,
): SlotResult {
  const parts = partsOf(indexed.read.text);
  if (parts.length < 2 || clauses.length > 1 || partsOf(read.text).length > 1) return { outcome: 'same' };
  const partsWith = (starts: readonly number[]) =>
    new Set(starts.map((at) => parts.findLastIndex((start) => start <= at)));
  const held = [
    ...[...places]
      .filter(([unit]) => !unit.isCircumstance && !unit.isFronted)
      .map(([, at]) => partsWith(at.map((place) => indexed.read.tokens[place]?.start ?? 0))),
    ...numbers
      .filter(({ quantity: { small, kind } }) => !small && kind !== 'p')
      .map(({ quantity }) =>
        partsWith(matchNumber(quantity, indexed.read.quantities, '').found.map(({ start }) => start)),
      ),
  ].filter((each) => each.size > 0);
  // The population of a later part does not apply to an earlier one.
  const populations = [...places]
    .filter(([unit]) => unit.isCircumstance || unit.isFronted)
    .map(([, at]) => Math.min(...partsWith(at.map((place) => indexed.read.tokens[place]?.start ?? 0))));
  const isWhole = parts.some(
    (_, part) => held.every((each) => each.has(part)) && populations.every((first) => first <= part),
  );
  return isWhole ? { outcome: 'same' } : { outcome: 'unclear', claim: read.text, leansAgainst: true };
}

/** Returns the offsets at which the parts of a sentence begin; brackets are not split. */
function partsOf(text: string): number[] {
  const bare = text.replace(/\([^()]{0,160}\)|\[[^[\]]{0,160}\]|（[^（）]{0,160}）/g, (inside) =>
    ' '.repeat(inside.length),
  );
  return [0, ...[...bare.matchAll(/[;；]/g)].map(({ index }) => index + 1)];
}
