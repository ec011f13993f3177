import type { Quantity } from '../../../reading/quantities.ts';
import type { Alignment } from '../../align-claim.ts';
import type { Claim } from '../../claim-units.ts';
import { type Estimate, estimatesOf } from '../../statistics.ts';
import { haveSameRole } from './number-role.ts';

/**
 * Finds the estimates that both texts give with the same interval: no other finding of an abstract has the same three
 * numbers, so little else must identify their owner. If the sentence has several estimates, the claim's words must be
 * those of this one: "hypotension (OR 7.37, …), mechanical ventilation (OR 5.00, …)". An interval may be reversed, with
 * the signs of its bounds.
 */
export function findSameEstimates(claim: Claim, alignment: Alignment): ReadonlyMap<Quantity, Quantity> {
  const same = new Map<Quantity, Quantity>();
  const [mine, theirs] = [claim.read, alignment.indexed.read];
  const others = estimatesOf(theirs);
  for (const { value, low, high } of estimatesOf(mine)) {
    const other = others.find(
      (each) =>
        each.value.value === value.value &&
        ((each.low.value === low.value && each.high.value === high.value) ||
          (each.low.value === high.value && each.high.value === low.value)),
    );
    if (!other || !haveSameRole(value, mine, other.value, theirs) || isOfAnother(other, others, alignment))
      continue;
    same.set(value, other.value);
    const hasSwappedSides = other.low.value !== low.value;
    same.set(low, hasSwappedSides ? other.high : other.low);
    same.set(high, hasSwappedSides ? other.low : other.high);
  }
  return same;
}

/**
 * Returns the direction of a ratio that both texts give with the same interval, if it is the claim's only estimate and
 * the interval excludes 1.
 */
export function directionOfRatio(claim: Claim, alignment: Alignment): 'up' | 'down' | undefined {
  const [own, second] = estimatesOf(claim.read);
  if (!own || second || !findSameEstimates(claim, alignment).has(own.value)) return undefined;
  const isRatio = [claim.read.text, alignment.indexed.read.text].some((text) => ratio.test(text));
  if (!isRatio || own.value.percent) return undefined;
  const values = [own.value, own.low, own.high].map(({ value }) => value);
  if (values.every((value) => value > 1)) return 'up';
  return values.every((value) => value < 1) ? 'down' : undefined;
}

const ratio = /\b(?:ratios?|[ah]?[OHR]Rs?|a(?:OR|HR|RR)|odds|hazards?)\b|[比险]比|比值/;

/** Matches the subject after an estimate: "1.6 (1.1 to 2.5) for ectopic pregnancy". */
const namesPopulation = /^\s?[)\]]?\s(?:for|in|among|with|after|at)\b/i;
const afterWithin = 12;

/**
 * Returns true for one of several estimates if the claim has no word of those before its number, or one that only
 * precedes another's. Words before the first apply to all.
 */
function isOfAnother(
  own: Estimate,
  all: readonly Estimate[],
  { indexed, places }: Pick<Alignment, 'indexed' | 'places'>,
): boolean {
  if (all.length < 2) return false;
  const at = all.indexOf(own);
  const { text } = indexed.read;
  const areBefore = all.every(({ high }) =>
    namesPopulation.test(text.slice(high.end, high.end + afterWithin)),
  );
  const itemOf = (start: number) =>
    areBefore
      ? Math.max(
          0,
          all.findLastIndex(({ value }) => value.start <= start),
        )
      : all.findIndex(({ high }) => start < high.end);
  const items = [...places]
    .filter(([unit]) => !unit.isCircumstance)
    .map(([, found]) => new Set(found.map((place) => itemOf(indexed.read.tokens[place]?.start ?? -1))));
  const isElsewhere = items.some((each) => [...each].every((item) => item > 0 && item !== at));
  return isElsewhere || (at > 0 && !items.some((each) => each.has(at)));
}
