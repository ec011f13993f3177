import type { TokenAlignment } from '../align-tokens.ts';
import type { EvidenceSentence, ReadAbstract } from '../locate.ts';
import type { Quantity } from '../reading/quantities.ts';
import type { Token } from '../reading/tokens.ts';
import { derive, type RankedTexts } from './derived-numbers.ts';
import { contradictsUnit, matchQuantity, type QuantityMatch } from './match-quantity.ts';

/** Number of the sentence and its result. */
export type NumberCheck = {
  text: string;
  found: boolean;
  how: QuantityMatch | 'derived' | undefined;
  evidence: string | undefined;
};

/** Number with its interpretation. */
export type CheckedNumber = NumberCheck & { quantity: Quantity };

/** Sentence with its abstract, and with the sentence from which it was derived, if any. */
type ComparedTexts = RankedTexts & {
  abstract: ReadAbstract;
  derivedFrom: { sentence: EvidenceSentence; alignment: TokenAlignment } | undefined;
};

/** Looks up every number of the sentence in the abstract and its title. */
export function checkNumbers(comparison: ComparedTexts): CheckedNumber[] {
  const { claim, abstract } = comparison;
  return claim.quantities.map((quantity) => {
    const text = quantity.text.trim();
    // A difference is still one if the abstract also has the value as a share of something else.
    const difference = /point|点$/i.test(text) ? derive(quantity, comparison) : undefined;
    if (difference) return { quantity, text, found: true, how: 'derived', evidence: difference };
    const order: QuantityMatch[] = ['same', 'share', 'converted', 'rounded'];
    let best: { how: QuantityMatch; text: string } | undefined;
    // "6 weeks" is not the 6 of a score if the abstract has 6 months.
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

/**
 * Returns true if the original sentence has another number of the same kind at its place: it was changed, not computed.
 */
function isEdited(quantity: Quantity, comparison: ComparedTexts): boolean {
  const counterpart = counterpartOf(quantity, comparison);
  if (!counterpart || /%/.test(counterpart.text) !== quantity.percent) return false;
  const neighbours = (tokens: readonly Token[], start: number) => {
    const at = tokens.findIndex((token) => token.start === start);
    return [tokens[at - 1]?.stem, tokens[at + 1]?.stem];
  };
  const mine = neighbours(comparison.claim.tokens, quantity.start);
  const theirs = neighbours(comparison.derivedFrom?.sentence.tokens ?? [], counterpart.start);
  return mine.some((stem, index) => stem !== undefined && stem === theirs[index]);
}

/** Finds the number at the corresponding place in the sentence of the abstract. */
function counterpartOf(quantity: Quantity, { derivedFrom }: ComparedTexts): Token | undefined {
  const difference = derivedFrom?.alignment.differences.find(({ claim }) =>
    claim.some(({ start }) => start === quantity.start),
  );
  const index =
    difference?.claim
      .filter(({ kind }) => kind === 'number')
      .findIndex(({ start }) => start === quantity.start) ?? -1;
  const numbers = difference?.evidence.filter(({ kind }) => kind === 'number') ?? [];
  return index < 0 ? undefined : (numbers[index] ?? numbers.at(-1));
}
