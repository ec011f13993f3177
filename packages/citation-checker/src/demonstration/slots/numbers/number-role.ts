import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';

/** Role of a number: what it counts or measures, by the words next to it. */
type NumberRole = 'age' | 'bound' | 'count' | 'p' | 'percent' | 'ratio' | 'year' | `unit ${string}`;

/**
 * Returns true unless the words next to two numbers show that one is an age, year, count or measure, and the other a
 * different one of these.
 */
export function haveSameRole(
  one: Quantity,
  oneText: ReadText,
  other: Quantity,
  otherText: ReadText,
): boolean {
  const [first, second] = [roleOf(one, oneText), roleOf(other, otherText)];
  if (first === undefined || second === undefined || first === second) return true;
  // A share may lack its sign, and an age its word.
  const areAlike = (a: NumberRole, b: NumberRole) =>
    (a === 'age' && b === 'unit time') || (a === 'bound' && b !== 'count' && b !== 'year' && b !== 'p');
  return (
    areAlike(first, second) || areAlike(second, first) || (first === 'percent') !== (second === 'percent')
  );
}

/** Returns true for an age, by the words next to it: "aged 21-29 years". */
export function isAge(quantity: Quantity, of: ReadText): boolean {
  return roleOf(quantity, of) === 'age';
}

/** Numbers of one list or range share the last one's unit: "at 3, 6 and 12 months", "aged 15 to 39 years". */
const listSeparator = /^\s?(?:-|–|—|to|and|or|,|,? and|vs\.?|versus|\/|～|~|至|到|、|和|或|与)\s?$/i;
const listMax = 6;

const ageBefore =
  /(?:\bage[ds]?(?: (?:of|between|from|over|under|above|below|at least|range|was|is))?|年龄(?:为|在|是)?|mean age(?: was| of)?)[\s(:=]{0,3}$/i;
const ageAfter = /^[\s-]?(?:years? old|-?year-olds?|years? of age|y\/o|岁)/i;
const ratioBefore =
  /(?:\b(?:hazard|odds|risk|rate|incidence|prevalence) ratios?|\brelative risks?|\b(?:a|c|s)?(?:HR|OR|RR|IRR|SMR|SIR)s?|风险比|比值比|优势比|危险度)(?: (?:of|was|were|is)|为|[,:=]| =)?[\s([]{0,3}$/;
const pBefore = /\bp(?:[- ]?values?)?\s?(?:[=<>≤≥]|of|was)\s?$/i;
const countBefore = /\bn\s?=\s?$/i;
const people =
  /^\s+(?:(?!(?:of|in|to|and|or|per|vs|versus|with|for|by|at|than|from|years?|months?|weeks?|days?|hours?|minutes?|points?|times)\b)[\p{Ll}-]+\s){0,2}(?:patients|participants|subjects|individuals|people|persons|women|men|children|adults|adolescents|infants|neonates|newborns|girls|boys|mothers|students|nurses|physicians|residents|volunteers|cases|controls|deaths|studies|trials|hospitals|centers|centres|practices|mice|rats|animals|samples|specimens|records|respondents|pregnancies|births|eyes|tumou?rs)\b/u;
const boundBefore =
  /(?:\bCI|interval|range|IQR|区间)[\s,:：(]{0,4}(?:of )?(?:[\d.·]{1,8}\s?(?:-|–|—|to|,|～|~|至)\s?)?-?$/i;

function roleOf(quantity: Quantity, { text, quantities }: ReadText): NumberRole | undefined {
  const { start, end, unit, kind } = quantity;
  const before = text.slice(Math.max(0, start - 40), start);
  const after = text.slice(end, end + 60);
  if (kind === 'p' || pBefore.test(before)) return 'p';
  const measured = measuredWith(quantity, text, quantities);
  if (measured.percent) return 'percent';
  const dimension = measured.unit?.dimension;
  if (dimension === 'people') return 'count';
  if (dimension === undefined || dimension === 'time') {
    const rest = text.slice((measured === quantity ? quantity : measured).end);
    const first = firstOfList(quantity, text, quantities);
    if (ageAfter.test(rest) || ageBefore.test(text.slice(Math.max(0, first.start - 40), first.start)))
      return 'age';
  }
  if (dimension !== undefined) return `unit ${dimension}`;
  if (boundBefore.test(before)) return 'bound';
  if (ratioBefore.test(before)) return 'ratio';
  if (kind === 'year') return people.test(after) ? 'count' : 'year';
  if (kind === 'n' || countBefore.test(before)) return 'count';
  return unit === undefined && quantity.decimals === 0 && people.test(after) ? 'count' : undefined;
}

/** Returns the number whose unit or sign applies to this one: itself, or the next of its list that has one. */
function measuredWith(quantity: Quantity, text: string, all: readonly Quantity[]): Quantity {
  let last = quantity;
  const from = all.indexOf(quantity);
  for (let at = from + 1; at <= from + listMax && !last.unit && !last.percent; at++) {
    const next = all[at];
    if (from < 0 || !next || !listSeparator.test(text.slice(last.end, next.start))) return quantity;
    last = next;
  }
  return last.unit || last.percent ? last : quantity;
}

/** Returns the first number of the list or range that contains this one. */
function firstOfList(quantity: Quantity, text: string, all: readonly Quantity[]): Quantity {
  let first = quantity;
  for (let at = all.indexOf(quantity) - 1, steps = 0; at >= 0 && steps < listMax; at--, steps++) {
    const previous = all[at];
    if (!previous || !listSeparator.test(text.slice(previous.end, first.start))) break;
    first = previous;
  }
  return first;
}
