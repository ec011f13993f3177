import { align } from '../align.ts';
import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { type EvidenceSentence, presence } from '../locate.ts';
import type { Quantity } from '../reading/quantities.ts';
import type { Token } from '../reading/tokens.ts';
import { nothingChanged } from '../statements/no-effect.ts';
import { groupNumbers } from './group-names.ts';
import { matchQuantity } from './match-quantity.ts';
import { outcomesIn, readOutcomes } from './outcome-names.ts';

/** A number that the abstract has, but not where the sentence puts it: another one stands there, or its order is turned. */
export function exchanged(comparison: Comparison, quantities: readonly Quantity[]): Finding[] {
  const { source } = comparison;
  if (!source) return [];
  const isMoved = !isInOrder(comparison);
  const inSource = source.sentence.quantities;
  return source.alignment.differences.flatMap(({ claim, evidence }): Finding[] => {
    const mine = claim.filter(({ kind }) => kind === 'number');
    const theirs = evidence.filter(({ kind }) => kind === 'number');
    return mine.flatMap((token, index): Finding[] => {
      const quantity = quantities.find(({ start }) => start === token.start);
      if (!quantity || quantity.small) return [];
      const other = theirs[index] ?? theirs.at(-1);
      const matches = (written: Token) => {
        const match = inSource.find(({ start }) => start === written.start);
        return match !== undefined && matchQuantity(quantity, match) !== undefined;
      };
      if (theirs.some(matches)) return [];
      const elsewhere = inSource.some(
        (each) => each.percent === quantity.percent && matchQuantity(quantity, each) !== undefined,
      );
      const replaced = inSource.find(({ start }) => start === other?.start);
      // "(15.0%)" where the source has "360 of 2,400 (15.0%)" left a count out and exchanged nothing.
      if (elsewhere && replaced && replaced.percent !== quantity.percent) return [];
      // Words that were left out shift numbers; their order is the same.
      if (elsewhere ? !isMoved : isOfOtherFinding(quantity, claim, comparison)) return [];
      if (other)
        return [
          {
            kind: elsewhere ? 'comparator' : 'numeric',
            force: 'certain',
            claim: token.text.trim(),
            evidence: other.text.trim(),
          },
        ];
      return [];
    });
  });
}

/** A number from another sentence of the abstract, in a sentence that has that one's words where it parts from its source. */
function isOfOtherFinding(
  quantity: Quantity,
  changed: readonly Token[],
  { claim, abstract, source }: Comparison,
): boolean {
  const differing = [
    ...changed,
    ...(source?.alignment.differences.flatMap(({ claim: own }) => own) ?? []),
  ].filter(({ empty, kind }) => !empty && kind !== 'number');
  const ofSource = new Set(source ? outcomesIn(source.sentence).map(({ key }) => key) : []);
  const named = readOutcomes(claim.text).filter(({ key }) => !ofSource.has(key));
  const hasNumber = ({ quantities }: EvidenceSentence) =>
    quantities.some((other) => matchQuantity(quantity, other) !== undefined);
  if (
    named.length > 0 &&
    abstract.sentences.some(
      (sentence) =>
        hasNumber(sentence) && outcomesIn(sentence).some(({ key }) => named.some((each) => each.key === key)),
    )
  )
    return true;
  const words = differing.filter(({ stem }) => !source?.sentence.tokens.some((token) => token.stem === stem));
  if (words.length === 0) return false;
  return abstract.sentences.some(
    (sentence) =>
      sentence !== source?.sentence &&
      hasNumber(sentence) &&
      words.every(({ text, stem, kind }) =>
        kind === 'han'
          ? sentence.text.includes(text)
          : presence({ text, stems: [stem], weight: 1, isName: false }, sentence.stems) > 0,
      ),
  );
}

/** Returns true for a number that others are given per or out of: "per 1000 patient-days", "of 379 women", 379名中. */
const isDenominator = (text: string, { start, end }: Quantity): boolean =>
  /(?:\bper|\/|每|\b(?:of|among)(?: the)?)\s?$/i.test(text.slice(Math.max(0, start - 10), start)) ||
  /^\p{Script=Han}{0,8}中/u.test(text.slice(end, end + 10));

/** Returns true if the sentence's numbers stand in the same order as in its source. */
function isInOrder({ claim, source }: Comparison): boolean {
  const theirs = source?.sentence.quantities.filter(({ small }) => !small) ?? [];
  // Which of two arms that do not differ comes first says nothing.
  const names = nothingChanged(claim.text) ? groupNumbers(claim) : undefined;
  let last = -1;
  return claim.quantities
    .filter((quantity) => !quantity.small && !isDenominator(claim.text, quantity) && !names?.has(quantity))
    .map((quantity) => theirs.flatMap((other, index) => (matchQuantity(quantity, other) ? [index] : [])))
    .filter((list) => list.length > 0)
    .every((list) => {
      const next = list.find((index) => index > last);
      last = next ?? last;
      return next !== undefined;
    });
}

/** From this share of words in their old order on, numbers in another order have changed places. */
const wordsInOrder = 0.9;

/** The source's numbers in another order while its words stand where they stood: "8 % v 12 %" for "12 % v 8 %". */
export function reordered(comparison: Comparison): Finding[] {
  const { claim, source } = comparison;
  if (!source || isInOrder(comparison)) return [];
  const mine = claim.quantities.filter(({ small }) => !small);
  const theirs = source.sentence.quantities.filter(({ small }) => !small);
  const isHeld = (quantity: Quantity) => theirs.some((other) => matchQuantity(quantity, other) !== undefined);
  if (mine.length < 2 || !mine.every(isHeld)) return [];
  const words = (tokens: readonly Token[]) => tokens.filter(({ kind }) => kind !== 'number');
  if ((align(words(claim.tokens), words(source.sentence.tokens))?.shared ?? 0) < wordsInOrder) return [];
  const told = (list: readonly Quantity[]) => list.map(({ text }) => text.trim()).join(', ');
  return [{ kind: 'comparator', force: 'certain', claim: told(mine), evidence: told(theirs) }];
}
