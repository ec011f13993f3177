import type { AbsentCondition, Subject } from '@citewell/core/records/query.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { namePatterns } from '../subject-names/subject-marks.ts';

const people =
  '(?:patients?|people|persons?|individuals|adults?|subjects|participants|populations?|women|woman|females?|men|males?|children|adolescents|infants|survivors|residents|workers|controls|those)';
/** Words of records and topics before the name of a condition, which change nothing. */
const ordinary =
  '(?:(?:an?|any|the|known|prior|previous|pre-?existing|established|underlying|overt|clinical|documented|diagnosed|concomitant|current|active|evidence of|history of|diagnosis of|signs of|symptomatic) ){0,4}';
const name = String.raw`((?:(?!(?:in|on|after|before|during|with|who|receiving|undergoing|treated|for|of|at|by|from|under|versus|vs|as|to)\b)[\w-]{2,30}[ ,]{0,2}){1,6})`;

/** English ways to name people by a condition that they do not have; the second group of each is the condition. */
const wordings: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\b(?:with|and|or|versus|vs\.?) (?:and |or |versus )?)\b(without|free (?:of|from)) ${ordinary}${name}`,
    'gi',
  ),
  new RegExp(
    String.raw`\b(who (?:do|did|does|have|had|are|were) (?:not|never) (?:have |had |be )?(?:currently )?)${ordinary}${name}`,
    'gi',
  ),
  /\b(?:(?:in|among|for) )?((?:lifelong )?(?:never|non)[- ]?)(smokers?|drinkers?|users?)\b/gi,
  new RegExp(
    String.raw`\b(non-?)(smoking|diabetic|pregnant|elderly|geriatric|obese|hypertensive|asthmatic|depressed|cirrhotic|infected|menopausal|drinking) (?=(?:[a-z-]{2,20} )?${people}\b)`,
    'gi',
  ),
  new RegExp(String.raw`\b(pre-?)(menopausal) (?=(?:[a-z-]{2,20} )?${people}\b)`, 'gi'),
  new RegExp(String.raw`\b(non-)([a-z-]{4,30}(?: ill)?) (?=${people}\b)`, 'gi'),
  new RegExp(
    String.raw`\b(?<infection>HIV|HBV|HCV|HPV|HBsAg|CMV|EBV|COVID-19|H\. pylori|Helicobacter pylori|hepatitis [BC])[- ](negative|seronegative|uninfected) (?=(?:[a-z-]{2,20} )?${people}\b)`,
    'gi',
  ),
];

const peopleHan = '(?:成年?人|患者|病人|人群|人士|者|女性|男性|妇女|人)';
/** Any listed condition, before a word for people. */
const otherHan = new RegExp(
  String.raw`(?<![有伴患与或])(非|无|没有|未患有?|未合并|不合并|不伴有?|未伴有?|未感染)([\p{Script=Han}A-Z]{2,10}?)(?:病史)?(?:的(?=[^。；，]{0,8}${peopleHan})|(?=的?${peopleHan}))`,
  'gu',
);
/** Women before the menopause, for whom lists have a name. */
const beforeMenopauseHan = /(绝经)(前)期?的?(?=女性|妇女|患者)/g;
/** Chinese ways; a condition ends before the people, or before 的. */
const wordingsHan: readonly RegExp[] = [
  /(从不|从未|未曾|不|非|未)(吸烟|饮酒|抽烟|喝酒)(?:者|人群|人)?的?/g,
  /(未|尚未|非)(绝经后?)(?:期)?/g,
  beforeMenopauseHan,
  /(未|尚未|非)(怀孕|妊娠期?|孕妇|孕期)(?:的)?/g,
  /(非)(老年人?|高龄人?|儿童|新生儿|早产儿)(?:患者|病人|人群|者)?的?/g,
  /((?:HIV|HBV|HCV|HPV|乙肝|丙肝|幽门螺杆菌))(?:抗体)?(阴性|未感染)(?:者|人群)?的?/g,
  otherHan,
];

/** Conditions with wordings of their own, and ways of records to say that people do not have them. */
const listed: readonly {
  named: RegExp;
  wordings: readonly string[];
  /** Other ways to say it of people. */
  others?: RegExp;
  /** Other ways to say that people do have it. */
  opposites?: RegExp;
  /** Name of those who do not have it, for a search. */
  searched?: string;
}[] = [
  {
    named: /^(?:pregnan|怀孕|妊娠|孕)/i,
    wordings: ['pregnant', 'pregnancy', 'gravid', '怀孕', '妊娠', '孕'],
    searched: 'nonpregnant',
  },
  {
    named: /^(?:smok|吸烟|抽烟)/i,
    wordings: ['smoker', 'smoking', 'smoke', 'smoked', 'tobacco', '吸烟'],
    others: /\bnever[- ]smok/i,
    searched: 'never smokers',
  },
  {
    named: /^(?:drink|饮酒|喝酒)/i,
    wordings: ['drinker', 'drinking', 'drink', 'alcohol', '饮酒'],
    others: /\b(?:abstainers?|abstinent)\b/i,
    searched: 'nondrinkers',
  },
  {
    named: /^(?:elderly|geriatric|older|aged|老年|高龄)/i,
    wordings: ['elderly', 'geriatric', '老年'],
    others:
      /\byoung(?:er)? (?:(?!than\b)[a-z-]{2,20} ){0,2}?(?:adults?|people|persons?|patients?|individuals|subjects|wom[ae]n|m[ae]n)\b|\bmiddle-?aged?\b|\b(?:under|below|younger than|aged (?:up to|<|≤)) ?(?:the age of )?(?:[2-5]\d|6[05])\b(?! ?%)|\b(?:1[89]|[2-4]\d) ?(?:-|–|to|and) ?(?:[3-5]\d|6[045])[- ]years?\b|中青年|青年|中年/i,
    opposites:
      /\bpost-?menopaus|\bolder (?:[a-z-]{2,20} ){0,2}?(?:adults?|people|persons?|patients?|individuals|subjects|wom[ae]n|m[ae]n)\b|\b(?:older than|over|above|aged|at least|>|≥) ?(?:the age of )?(?:[5-9]\d)\b(?! ?(?:%|(?:-|–|to) ?[3-6]\d))|\bmean age[^.;]{0,20}\b(?:6[5-9]|[7-9]\d)\b|绝经后|老人|(?:[6-9]\d)岁(?:及|或)?以上/i,
  },
  {
    named: /^(?:child|pa?ediatric|儿童)/i,
    wordings: ['children', 'paediatric', 'pediatric', '儿童'],
    others: /\b(?:adults?|elderly)\b|成人|成年|老年/i,
  },
  {
    named: /^(?:preterm|premature|早产)/i,
    wordings: ['preterm', 'premature', '早产'],
    others: /\b(?:full-?)?term (?:infants?|newborns?|babies|neonates?)\b|足月/i,
    searched: 'term infants',
  },
  {
    named: /^(?:menopaus|post-?menopaus|绝经)/i,
    wordings: ['menopausal', 'postmenopausal', '绝经'],
    // Means and ages of these women are compared with, and say nothing of those who took part.
    others:
      /\bpre-?menopaus\w*(?! (?:[a-z-]{2,20} )?(?:means?|levels?|values?|range|reference|age|peak|status)\b)|\bbefore (?:the )?menopause\b|绝经前/i,
    searched: 'premenopausal',
  },
];
/** Adjectives for people who have a condition, with its name in lists. */
const nouns: readonly (readonly [RegExp, string])[] = [
  [/^diabetics?$/i, 'diabetes'],
  [/^obese$/i, 'obesity'],
  [/^hypertensives?$/i, 'hypertension'],
  [/^asthmatics?$/i, 'asthma'],
  [/^depressed$/i, 'depression'],
  [/^cirrhotics?$/i, 'cirrhosis'],
];

/** Reading of a topic's words on what the people studied do not have. */
export type ReadAbsence = {
  /** The topic without these words. */
  topic: string;
  /** The words, and the name of each condition in them. */
  absent: { words: string; named: string[] }[];
};

/**
 * Reads the conditions that the people of a topic do not have. `isName` returns true for words that are one name, such as
 * "non-small cell lung cancer", which deny nothing. A condition that the topic also names for itself is compared with its
 * absence: "in people with and without diabetes".
 *
 * @example
 * readAbsence('Hypertension in non-pregnant women', () => false); // { topic: 'Hypertension in women', absent: [{ words: 'non-pregnant', named: ['pregnant'] }] }
 */
export function readAbsence(topic: string, isName: (words: string) => boolean): ReadAbsence {
  const absent: ReadAbsence['absent'] = [];
  let rest = topic;
  for (const pattern of [...wordings, ...wordingsHan])
    rest = rest.replace(pattern, (words, one: string, other: string, ...tail) => {
      const groups = tail.at(-1) as { infection?: string } | string | undefined;
      const infection =
        (typeof groups === 'object' && groups.infection) ||
        (/阴性|未感染|^前$/.test(other) ? one : undefined);
      const named = conditionsOf(infection ?? other);
      const own = words.replace(/^(?:in|among|for) /i, '');
      if (named.length === 0 || (pattern !== beforeMenopauseHan && isName(own.trim()))) return words;
      const others = rest.replace(words, ' ').toLowerCase();
      if (named.some((each) => others.includes(comparedStem(each)))) return words;
      if (pattern === otherHan && !named.every(isListedHan)) return words;
      absent.push({ words: own.trim().replace(/的$/, ''), named });
      return /\p{Script=Han}/u.test(words) ? '' : ' ';
    });
  const left = rest
    .replace(/\s+/g, ' ')
    .replace(/ (?=[?.,;])/g, '')
    .trim()
    .replace(/^(?:患者|病人|人群|者|人)?的/, '')
    .replace(/^(?:患者|病人|人群|者)(?=\p{Script=Han})/u, '');
  return { topic: left, absent };
}

/** Splits "diabetes or cardiovascular disease" into its names. */
function conditionsOf(words: string): string[] {
  return words
    .split(/,\s*(?:or |and |nor )?| (?:or|and|nor) |[或和、]/)
    .map((each) => each.trim())
    .filter((each) => each.length > 1);
}

/** Returns the beginning of a name that its noun and adjective share: "diabet". */
function stem(given: string): string {
  const lower = given.toLowerCase();
  return /^[a-z]{7,}$/.test(lower) ? lower.slice(0, Math.max(4, lower.length - 3)) : lower;
}

/** Returns the beginning of a name by which a topic names the condition for itself: passive smoking is not smokers. */
function comparedStem(given: string): string {
  return given.length > 7 ? stem(given) : given.toLowerCase();
}

/** Returns true for a single Chinese word of a list: 症状感染 of 无症状感染者 is none. */
function isListedHan(given: string): boolean {
  const terms = hanTerms(given);
  return terms.length === 1 && terms[0]?.zh === given && terms[0].en !== undefined;
}

/**
 * Reads a condition by lists: the wordings by which records are tested for its absence, none if no list has it, and a name of those
 * who do not have it, to search for. `subjectsOf` reads the subjects of a name.
 */
export async function listedCondition(
  named: string,
  subjectsOf: (name: string) => Promise<readonly Subject[]>,
): Promise<{ wordings: string[]; searched: string[] }> {
  const own = listed.find((each) => each.named.test(named));
  if (own) return { wordings: [...own.wordings], searched: own.searched ? [own.searched] : [] };
  const noun = nouns.find(([pattern]) => pattern.test(named))?.[1] ?? named;
  const subjects = (await subjectsOf(noun)).filter(({ kind }) => kind === 'known');
  const all = [...new Set(subjects.flatMap(({ wordings: each }) => each))];
  const english = all.find((wording) => !/\p{Script=Han}/u.test(wording));
  return { wordings: all, searched: english ? [`without ${english}`] : [] };
}

/** Tests of a text for a condition that people do not have. */
type AbsenceTests = {
  /** Returns true if it says that they do not have it: "nondiabetic", "without hypertension", "HIV-uninfected", 未绝经. */
  denies(text: string): boolean;
  /** Returns true if it names the condition otherwise. */
  names(text: string): boolean;
  /** Returns true if it says that people have it: "women with diabetes", "diabetic women". */
  states(text: string): boolean;
};

/** Animals that are named by what they have or lack. */
const strain = /\bnon-?obese[- ]diabetic\b|\bNOD\b|\bnon-?diabetic (?:mice|mouse|rats?|BB)\b/gi;
/** People with whom those studied are compared. */
const compared = '(?: [\\w-]{1,20}){0,3} (?:controls?|comparators?|comparison)\\b';
const somebody = new RegExp(
  String.raw`\b(?:${people}|(?:non-?|ex-)?(?:smokers|drinkers|users)|diabetics)\b|${peopleHan}`,
  'i',
);

function compileAbsence({ wordings: all }: AbsentCondition): AbsenceTests {
  const single = all.filter((each) => /^[a-z]{7,}$/i.test(each)).map((each) => `${stem(each)}[a-z]{0,7}`);
  const patterns = namePatterns([{ name: '', wordings: [...all], kind: 'known' }]) ?? [];
  const names = [...patterns.map(({ source }) => source.replace(/^\\b|\\b$/g, '')), ...single].join('|');
  const { others, opposites } = listed.find(({ wordings: own }) => own[0] === all[0]) ?? {};
  const absence = new RegExp(
    [
      String.raw`\bnon-?\s?(?:${names})`,
      String.raw`\b(?:without|free (?:of|from)|absence of|never|neither|nor|no) ${ordinary}(?:${names})`,
      String.raw`\b(?:is|are|was|were|be|who|people|patients|women|men) (?:do |did |have |had )?(?:not|never) (?:have |had )?${ordinary}(?:${names})`,
      String.raw`\b(?:do|did|does|have|had) (?:not|never) (?:have |had )?${ordinary}(?:${names})`,
      // Nor do those studied have what excluded others.
      String.raw`\bexclu(?:d(?:ed|ing)|sion)\b[^.;]{0,100}(?:${names})|[^.;]{0,100}(?:${names})[^.;]{0,60}\b(?:were|was) (?:excluded|ineligible|not eligible)\b|(?:排除|剔除)[^。；]{0,60}(?:${names})|(?:${names})[^。；，]{0,12}(?:除外|被排除)`,
      String.raw`(?:${names})[- ](?:negative|seronegative|uninfected|free(?! survival))\b`,
      String.raw`(?:非|无|未患?有?|没有|不|未合并|不伴有?|从不|从未)(?:${names})|(?:${names})(?:阴性|未感染)`,
      ...(others ? [others.source] : []),
    ].join('|'),
    'gi',
  );
  const controls = new RegExp(`(?:${absence.source})${compared}`, 'gi');
  const had = new RegExp(
    String.raw`\b(?:${names})(?:[- ](?:infected|positive|seropositive))?(?: [\w-]{2,20}){0,2} ${people}\b` +
      String.raw`|\b${people}(?: [\w-]{2,20}){0,2} (?:with|who (?:have|had|were|are)|having|in)(?: [\w-]{1,20}){0,4} (?:${names})|(?:${names})的?${peopleHan}`,
    'i',
  );
  const read = (text: string) => text.replace(strain, ' ').replace(controls, ' ');
  return {
    denies: (text) => read(text).search(absence) >= 0,
    names: (text) => {
      const rest = text.replace(absence, ' ');
      return patterns.some((pattern) => rest.search(pattern) >= 0);
    },
    states: (text) => {
      const rest = text.replace(absence, ' ');
      return had.test(rest) || opposites?.test(rest) === true;
    },
  };
}

/** Statements of a record about the people it studied. */
export type StatedPeople = {
  titles: readonly string[];
  /** Keywords, aims and the sentences that say who took part. */
  stated: readonly string[];
};

/**
 * Creates a test whether a record says of the people it studied that they have none of the conditions, and of none of them that they do. Its title
 * decides if it speaks of the condition; a comparison group, an age up to which people were taken, or a result in some of them
 * does not make them the topic's population.
 */
export function studiesAbsence(conditions: readonly AbsentCondition[]): (record: StatedPeople) => boolean {
  const tests = conditions.filter(({ wordings: all }) => all.length > 0).map(compileAbsence);
  return ({ titles, stated }) =>
    tests.every(({ denies, names, states }) => {
      if (titles.some((title) => names(title) || states(title))) return false;
      if (titles.some(denies)) return true;
      return stated.some((text) => denies(text) && somebody.test(text)) && !stated.some(states);
    });
}
