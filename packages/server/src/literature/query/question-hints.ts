import { type Pmid, parsePmid } from '@citewell/core/records/article.ts';
import type { YearRange } from '@citewell/core/records/query.ts';
import { chineseNumeral } from '@citewell/core/text/chinese-numerals.ts';
import { englishNumeral } from '@citewell/core/text/english-numerals.ts';

/** Finds PMIDs typed into a question: after the word PMID, or as the whole question. */
export function typedPmids(question: string): Pmid[] {
  const named = [...question.matchAll(/pmids?\s{0,9}[:：#]?\s{0,9}((?:\d{1,10}[\s,，、;；]*)+)/gi)].flatMap(
    ([, list = '']) => list.match(/\d+/g) ?? [],
  );
  const alone = /^\s*(\d{6,10})\s*$/.exec(question)?.[1];
  const texts = alone ? [...named, alone] : named;
  return [...new Set(texts.map(parsePmid).filter((pmid) => pmid !== undefined))];
}

/** Finds DOIs typed into a question, without trailing punctuation. */
export function typedDois(question: string): string[] {
  const found = question.match(/\b10\.\d{4,9}\/[^\s"'<>，。；、）】]+/g) ?? [];
  return [...new Set(found.map((doi) => doi.replace(/(?<![.,;:)\]?!])[.,;:)\]?!]+$/, '')))];
}

const year = String.raw`((?:19|20)\d{2})`;

/** Wordings of a span of publication years, with their meanings. `thisYear` resolves "the past five years". */
const yearWordings: [RegExp, (match: RegExpExecArray, thisYear: number) => YearRange][] = [
  [
    new RegExp(String.raw`\b(?:between|from)\s+${year}\s+(?:and|to|until|through)\s+${year}`, 'i'),
    ([, a, b]) => span(a, b),
  ],
  [
    new RegExp(String.raw`${year}\s{0,9}年?\s{0,9}(?:至|到|[-–~～—])\s{0,9}${year}\s{0,9}年?`),
    ([, a, b]) => span(a, b),
  ],
  [
    /\b(?:past|last|previous|recent|most recent)\s+(\d{1,2}|[a-z]+)\s+(?:years?|yrs?)\b/i,
    ([, n = ''], now) => past(Number(n) || englishNumeral(n), now),
  ],
  [
    /\b(?:past|last|previous|recent)\s+(\d|[a-z]+)\s+decades\b/i,
    ([, n = ''], now) => past(10 * (Number(n) || (englishNumeral(n) ?? 0)), now),
  ],
  [/\b(?:past|last) decade\b|(?:近|最近|过去)十年/i, (_, now) => past(10, now)],
  [/\b(?:past|last) year\b|(?:近|最近|过去)一年|去年以来/i, (_, now) => past(1, now)],
  [
    /(?:近|最近|过去)\s*(\d{1,2}|[二三四五六七八九]?十[一二三四五六七八九]?|[一两二三四五六七八九])\s*年/,
    ([, n = ''], now) => past(Number(n) || chineseNumeral(n), now),
  ],
  [new RegExp(String.raw`\b(?:since|after|from)\s+${year}\b`, 'i'), ([, a]) => ({ from: Number(a) })],
  [
    new RegExp(
      String.raw`(?:自从?)?${year}\s{0,9}年?\s{0,9}(?:以来|之后|以后|后|起|至今)|(?:自从?)${year}\s{0,9}年`,
    ),
    ([, a, b]) => ({ from: Number(a ?? b) }),
  ],
  [new RegExp(String.raw`\b(?:before|until|up to)\s+${year}\b`, 'i'), ([, a]) => ({ to: Number(a) })],
  [new RegExp(String.raw`${year}\s{0,9}年?\s{0,9}(?:之前|以前|前)`), ([, a]) => ({ to: Number(a) })],
  // A year alone may be the period studied ("births in 2008"); only publications have a year of their own.
  [
    new RegExp(
      String.raw`\b(?:published|publications?|papers?|articles?|studies|trials?|literature|evidence|guidelines?|reviews?)\s+(?:[a-z-]+\s+){0,3}?(?:in|from|of|during)\s+${year}\b`,
      'i',
    ),
    ([, a]) => span(a, a),
  ],
  [
    new RegExp(
      String.raw`${year}\s{0,9}年(?=发表|出版|刊登|的?[^，。；？\d]{0,12}(?:研究|文献|论文|指南|试验|综述|文章|证据))`,
    ),
    ([, a]) => span(a, a),
  ],
];

/** Matches questions, as opposed to mere topics: "Did births rise from 2002 to 2007?" */
export const asksSomething =
  /[?？]|^\s{0,9}(?:did|does|do|has|have|had|was|were|is|are|how|what|which|why|who|when|where|can|could|should|would|will)\b|吗|多少|是否|如何|怎么|为什么/i;
/** Matches references to publications, including the latest. */
const namesPublications =
  /\b(?:publi(?:shed|cations?)|papers?|articles?|stud(?:y|ies)|trials?|literature|evidence|guidelines?|(?:systematic )?reviews?|meta-analys[ie]s|research|new|newest|latest|advances?|progress|known|learn(?:ed|t))\b|发表|出版|刊登|文献|论文|文章|研究|试验|综述|荟萃|指南|共识|证据|进展|最新|新药/i;

/**
 * Extracts the publication years that a question asks for in words ("past five years", 近五年, since 2015), and returns
 * the question without them. In a question that does not mention publications, years are those of the subject.
 */
export function yearsInWords(question: string, thisYear: number): { years: YearRange; rest: string } {
  if (asksSomething.test(question) && !namesPublications.test(question)) return { years: {}, rest: question };
  for (const [pattern, meaning] of yearWordings) {
    const match = pattern.exec(question);
    const years = match && meaning(match, thisYear);
    if (match && years && (years.from !== undefined || years.to !== undefined)) {
      return {
        years,
        rest: `${question.slice(0, match.index)} ${question.slice(match.index + match[0].length)}`,
      };
    }
  }
  return { years: {}, rest: question };
}

function span(a: string | undefined, b: string | undefined): YearRange {
  const [from, to] = [Number(a), Number(b)].sort((x, y) => x - y);
  return { from: from as number, to: to as number };
}

function past(count: number | undefined, thisYear: number): YearRange {
  return count ? { from: thisYear - count } : {};
}

const people =
  '(?:adults?|people|persons?|patients?|individuals|subjects|wom[ae]n|m[ae]n|females|males|survivors|inpatients|outpatients|residents|veterans)';

/** Populations in the wording of questions, with their MeSH headings. */
const populationWordings: [RegExp, string[]][] = [
  [/\b(?:newborns?|neonat(?:e|es|al))\b|新生儿/i, ['Infant, Newborn']],
  [/\b(?:preterm|premature) (?:infants?|babies|neonates?)\b|早产儿/i, ['Infant, Premature']],
  // Fertilization outside the body is called after its result.
  [
    /\b(?:infants?|(?<!test[- ]tube )bab(?:y|ies)|toddlers?)\b|(?<!试管)婴儿|婴幼儿|(?<!试管)宝宝/i,
    ['Infant'],
  ],
  [/\b(?:child(?:ren|hood)?|kids?|p(?:a)?ediatric)\b|儿童|小儿(?!麻痹)|患儿|小孩|孩子/i, ['Child']],
  // Of any age before adulthood.
  [/\b(?:boys?|girls?)\b(?!['’])|[男女](?:孩|童)/i, ['Child', 'Adolescent']],
  [/\b(?:adolescen(?:t|ts|ce)|teen(?:ager)?s?)\b|青少年/i, ['Adolescent']],
  [
    /\byoung(?:er)? (?:adults?|people|persons?|patients?|wom[ae]n|m[ae]n)\b|青年|年轻(?:的)?(?:成?人|患者|女性|男性)/i,
    ['Young Adult'],
  ],
  [/\bpregnan(?:t|cy|cies)\b|孕妇|妊娠|怀孕|孕期/i, ['Pregnancy']],
  // Names of diseases may contain words for old age, whatever the patients' age.
  [
    new RegExp(
      String.raw`\b(?:elderly|(?:older|aged) (?:(?!than\b|and\b|or\b|in\b|for\b|with\b)[a-z-]{2,20},? ){0,2}?${people}|${people},? (?:who are |of |at |in )?(?:an? )?(?:older|old|advanced) age|${people},? (?:who are )?(?:older(?! than)|aged (?!\d)|(?:aged |over |above |older than |≥ ?|>=? ?)(?:the age of )?(?:6[05]|7[05]|8[05]|90))|geriatric|seniors)(?!\w)|(?:老年|年老|年长|年迈)(?!性?(?:痴呆|黄斑|斑))|老人(?!斑)|高龄(?!产妇|孕妇|妊娠)|(?:6[05]|7[05]|80)岁(?:及|或)?以上`,
      'i',
    ),
    ['Aged'],
  ],
  [/\bpost-?menopausal\b|绝经后/i, ['Postmenopause']],
];

/** Matches the words before the name of those who are not meant: "non-pregnant", "who are not elderly", "except in children", 非老年人. */
const negation =
  /(?:\bnon[- ]|\b(?:not|no|neither|without|except|excluding|other than)(?: (?:for|in|the|an?|currently|any|being))? |非|未|不是|没有|无|除(?:了|外)?)$/i;
const negationMax = 24;

/**
 * Returns the populations of a question as MeSH headings, without those that it names only to exclude them ("non-pregnant
 * women"); their words stay, since they may be its topic.
 */
export function populationsInWords(question: string): string[] {
  const isNamed = (pattern: RegExp) =>
    [...question.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))].some(
      ({ index }) => !negation.test(question.slice(Math.max(0, index - negationMax), index)),
    );
  return [
    ...new Set(populationWordings.flatMap(([pattern, headings]) => (isNamed(pattern) ? headings : []))),
  ];
}

/** Nouns after "male" or "female" that name no person. */
const noPerson =
  '(?! (?:mice|mouse|rats?|rabbits?|dogs?|pigs?|animals?|sex hormones?|hormones?|condoms?|gametes?|mosquito(?:es)?))';
/** Matches women or men as the population of a topic: in "women with coronary disease", not in "women's health". */
const sexWordings: [RegExp, string][] = [
  [
    new RegExp(
      String.raw`\b(?:wom[ae]n|females?|girls?)\b(?!['’])${noPerson}|女(?:性|人|孩|童|生(?!殖))|妇女`,
      'i',
    ),
    'Female',
  ],
  [
    new RegExp(String.raw`\b(?:m[ae]n|males?|boys?)\b(?!['’])${noPerson}|男(?:性|人|孩|童|生(?!殖))`, 'i'),
    'Male',
  ],
];

/** Returns the sex of a topic's population as MeSH headings; none if it names both. */
export function sexesInWords(topic: string): string[] {
  const sexes = sexWordings.flatMap(([pattern, heading]) => (pattern.test(topic) ? [heading] : []));
  return sexes.length === 1 ? sexes : [];
}

const anyPopulation = [
  ...populationWordings.map(([pattern]) => pattern),
  /\b(?:adults?|wom[ae]n|m[ae]n|males?|females?|boys|girls)\b|成年?人|女性|男性|妇女|男人|女人/i,
].map((pattern) => new RegExp(pattern.source, 'gi'));
/** Leaves "with type 2 diabetes" of "in adults with type 2 diabetes". */
const danglingWord = /\b(?:in|among|for|of)\s+(?=[?.!,;\n]|$|(?:with|who|after|during|and|or)\b)/gi;

/** Removes the words for populations from a question that is asked again about another one. */
export function withoutPopulations(question: string): string {
  return anyPopulation
    .reduce((rest, pattern) => rest.replace(pattern, ' '), question)
    .replace(danglingWord, ' ');
}

/** Study designs in the wording of questions, with PubMed's publication types. */
const studyWordings: [RegExp, string[]][] = [
  [
    /\bmeta-?\s?analy[sz]e?s(?:is|es)?\b|\bmeta-?\s?analys[ie]s\b|荟萃分析|元分析|meta分析/gi,
    ['Meta-Analysis'],
  ],
  [/\bsystematic reviews?\b|系统(?:性)?(?:评价|综述|回顾)/gi, ['Systematic Review']],
  [
    /\bRCTs?\b|\brandomi[sz]ed (?:controlled )?(?:clinical )?trials?\b|随机(?:双盲)?(?:安慰剂)?对照(?:临床)?(?:试验|研究)?|随机(?:临床)?试验/gi,
    ['Randomized Controlled Trial'],
  ],
  [/\b(?:clinical )?(?:practice )?guidelines?\b|(?:临床|诊疗)?指南/gi, ['Practice Guideline', 'Guideline']],
  [/\bcohort stud(?:y|ies)\b|\bobservational stud(?:y|ies)\b|队列研究|观察性研究/gi, ['Observational Study']],
  [/\bcase[- ]control stud(?:y|ies)\b|病例对照研究/gi, ['Observational Study']],
  [/\bcase (?:reports?|series)\b|病例报告|个案报道|病例系列/gi, ['Case Reports']],
  [/\bclinical trials?\b|临床试验/gi, ['Clinical Trial']],
  [/\breviews? articles?\b|\bliterature reviews?\b|综述/gi, ['Review']],
];

/** Extracts the study types that a question names, and returns the question without them. */
export function studyTypesInWords(question: string): { studyTypes: string[]; rest: string } {
  const studyTypes: string[] = [];
  let rest = question;
  for (const [pattern, types] of studyWordings) {
    const without = rest.replace(pattern, ' ');
    if (without !== rest) studyTypes.push(...types);
    rest = without;
  }
  return { studyTypes, rest };
}

/** Detects whether a question asks for retracted papers, and returns it without those words. */
export function retractedInWords(question: string): { includeRetracted: boolean; rest: string } {
  const rest = question.replace(/\bretract(?:ed|ions?)\b|被?撤稿的?|被?撤回的?|被撤销的?/gi, ' ');
  return { includeRetracted: rest !== question, rest };
}
