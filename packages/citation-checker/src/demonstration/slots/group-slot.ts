import { placesOfShortForm } from '../../reading/abbreviations.ts';
import type { Alignment, Source } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { matchNumber } from '../numbers.ts';
import type { SlotResult } from '../proof.ts';

/** Words for the comparison group of a study. */
const comparison =
  /\b(?:healthy|controls(?!\w)|control (?=groups?|arms?|subjects?|patients?|participants?|individuals?|mice|rats|animals|women|men|children|cells)|volunteers?|placebo(?!-controlled)|sham|untreated|unexposed|unaffected|vehicle|usual care|standard care)\b|对照(?!试验|研究)|健康(?=[者人对志受])|安慰剂(?!对照)|假手术|未治疗|未暴露/giu;
/** Words for a comparison group in an abstract. */
const comparisonOf: readonly [RegExp, RegExp][] = [
  [/^(?:healthy|volunteer|健康)/i, /\b(?:healthy|normal|controls?|volunteers?)\b|健康|正常|对照/i],
  [
    /^(?:control|对照)/i,
    /\b(?:controls?|comparison|reference|healthy|untreated|placebo|sham|comparators?|matched)\b|对照/i,
  ],
  [/^(?:placebo|安慰剂)/i, /\b(?:placebo|controls?)\b|安慰剂|对照/i],
];

/**
 * Compares which study group is meant: a comparison group must be named in the sentence itself, or in the title. A
 * finding about "the patients" does not apply to healthy subjects.
 */
export function compareGroups(
  { read: { text } }: Claim,
  { indexed }: Alignment,
  { title }: Source,
): SlotResult {
  for (const [word] of text.matchAll(comparison)) {
    const known = comparisonOf.find(([own]) => own.test(word))?.[1];
    const isNamed = (other: string) =>
      known ? known.test(other) : other.toLowerCase().includes(word.toLowerCase().slice(0, 5));
    // For a word in the other language, its form there is unknown.
    if (!known && /\p{Script=Han}/u.test(word) !== /\p{Script=Han}/u.test(indexed.read.text)) continue;
    if (!isNamed(indexed.read.text) && !isNamed(title.read.text))
      return { outcome: 'unclear', claim: word, leansAgainst: true };
  }
  return { outcome: 'same' };
}

type Statistic = 'mean' | 'median' | 'highest' | 'lowest' | 'total';

const statistics: readonly [Statistic, RegExp][] = [
  ['mean', /\b(?:mean|average[ds]?)\b|平均|均值/giu],
  ['median', /\bmedians?\b|中位/giu],
  ['highest', /\b(?:maximum|maximal|highest|peak)\b|最大|最高/giu],
  ['lowest', /\b(?:minimum|minimal|lowest|nadir)\b|最小|最低/giu],
  ['total', /\b(?:totals?|cumulative|overall sum)\b|累计|累积/giu],
];
/** Maximum characters between the word and its number. */
const statisticWithin = 120;

/** Compares whether a number is a mean or median: if both texts say so, they must agree. */
export function compareStatistics({ read, numbers }: Claim, { indexed }: Alignment): SlotResult {
  for (const { quantity } of numbers) {
    if (quantity.small || quantity.kind !== 'plain') continue;
    const mine = statisticBefore(read.text, quantity.start);
    if (!mine) continue;
    const theirs = matchNumber(quantity, indexed.read.quantities, '').found.map(({ start }) =>
      statisticBefore(indexed.read.text, start),
    );
    if (theirs.length > 0 && theirs.every((other) => other !== undefined && other !== mine))
      return { outcome: 'unclear', claim: quantity.text, leansAgainst: true };
  }
  return { outcome: 'same' };
}

/** Returns the statistic named last before a number, in the same part of its sentence. */
function statisticBefore(text: string, at: number): Statistic | undefined {
  const before = text.slice(Math.max(0, at - statisticWithin), at).replace(/^.*[;；。]/s, '');
  let last: { category: Statistic; index: number } | undefined;
  for (const [category, pattern] of statistics)
    for (const { index } of before.matchAll(pattern))
      if (!last || index > last.index) last = { category, index };
  return last?.category;
}

type Ending = 'overall' | 'specific' | 'eventFree' | 'ofGraft';

/** Kinds of survival and mortality that differ from each other. */
const endings: readonly [Ending, RegExp][] = [
  [
    'overall',
    /\b(?:overall|total|all-?\s?cause) (?:\w+ )?(?:survival|mortality|deaths?)\b|\bOS\b|总生存|总死亡|全因死亡/u,
  ],
  [
    'specific',
    /\b(?:\w+)[- ]specific (?:\w+ )?(?:survival|mortality|deaths?)\b|\b(?:CSS|DSS)\b|特异性(?:生存|死亡)/u,
  ],
  ['eventFree', /\b\w+[- ]free survival\b|\b(?:PFS|DFS|EFS|RFS|MFS|BCR-?FS)\b|无\p{Script=Han}{1,6}生存/u],
  ['ofGraft', /\bgraft (?:survival|loss|failure)\b|移植物(?:存活|生存|失功)/u],
];

/** Compares the kind of survival or mortality: a predictor of cancer mortality need not predict all-cause mortality. */
export function compareEndings({ read }: Claim, { indexed, sentence }: Alignment): SlotResult {
  const forms = sentence.shortForms
    .filter(({ written }) => placesOfShortForm(written, indexed.read.text).length > 0)
    .map(({ long }) => long);
  const theirs = endingsIn([indexed.read.text, ...forms].join(' '));
  if (theirs.size === 0) return { outcome: 'same' };
  for (const ending of endingsIn(read.text))
    if (!theirs.has(ending)) return { outcome: 'unclear', claim: read.text, leansAgainst: true };
  return { outcome: 'same' };
}

const endingsIn = (text: string): Set<Ending> =>
  new Set(endings.filter(([, pattern]) => pattern.test(text)).map(([ending]) => ending));
