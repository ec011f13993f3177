import { readArms, topics } from './arms.ts';
import { type EvidenceSentence, oncePerSentence } from './locate.ts';
import { type Measured, readMeasures } from './measures.ts';
import type { Quantity } from './quantities.ts';
import type { Term } from './terms.ts';
import type { ReadText } from './tokens.ts';

/** A number of a sentence with whose it is: the words that name its arm, nearest first choice. */
export type Figure = Measured & { label: Term[] };

/** What may stand between numbers of one finding: "360 of 2,400 patients (15.0%)". */
const joint =
  /^[^\p{L}]*(?:(?:of|out of|the|patients?|participants?|women|men|subjects?|children|adults|cases|events|operations|CI|confidence intervals?|SD|SE|IQR|HR|aHR|OR|aOR|RR|P|n|hazard ratio|odds ratio|relative risk|risk ratio|adjusted|range|per|person-years|minutes|days|例|名|人)[^\p{L}]*)*$/iu;
const paired = /^[^\p{L}]*(?:vs\.?|versus|and|or|与|和|比|对)[^\p{L}]*$/iu;
const preposition =
  /^[\s)\]）]*(?:(?:of|the|patients|participants|women|men|minutes|days|months|points|mm Hg|mmol\/L)\s){0,4}(?:in|with|for|among|after|of|on|under|from|receiving|taking|treated|who)\s/i;
const ending =
  /[,;:，；。：(（)）]|\.(?:\s|$)|\s(?:and|vs\.?|versus|compared|than|but|while|whereas|respectively|during|at|over|within)\s/i;
const group =
  /([\p{L}\p{N}\-]+(?:\s[\p{L}\p{N}\-]+)?)\s(?:groups?|arms?)\b|([A-Za-z][A-Za-z0-9 \-]{1,60}|[[\p{L}\p{N}]--[率为与和较由的、在至了]]{1,10})组/giv;

/** The numbers of a text with the words that say whose they are. Linear in the text. */
export function readFigures(
  read: Pick<ReadText, 'text' | 'quantities'>,
  across: 'same' | 'english',
): Figure[] {
  const measured = readMeasures(read);
  const groups = grouped(measured, read.text);
  const figures: Figure[] = [];
  let last: Term[] = [];
  for (const [index, members] of groups.entries()) {
    let label: Term[] = [];
    for (const text of labelsOf(groups, index, read.text))
      if (label.length === 0) label = topics(text, across);
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
    if (last && joint.test(text.slice(end, quantity.start))) last.push(each);
    else groups.push([each]);
    end = quantity.end;
  }
  return groups;
}

const startOf = (members: readonly Measured[]): number => members[0]?.quantity.start ?? 0;
const endOf = (members: readonly Measured[]): number => members.at(-1)?.quantity.end ?? 0;
/** "(hazard ratio [HR] = " names the number, not whose it is. */
const measureName =
  /[\s([（,;]*(?:adjusted |multivariable |pooled |summary |crude )*(?:hazards? ratios?|odds ratios?|relative risks?|risk ratios?|rate ratios?|a?HRs?|a?ORs?|a?I?RRs?|风险比|比值比|相对危险度)(?:[\s,[(]{1,3}a?(?:HR|OR|RR)s?)?[\])]?[\s=:,为]*(?:of |was |were )?$|[\s([（]+$/;
/** No arm's name is longer. */
const reach = 70;

/** Where an arm may be named, the likeliest first. */
function* labelsOf(groups: readonly Measured[][], index: number, text: string): Generator<string> {
  const [members, previous, next] = [groups[index] ?? [], groups[index - 1], groups[index + 1]];
  const rest = text.slice(endOf(members), next ? startOf(next) : text.length).slice(0, reach);
  const opened = preposition.exec(rest);
  // "25 mg on days 1 and 8" says when, not whose.
  if (opened && !/^(?:days?|weeks?|months?|years?|cycles?|\d)/i.test(rest.slice(opened[0].length))) {
    const phrase = rest.slice(opened[0].length);
    const cut = ending.exec(phrase);
    yield cut ? phrase.slice(0, cut.index) : phrase;
  }
  const before = text.slice(previous ? endOf(previous) : 0, startOf(members)).replace(measureName, ' ');
  const named = [...before.matchAll(group)].at(-1);
  if (named) yield named[1] ?? named[2] ?? '';
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

/** "(15 % vs 20 %)" behind "A than B", and "15 % and 20 % of A and B, respectively": the first is A's, the second B's. */
function share(
  figures: Figure[],
  groups: readonly Measured[][],
  text: string,
  across: 'same' | 'english',
): void {
  for (let index = 0; index + 1 < groups.length; index++) {
    const [one, other] = [groups[index] ?? [], groups[index + 1] ?? []];
    if (!paired.test(text.slice(endOf(one), startOf(other)))) continue;
    const labels = listed(text, startOf(one), endOf(other), across) ?? compared(text, startOf(one), across);
    if (!labels) continue;
    for (const [members, label] of [
      [one, labels[0]],
      [other, labels[1]],
    ] as const)
      for (const { quantity } of members) {
        const figure = figures.find((each) => each.quantity === quantity);
        if (figure) figure.label = label;
      }
  }
}

function listed(
  text: string,
  start: number,
  end: number,
  across: 'same' | 'english',
): [Term[], Term[]] | undefined {
  const after = text.slice(end, end + 2 * reach);
  if (!/\brespectively\b|分别/i.test(text)) return undefined;
  const phrase = /^(.{3,}?)(?:,?\s?respectively|$)/iu.exec(after)?.[1] ?? '';
  const names = / and |和|与/.test(phrase) ? phrase : text.slice(Math.max(0, start - 2 * reach), start);
  const match =
    /([^,;，；()]{2,60}?)(?: and |和|与|、)([^,;，；()]{2,60}?)(?:\b(?:groups?|arms?|had|was|were)\b|组|分别|$)/iu.exec(
      names,
    );
  return match ? [topics(match[1] ?? '', across), topics(match[2] ?? '', across)] : undefined;
}

function compared(text: string, start: number, across: 'same' | 'english'): [Term[], Term[]] | undefined {
  const from = Math.max(
    text.lastIndexOf('. ', start),
    text.lastIndexOf('; ', start),
    text.lastIndexOf('；', start),
    0,
  );
  const arms = readArms(text.slice(from, start).replace(/[(（]\s*$/, ''), across);
  return arms && [arms.left, arms.right];
}

/** Whether two numbers could stand for each other: of one kind, unit and measure. */
export function areComparable(one: Measured, other: Measured): boolean {
  const [mine, theirs] = [one.quantity, other.quantity];
  return (
    mine.percent === theirs.percent &&
    mine.unit?.dimension === theirs.unit?.dimension &&
    mine.kind === theirs.kind &&
    one.measure === other.measure &&
    isFinding(theirs)
  );
}

/** A number that reports something: no label, no year, no small number in words. */
export const isFinding = ({ kind, small }: Quantity): boolean => kind === 'plain' && !small;

/** The words of a label that the others' labels do not have. */
export function distinctLabel({ label }: Figure, others: readonly Figure[]): Term[] {
  const stems = new Set(others.flatMap((other) => other.label.flatMap((term) => term.stems)));
  return label.filter((term) => term.stems.length > 0 && !term.stems.some((stem) => stems.has(stem)));
}
