import { type EvidenceSentence, oncePerSentence } from '../locate.ts';
import type { Term } from '../reading/terms.ts';
import type { ReadText } from '../reading/tokens.ts';
import { inList, placeOf, reach, share, writtenGroup } from './figure-lists.ts';
import { groupNumbers, labelTerms } from './group-names.ts';
import { areEstimates, type Measured, readMeasures } from './measures.ts';

/** A number of a sentence with whose it is: the words that name its arm, nearest first choice. */
export type Figure = Measured & { label: Term[] };

/** Text permitted between numbers of one finding: "360 of 2,400 patients (15.0%)". */
const joint =
  /^[^\p{L}]*(?:(?:of|out of|the|patients?|participants?|women|men|subjects?|children|adults|cases|events|operations|CI|confidence intervals?|SD|SE|IQR|HR|aHR|OR|aOR|RR|P|n|hazard ratio|odds ratio|relative risk|risk ratio|adjusted|range|per|person-years|minutes|days|例|名|人)[^\p{L}]*)*$/iu;
const preposition =
  /^[\s)\]）]*(?:(?:of|the|patients|participants|women|men|minutes|days|months|points|mm Hg|mmol\/L)\s){0,4}(?:in|with|for|among|after|of|on|under|from|receiving|taking|treated|who)\s/i;
const ending =
  /[,;:，；。：(（)）]|\.(?:\s|$)|\s(?:and|vs?\.?|versus|compared|than|but|while|whereas|respectively|during|at|over|within)\s/i;
/** No sentence has more; in one that has, those behind are looked up and bound to nothing. */
const quantitiesMax = 60;

/** The numbers of a text with the words that say whose they are. Linear in the text. */
export function readFigures(
  read: Pick<ReadText, 'text' | 'quantities'>,
  across: 'same' | 'english',
): Figure[] {
  const names = groupNumbers(read);
  const measured = readMeasures({
    text: read.text,
    quantities: read.quantities.slice(0, quantitiesMax).filter((quantity) => !names.has(quantity)),
  });
  const groups = grouped(measured, read.text);
  const figures: Figure[] = [];
  let last: Term[] = [];
  for (const [index, members] of groups.entries()) {
    let label: Term[] = [];
    for (const text of labelsOf(groups, index, read.text))
      if (label.length === 0) label = labelTerms(text, across);
    // "fell from 6.8 to 2.9": the second number is the same arm's.
    if (label.length === 0) label = last;
    last = label;
    for (const each of members) figures.push({ ...each, label });
  }
  share(figures, groups, read.text, across);
  return figures;
}

const figuresOf = oncePerSentence((sentence) => readFigures(sentence, 'same'));
const figuresAcross = oncePerSentence((sentence) => readFigures(sentence, 'english'));

/** The figures of a sentence of the abstract, read once. */
export function figuresIn(sentence: EvidenceSentence, across: 'same' | 'english'): Figure[] {
  return across === 'same' ? figuresOf(sentence) : figuresAcross(sentence);
}

function grouped(measured: readonly Measured[], text: string): Measured[][] {
  const groups: Measured[][] = [];
  let end = 0;
  for (const each of measured) {
    const { quantity } = each;
    const last = groups.at(-1);
    const between = text.slice(end, quantity.start);
    // "12, 15 and 18": numbers of three arms, not of one.
    const isNext = inList.test(between) && last?.some((one) => areEstimates(one, each));
    if (last && !isNext && joint.test(between)) last.push(each);
    else groups.push([each]);
    end = quantity.end;
  }
  return groups;
}

const { startOf, endOf } = placeOf;
/** "(hazard ratio [HR] = " names the number, not whose it is. */
const measureName =
  /(?<![\s([（,;])[\s([（,;]*(?:adjusted |multivariable |pooled |summary |crude ){0,4}(?:hazards? ratios?|odds ratios?|relative risks?|risk ratios?|rate ratios?|a?HRs?|a?ORs?|a?I?RRs?|风险比|比值比|相对危险度)(?:[\s,[(]{1,3}a?(?:HR|OR|RR)s?)?[\])]?[\s=:,为]{0,9}(?:of |was |were )?$|(?<![\s([（])[\s([（]+$/;

/** Yields texts that may name the arm, the likeliest first. */
function* labelsOf(groups: readonly Measured[][], index: number, text: string): Generator<string> {
  const [members, next] = [groups[index] ?? [], groups[index + 1]];
  // "Women with two or three parities (n = 333)": a small number in words ends no name.
  let at = index - 1;
  while (groups[at]?.every(({ quantity }) => quantity.small)) at--;
  const previous = groups[at];
  const rest = text.slice(endOf(members), next ? startOf(next) : text.length).slice(0, reach);
  const opened = preposition.exec(rest);
  // "25 mg on days 1 and 8" says when, not whose.
  if (
    opened &&
    !/^(?:days?|weeks?|months?|years?|cycles?|\d+(?![^,;]{0,12}(?:groups?|arms?|组)))/i.test(
      rest.slice(opened[0].length),
    )
  ) {
    const phrase = rest.slice(opened[0].length);
    const cut = ending.exec(phrase);
    yield cut ? phrase.slice(0, cut.index) : phrase;
  }
  const shared = sharedPhrase(groups, index, text);
  if (shared !== undefined) yield shared;
  const before = text.slice(previous ? endOf(previous) : 0, startOf(members)).replace(measureName, ' ');
  const named = [...before.matchAll(writtenGroup)].at(-1);
  if (named) yield named[0];
  // "from 6.8 to 2.9": nothing but a verb stands between.
  if (previous && !/[,;，；(（]/.test(before) && before.length < 12) return;
  const near = before.slice(-reach).replace(before.length > reach ? /^[\p{Script=Latin}]+/u : /^$/, '');
  const cut = Math.max(
    ...[...near.matchAll(new RegExp(ending, 'gi'))].map((match) => match.index + match[0].length),
    0,
  );
  const piece = near.slice(cut);
  yield piece;
  yield near;
}

/** "58.6 months, 76 % and 49 % in group 2": whose the first number is stands behind the last. */
function sharedPhrase(groups: readonly Measured[][], index: number, text: string): string | undefined {
  const [first] = groups[index] ?? [];
  let last = index;
  for (let next = groups[last + 1]; next && first && last < index + 3; next = groups[last + 1]) {
    if (!/^\s?(?:,|、|,?\s?and)\s?$/.test(text.slice(endOf(groups[last] ?? []), startOf(next)))) break;
    if (next.some((each) => areEstimates(first, each))) return undefined;
    last++;
  }
  if (last === index) return undefined;
  const rest = text
    .slice(endOf(groups[last] ?? []), startOf(groups[last + 1] ?? []) || undefined)
    .slice(0, reach);
  const opened = preposition.exec(rest)?.[0];
  if (opened === undefined) return undefined;
  const phrase = rest.slice(opened.length);
  return phrase.slice(0, ending.exec(phrase)?.index ?? phrase.length);
}

/** The words of a label that the others' labels do not have. */
export function distinctLabel({ label }: Figure, others: readonly Figure[]): Term[] {
  const stems = new Set(others.flatMap((other) => other.label.flatMap((term) => term.stems)));
  return label.filter((term) => term.stems.length > 0 && !term.stems.some((stem) => stems.has(stem)));
}
