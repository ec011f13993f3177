import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';

/** Matches a share stated twice, of which the figure is compared: "A quarter (26%)", 约七分之一(14%). */
export function isApposed({ value, small, percent, end }: Quantity, { text, quantities }: ReadText): boolean {
  if (!small || percent || value >= 1) return false;
  const next = quantities.find(({ start }) => start >= end);
  return (
    next?.percent === true &&
    /^\s?[(（]\s?$/.test(text.slice(end, next.start)) &&
    Math.abs(next.value / 100 - value) <= apposedWithin
  );
}
const apposedWithin = 0.04;

/** Words and signs between a part and its whole. */
const ofWhole = /^\s(?:out )?of (?:(?:the|these|our|all|a total of) ?)*$|^\s?\/\s?$/i;

/** Finds "two of the three", if both texts have one such pair and it is the same. */
export function findSameFraction(mine: ReadText, theirs: ReadText): ReadonlyMap<Quantity, Quantity> {
  const [own, another] = fractionsOf(mine);
  const [other, further] = fractionsOf(theirs);
  const same = new Map<Quantity, Quantity>();
  if (!own || another || !other || further) return same;
  if (own.part.value !== other.part.value || own.whole.value !== other.whole.value) return same;
  return same.set(own.part, other.part).set(own.whole, other.whole);
}

function fractionsOf({ text, quantities }: ReadText): { part: Quantity; whole: Quantity }[] {
  return quantities.flatMap((part, at) => {
    const whole = quantities[at + 1];
    if (
      !whole ||
      part.percent ||
      whole.percent ||
      part.unit ||
      !ofWhole.test(text.slice(part.end, whole.start))
    )
      return [];
    return [{ part, whole }];
  });
}
