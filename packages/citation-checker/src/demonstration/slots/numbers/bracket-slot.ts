import type { Alignment } from '../../align-claim.ts';
import type { Claim } from '../../claim-units.ts';
import { matchNumber } from '../../numbers.ts';
import type { SlotResult } from '../../proof.ts';

const brackets = /[(（][^()（）]{1,160}[)）]/g;
/** Maximum characters between a word and the bracket with its figure. */
const within = 2;

/**
 * Compares the figures in brackets: "DFS (3.5)" with "CSS (3.2) and DFS (3.5)" is the same, "CSS (3.5)" is unclear, since
 * the word has a bracket with another figure.
 */
export function compareBrackets(claim: Claim, { indexed, places }: Alignment): SlotResult {
  const theirs = [...indexed.read.text.matchAll(brackets)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }));
  if (theirs.length < 2) return { outcome: 'same' };
  const figuresIn = ({ start, end }: { start: number; end: number }) =>
    indexed.read.quantities.filter((each) => each.start >= start && each.end <= end);
  for (const { index, 0: text } of claim.read.text.matchAll(brackets)) {
    const owner = claim.units.findLast(({ end }) => end <= index && index - end <= within);
    const place = owner && places.get(owner);
    if (!owner || !place) continue;
    // The bracket directly after each occurrence of the word.
    const own = place.flatMap((at) => {
      const end = indexed.read.tokens[at]?.end ?? -1;
      const next = theirs.find(({ start }) => start >= end && start - end <= within);
      return next ? [next] : [];
    });
    if (own.length === 0 || own.length < place.length) continue;
    for (const { quantity } of claim.numbers) {
      if (quantity.start < index || quantity.end > index + text.length || quantity.small) continue;
      const isIn = (bracket: { start: number; end: number }) =>
        matchNumber(quantity, figuresIn(bracket), '').found.length > 0;
      if (!own.some(isIn) && theirs.some(isIn))
        return { outcome: 'unclear', claim: claim.read.text.slice(owner.start, index + text.length) };
    }
  }
  return { outcome: 'same' };
}
