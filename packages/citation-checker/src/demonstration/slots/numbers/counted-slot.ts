import type { Alignment, Source } from '../../align-claim.ts';
import type { Claim } from '../../claim-units.ts';
import { placesOf } from '../../index-sentence.ts';
import { memoizeBySource } from '../../memoize-by-source.ts';
import type { SlotResult } from '../../proof.ts';

/** Maximum words between a number word and its noun. */
const countsWithin = 2;
/** Maximum words between a number and its noun in an abstract: "nine large academic medical centres". */
const statedWithin = 5;

/**
 * Compares number words with their nouns: "three centers" does not match "nine academic centers". Unclear if the
 * abstract counts the same items with other results, or with none above two.
 */
export function compareCounted(claim: Claim, _: Alignment, source: Source): SlotResult {
  return compareWithWhole(claim, source);
}

const compareWithWhole = memoizeBySource((claim: Claim, { title, sentences }: Source): SlotResult => {
  const all = [title, ...sentences.map(({ indexed }) => indexed)];
  for (const { quantity, index } of claim.numbers) {
    if (!quantity.small || quantity.value < 1 || quantity.percent || quantity.unit?.name === 'fold') continue;
    const counted = claim.units.find(
      (unit) => unit.start > quantity.end && unit.index - index <= countsWithin,
    );
    // "Two of the twelve patients died": people are counted, whatever follows.
    const isOfPeople =
      /\bof the $/i.test(claim.read.text.slice(0, quantity.start)) &&
      /^ (?:patients|participants|subjects|people|women|men|children|adults|infants|cases)\b/i.test(
        claim.read.text.slice(quantity.end),
      );
    if (isOfPeople) continue;
    if (!counted || /[,;:.]/.test(claim.read.text.slice(quantity.end, counted.start))) continue;
    const stated = all.flatMap((indexed) =>
      placesOf(counted, indexed).flatMap((place) => {
        const { tokens, quantities } = indexed.read;
        return quantities.filter(({ start, percent, kind, value }) => {
          const at = tokens.findIndex((token) => token.start === start);
          return !percent && kind !== 'p' && value >= 1 && at < place && place - at <= statedWithin;
        });
      }),
    );
    const isStated = stated.some(({ value }) => value === quantity.value);
    const isAnywhere = all.some(({ read }) => read.quantities.some(({ value }) => value === quantity.value));
    if (!isStated && (stated.length > 0 || (quantity.value > 2 && !isAnywhere)))
      return { outcome: 'unclear', claim: quantity.text };
  }
  return { outcome: 'same' };
});
