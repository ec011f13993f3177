import { oncePerSentence, type ReadAbstract } from '../locate.ts';

/** An outcome that has a name of its own, where a text names it. */
export type OutcomeName = { key: string; start: number; end: number };

/** Outcomes that are taken for one another: key → wordings. Of two that begin at one place the longer one is meant. */
const table: [key: string, wordings: string][] = [
  [
    'progression-free',
    String.raw`progression[- ]free survival|\bPFS|(?:disease )?progression or death|无(?:疾病)?进展(?:生存|存活)|进展或死亡`,
  ],
  ['disease-free', String.raw`disease[- ]free survival|\bDFS|无病(?:生存|存活)`],
  ['event-free', String.raw`event[- ]free survival|\bEFS|无事件(?:生存|存活)`],
  ['relapse-free', String.raw`(?:relapse|recurrence)[- ]free survival|\bRFS|无复发(?:生存|存活)`],
  ['metastasis-free', String.raw`metastas[ie]s[- ]free survival|\bD?MFS|无(?:远处)?转移(?:生存|存活)`],
  [
    'specific survival',
    String.raw`(?:cancer|disease|cause)[- ]specific survival|\b(?:CSS|DSS)|(?:肿瘤|癌症|疾病)特异性?生存`,
  ],
  ['overall survival', String.raw`overall survival|\bOS|总体?(?:生存|存活)`],
  [
    'survival',
    String.raw`(?<![- ]free |-free-)\bsurviv(?:al|ed|ors?)(?! analys)|(?<![一-龥])(?:生存|存活)|(?<!无\p{Script=Han}{1,4}|总体?)(?:生存|存活)(?=[率期])`,
  ],
  [
    'specific death',
    String.raw`(?:cardiovascular|cardiac|neurologic(?:al)?|cancer|disease|cause)[- ](?:specific )?(?:deaths?|mortality)|deaths? from (?!any)\w+|(?:心血管|心源性|神经|肿瘤)性?死亡`,
  ],
  [
    'death',
    String.raw`(?:all[- ]cause |overall |in-hospital )?(?:mortality|deaths?)\b|(?:全因|总)?(?:死亡|病死)`,
  ],
  [
    'complete response',
    String.raw`complete (?:pathologic(?:al)? )?(?:responses?|remissions?)|pathologic(?:al)? complete responses?|\bp?CR\b|完全(?:缓解|应答)`,
  ],
  ['partial response', 'partial (?:responses?|remissions?)|部分(?:缓解|应答)'],
  [
    'response',
    String.raw`(?:(?:overall|objective) )?response rates?|(?:overall|objective) responses?|\bORR|(?:客观|总)缓解率?`,
  ],
  ['disease control', String.raw`disease control rate|\bDCR|疾病控制率`],
  ['response duration', String.raw`duration of (?:the )?(?:response|remission)|\bDo?R\b|缓解持续时间`],
  ['time to progression', String.raw`time to (?:disease |tumou?r )?progression|\bTTP|(?:至|到)疾病?进展时间`],
  ['time to relapse', 'time to (?:disease |tumou?r )?(?:relapse|recurrence)|复发时间'],
  ['follow-up', 'follow(?:ed)?[- ]?up|随访'],
  ['age', String.raw`\bage[ds]?\b|年龄`],
  ['stay', '(?:hospital|length of) stay|hospitali[sz]ation (?:time|duration)|住院(?:时间|天数|日)'],
  ['operating time', 'operati(?:ng|ve|on) times?|duration of (?:the )?(?:surgery|operation)|手术时间'],
];

const patterns = table.map(([key, wordings]) => [key, new RegExp(wordings, 'giu')] as const);

/** The outcomes that a text names, in order. */
export function readOutcomes(text: string): OutcomeName[] {
  const found: OutcomeName[] = [];
  for (const [key, pattern] of patterns)
    for (const { index, 0: name } of text.matchAll(pattern)) {
      // "OS" and its like are capitals; "or", "cr" and "os" are not meant.
      if (/^[a-z]/.test(name) && name.length <= 3 && key !== 'age') continue;
      found.push({ key, start: index, end: index + name.length });
    }
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let end = -1;
  return found.filter((each) => {
    if (each.start < end) return false;
    end = each.end;
    return true;
  });
}

const general: Record<string, readonly string[]> = {
  survival: ['overall survival', 'specific survival'],
  death: ['specific death'],
};

/**
 * Returns true if two names can denote one outcome: "survival" can mean overall survival, but no event-free survival.
 */
export function canBeSame(one: string, other: string, isRatio: boolean): boolean {
  if (one === other || general[one]?.includes(other) || general[other]?.includes(one)) return true;
  // A hazard of death is that of survival.
  const lives = ['survival', 'overall survival'];
  return (
    isRatio && ((one === 'death' && lives.includes(other)) || (other === 'death' && lives.includes(one)))
  );
}

/** Told in time alone: 31 % is nobody's age. */
export const timesAlone: ReadonlySet<string> = new Set(['follow-up', 'age', 'stay', 'operating time']);

/**
 * Finds the places of a text that lie within the name of an outcome that the abstract names as well, in whatever
 * words.
 */
export function knownOutcomes(
  text: string,
  { sentences }: Pick<ReadAbstract, 'sentences'>,
): (place: { start: number; end: number }) => boolean {
  const names = readOutcomes(text);
  const known = new Set(names.length === 0 ? [] : sentences.flatMap(outcomesIn).map(({ key }) => key));
  return ({ start, end }) =>
    names.some((name) => name.start <= start && end <= name.end && known.has(name.key));
}

/** The outcomes that a sentence of the abstract names, read once. */
export const outcomesIn = oncePerSentence(({ text }) => readOutcomes(text));
