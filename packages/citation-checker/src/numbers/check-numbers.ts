import type { Alignment } from '../align.ts';
import type { EvidenceSentence, ReadAbstract } from '../locate.ts';
import type { Quantity } from '../reading/quantities.ts';
import type { Token } from '../reading/tokens.ts';
import { derive, type RankedTexts } from './derived-numbers.ts';
import { contradictsUnit, matchQuantity, type QuantityMatch } from './match-quantity.ts';

/** A number of the sentence and what became of it. */
export type NumberCheck = {
  text: string;
  found: boolean;
  how: QuantityMatch | 'derived' | undefined;
  evidence: string | undefined;
};

/** A number with what it was read as. */
export type CheckedNumber = NumberCheck & { quantity: Quantity };

/** A sentence beside its abstract, and beside the sentence that it was written after, where there is one. */
type ComparedTexts = RankedTexts & {
  abstract: ReadAbstract;
  source: { sentence: EvidenceSentence; alignment: Alignment } | undefined;
};

/** Looks up every number of the sentence in the abstract and its title. */
export function checkNumbers(comparison: ComparedTexts): CheckedNumber[] {
  const { claim, abstract } = comparison;
  return claim.quantities.map((quantity) => {
    const text = quantity.text.trim();
    // A difference that the abstract also has as a share of something else is still a difference.
    const difference = /point|点$/i.test(text) ? derive(quantity, comparison) : undefined;
    if (difference) return { quantity, text, found: true, how: 'derived', evidence: difference };
    const order: QuantityMatch[] = ['same', 'share', 'converted', 'rounded'];
    let best: { how: QuantityMatch; text: string } | undefined;
    // "6 weeks" is not the 6 of a score where the abstract has 6 months.
    const isOtherUnit =
      quantity.unit !== undefined &&
      abstract.quantities.some((other) => other.value === quantity.value && contradictsUnit(quantity, other));
    for (const other of abstract.quantities) {
      if (isOtherUnit && !other.unit) continue;
      const how = matchQuantity(quantity, other);
      if (how && (!best || order.indexOf(how) < order.indexOf(best.how))) best = { how, text: other.text };
      if (how === 'same') break;
    }
    if (best) return { quantity, text, found: true, how: best.how, evidence: best.text };
    const derived = isEdited(quantity, comparison) ? undefined : derive(quantity, comparison);
    return derived
      ? { quantity, text, found: true, how: 'derived', evidence: derived }
      : { quantity, text, found: false, how: undefined, evidence: undefined };
  });
}

/** True where a number of the same kind stands in its place in the sentence this one was taken from: that was changed, not computed. */
function isEdited(quantity: Quantity, comparison: ComparedTexts): boolean {
  const counterpart = counterpartOf(quantity, comparison);
  if (!counterpart || /%/.test(counterpart.text) !== quantity.percent) return false;
  const neighbours = (tokens: readonly Token[], start: number) => {
    const at = tokens.findIndex((token) => token.start === start);
    return [tokens[at - 1]?.stem, tokens[at + 1]?.stem];
  };
  const mine = neighbours(comparison.claim.tokens, quantity.start);
  const theirs = neighbours(comparison.source?.sentence.tokens ?? [], counterpart.start);
  return mine.some((stem, index) => stem !== undefined && stem === theirs[index]);
}

/** Finds the number that stands in this one's place in the source. */
function counterpartOf(quantity: Quantity, { source }: ComparedTexts): Token | undefined {
  const difference = source?.alignment.differences.find(({ claim }) =>
    claim.some(({ start }) => start === quantity.start),
  );
  const index =
    difference?.claim
      .filter(({ kind }) => kind === 'number')
      .findIndex(({ start }) => start === quantity.start) ?? -1;
  const numbers = difference?.evidence.filter(({ kind }) => kind === 'number') ?? [];
  return index < 0 ? undefined : (numbers[index] ?? numbers.at(-1));
}
