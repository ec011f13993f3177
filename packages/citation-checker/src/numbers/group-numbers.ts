import type { Quantity } from '../reading/quantities.ts';
import type { ReadText } from '../reading/tokens.ts';

const groupAfter = /^\s?(?:(?:[A-Z]{2,4}|mg|g|Gy|kg|m[lL])\s?)?(?:组|groups?\b|arms?\b)/;
const groupBefore = /(?:\b(?:groups?|arms?)\s|第)$/i;

const inNames = /^\s?(?:,|and|or|to|与|和|、|versus|vs\.?|,\s?and)\s?$/i;

/**
 * Finds numbers that name arms: "group 2", 2.5 ATA组, "the 10 mg group", each of "groups 1, 2 and 3". Linear in the
 * text.
 */
export function groupNumbers({
  text,
  quantities,
}: Pick<ReadText, 'text' | 'quantities'>): ReadonlySet<Quantity> {
  const found = new Set<Quantity>();
  let previous: Quantity | undefined;
  for (const quantity of quantities) {
    const { start, end } = quantity;
    const isDigit = /^\d$/.test(text.slice(start, end));
    if (
      groupAfter.test(text.slice(end, end + 16)) ||
      (isDigit && groupBefore.test(text.slice(Math.max(0, start - 8), start))) ||
      (isDigit && previous && found.has(previous) && inNames.test(text.slice(previous.end, start)))
    )
      found.add(quantity);
    previous = quantity;
  }
  return found;
}
