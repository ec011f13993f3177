import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';
import type { Claim } from '../../claim-units.ts';
import { figuresOf, kindOf } from './number-kind.ts';

/**
 * Returns true for one of several numbers that a sentence lists ("were 0.2 and 0.08", "respectively"): list order, not
 * neighbouring words, determines its owner. A claim that lists as many keeps the order (`findSwap`).
 */
export function isListed(
  quantity: Quantity,
  found: readonly Quantity[],
  { read, numbers }: Claim,
  theirs: ReadText,
): boolean {
  const own = numbers.filter((other) => kindOf(other.quantity) === kindOf(quantity)).length;
  const figures = figuresOf(theirs).filter(({ kind, small }) => kind === 'plain' && !small);
  if (listing.test(theirs.text)) {
    const alike = figures.filter((other) => kindOf(other) === kindOf(quantity)).length;
    if (alike > 1 && !(own === alike && listing.test(read.text))) return true;
  }
  const text = theirs.text.replace(/\([^()]{0,80}\)/g, (inside) => ' '.repeat(inside.length));
  const bare = figures.filter(({ start }) => text[start] !== ' ');
  return (
    own < 2 &&
    found.every((one) => {
      const at = bare.indexOf(one);
      return [bare[at - 1], bare[at + 1]].some((other) => {
        if (at < 0 || !other || !areOfOneList(one, other)) return false;
        const [first, last] = one.start < other.start ? [one, other] : [other, one];
        return /^\s*(?:,|，|、|,? and|和|与)\s*$/.test(text.slice(first.end, last.start));
      });
    })
  );
}

const listing = /\brespectively\b|\bthe (?:former|latter)\b|分别|依次|前者|后者/i;

/** Returns true for numbers of one list, which share a unit that may follow only the last one. */
function areOfOneList(one: Quantity, other: Quantity): boolean {
  return (
    kindOf(one) === kindOf(other) ||
    (one.percent === other.percent &&
      (one.start < other.start ? !one.unit : !other.unit) &&
      one.decimals === other.decimals)
  );
}
