import type { Quantity } from '../reading/quantities.ts';
import type { Term } from '../reading/terms.ts';
import type { ReadText } from '../reading/tokens.ts';
import { topics } from '../statements/arms.ts';

const groupBehind = /^\s?(?:(?:[A-Z]{2,4}|mg|g|Gy|kg|m[lL])\s?)?(?:组|groups?\b|arms?\b)/;
const groupBefore = /(?:\b(?:groups?|arms?)\s|第)$/i;

const inNames = /^\s?(?:,|and|or|to|与|和|、|versus|vs\.?|,\s?and)\s?$/i;

/** Numbers that are names of arms: "group 2", 2.5 ATA组, "the 10 mg group", each of "groups 1, 2 and 3". Linear in the text. */
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
      groupBehind.test(text.slice(end, end + 16)) ||
      (isDigit && groupBefore.test(text.slice(Math.max(0, start - 8), start))) ||
      (isDigit && previous && found.has(previous) && inNames.test(text.slice(previous.end, start)))
    )
      found.add(quantity);
    previous = quantity;
  }
  return found;
}

const groupName =
  /(?:[Gg]roups?|[Aa]rms?)\s([A-D]|\d|I{1,3})\b|第?([A-D\d一二三四])组|(?<!\d)(\d+(?:\.\d+)?)\s?[A-Za-z/]{1,6}\s?(?:组|groups?\b|arms?\b)/g;

/** Returns the terms of a label; for arms that differ by a number or letter, that counts as a word. */
export function labelTerms(text: string, across: 'same' | 'english'): Term[] {
  const numbers = Array.from(text.matchAll(groupName), ([, ...found]): Term => {
    const told = found.find((each) => each !== undefined) ?? '';
    const han = '一二三四'.indexOf(told) + 1;
    const value = han > 0 ? han : /^I+$/.test(told) ? told.length : told;
    return { text: told, stems: [`#${value}`], weight: groupWeight, isName: true };
  });
  return [...topics(text, across), ...numbers];
}

/** Beside its number the other words of an arm's name hardly count. */
const groupWeight = 8;
