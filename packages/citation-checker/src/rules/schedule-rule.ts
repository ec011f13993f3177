import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { oncePerSentence } from '../locate.ts';
import { matchQuantity } from '../numbers/match-quantity.ts';
import { plainDigits, type Quantity } from '../reading/quantities.ts';
import type { ReadText } from '../reading/tokens.ts';

/** Frequency of a dose or event, in times per day. */
type Schedule = { text: string; perDay: number; dose: Quantity | undefined };

const counts: Record<string, number> = {
  once: 1,
  one: 1,
  a: 1,
  twice: 2,
  two: 2,
  three: 3,
  thrice: 3,
  four: 4,
  一: 1,
  两: 2,
  二: 2,
  三: 3,
  四: 4,
};
const periods: [pattern: RegExp, days: number][] = [
  [/^(?:hour|h$|小时)/i, 1 / 24],
  [/^(?:da|天|日)/i, 1],
  [/^(?:week|wk|周|星期)/i, 7],
  [/^(?:month|月|个月)/i, 30.4375],
  [/^(?:year|annual|年)/i, 365.25],
];
const short: Record<string, number> = { qd: 1, bid: 2, tid: 3, qid: 4, qw: 1 / 7, qod: 1 / 2 };

const number = String.raw`\d+(?:\.\d+)?|one|two|three|four`;
const times = new RegExp(
  String.raw`\b(?:(?<word>once|twice|thrice)|(?<count>${number})\s(?:times|doses))[\s-](?:(?:a|per|each|every)\s)?(?<period>daily|day|week(?:ly)?|monthly?|year(?:ly)?|annually)\b`,
  'gi',
);
const everyEnglish = new RegExp(
  String.raw`\bevery\s(?<every>${number}|other)?\s?(?<period>hours?|h|days?|weeks?|wk|months?|years?)\b`,
  'gi',
);
const plain = /(?<!(?:once|twice|thrice|times|doses)[\s-])(?<![\p{L}-])(?<period>daily|weekly|monthly)\b/giu;
const latin =
  /(?<![\p{L}\d])(?<short>qd|b\.?i\.?d|t\.?i\.?d|qid|qod|qw|q(?<every>\d{1,2})(?<period>h|d|w))(?![\p{L}\d])/giu;
const hanTimes =
  /(?:每|一)(?<every>\d{1,2}|[两二三四])?(?:个)?(?<period>日|天|周|星期|月|年|小时)(?:服用|给药|口服|注射)?(?<count>\d{1,2}|[一两二三四])次|(?:每|隔)(?<every2>\d{1,2}|[两二三四])(?:个)?(?<period2>日|天|周|星期|月|小时)(?:1|一)次/gu;

const countOf = (word: string | undefined): number =>
  counts[word?.toLowerCase() ?? 'one'] ?? (word?.toLowerCase() === 'other' ? 2 : Number(word));
const daysOf = (word: string): number => periods.find(([pattern]) => pattern.test(word))?.[1] ?? Number.NaN;

/** Without one of these a text says nothing of how often. */
const often = /once|twice|thrice|times|doses|every|ly\b|\bq|\b[bt]\.?i\.?d|次/i;

function readSchedules({ text, quantities }: Pick<ReadText, 'text' | 'quantities'>): Schedule[] {
  if (!often.test(text)) return [];
  const digits = plainDigits(text);
  const found: Schedule[] = [];
  for (const pattern of [times, everyEnglish, plain, latin, hanTimes])
    for (const { 0: written, index, groups = {} } of digits.matchAll(pattern)) {
      const letters = groups.short?.replace(/\./g, '').toLowerCase();
      const period = groups.period ?? groups.period2 ?? '';
      const unit = { h: 1 / 24, d: 1, w: 7 }[groups.short ? period.toLowerCase() : ''] ?? daysOf(period);
      const perDay =
        (letters && short[letters]) ||
        countOf(groups.word ?? groups.count) / (countOf(groups.every ?? groups.every2) * unit);
      if (Number.isFinite(perDay) && perDay > 0)
        found.push({ text: written.trim(), perDay, dose: doseBefore(index, quantities) });
    }
  return found;
}

/** The dose that is given so often: "75 mg twice daily". */
const doseBefore = (at: number, quantities: readonly Quantity[]): Quantity | undefined =>
  quantities.findLast(
    ({ end, unit }) =>
      end <= at && at - end < doseReach && /^(?:mass|dose|volume)$/.test(unit?.dimension ?? ''),
  );
const doseReach = 24;

const schedulesIn = oncePerSentence((sentence) => readSchedules(sentence));

const isSame = ({ perDay }: Schedule, other: Schedule): boolean =>
  Math.abs(perDay - other.perDay) <= 0.02 * perDay;

/** "Twice daily" where the abstract has only "once daily"; a doubt where its best sentences say nothing of how often. */
export function scheduleFindings({ claim, abstract, ranked, verbatim }: Comparison): Finding[] {
  if (verbatim) return [];
  const own = readSchedules(claim);
  if (own.length === 0) return [];
  const theirs = abstract.sentences.flatMap(schedulesIn);
  const nearest = ranked.slice(0, sentencesRead).flatMap(({ sentence }) => schedulesIn(sentence));
  return own.flatMap((mine): Finding[] => {
    const { dose } = mine;
    const ofDose = theirs.filter((each) => dose && each.dose && matchQuantity(dose, each.dose) !== undefined);
    const known = ofDose.length > 0 ? ofDose : nearest;
    if (known.some((other) => isSame(mine, other))) return [];
    const [instead] = known.length > 0 ? known : theirs;
    if (!instead) return [];
    const isElsewhere = ofDose.length === 0 && theirs.some((other) => isSame(mine, other));
    return [
      {
        kind: 'numeric',
        force: isElsewhere || known.length === 0 ? 'doubt' : 'certain',
        claim: mine.text,
        evidence: instead.text,
      },
    ];
  });
}

const sentencesRead = 2;
