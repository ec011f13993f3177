import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Language } from '@citewell/sdk';
import { statesAim } from '../literature/studies/states-aim.ts';

/** Words and headings that show that a record studied a group of people. */
type Group = {
  words: RegExp;
  /** MeSH headings of the group, and those that show that others were studied as well. */
  headings: readonly string[];
  others?: readonly string[];
  /** Mean or median ages in years, both inclusive, that indicate another group, outside a title. */
  ages?: { from: number; to: number };
  /** Words of an abstract that indicate that the study included another group. */
  otherwise?: RegExp;
  /** Words of a title that indicate that others were studied, if it has none of the group's. */
  othersInTitle?: RegExp;
  /** Words of a title for what only people of the group have, if the record is about humans. */
  diseases?: RegExp;
  /** Heading that studies of all adults may have as their only one of an age: alone it shows the group only if an age is stated. */
  ambiguous?: string;
  /** Marks the sexes: most studies count both, and a sentence in another context does not make it a study of one. */
  isSex?: true;
  /** Words that name the group among all people and therefore indicate nothing. */
  ofAll?: RegExp;
};

/** "884 adults", "in adults with asthma", 884名成人. */
const saysAdults =
  /\b\d[\d,]{0,9} (?:[a-z-]{3,14} ){0,2}adults\b|\badults (?:aged|with|who)\b|\d\s?[名例位]?成(?:人|年)/i;

/** Old people, in the title of a study about them. */
const oldInTitle =
  /\b(?:elderly|older (?:adults?|people|persons?|patients?|men|women)|geriatrics?|postmenopausal)\b|老年|老人|绝经后/i;
const youngInTitle =
  /\b(?:child(?:ren)?|pa?ediatrics?|infan(?:ts?|cy)|newborns?|neonat\w+|adolescen\w+)\b|儿童|婴|青少年/i;

const adults = ['Adult', 'Young Adult', 'Middle Aged', 'Aged', 'Aged, 80 and over'];

const newborns: Group = {
  words: /\b(?:newborns?|neonat\w+|preterm|premature|low[- ]birth[- ]?weight|NICU)\b|新生儿|早产|低出生体重/i,
  headings: [
    'Infant, Newborn',
    'Infant, Premature',
    'Infant, Low Birth Weight',
    'Infant, Very Low Birth Weight',
  ],
};
const infants: Group = {
  words: /\b(?:infan(?:ts?|cy)|bab(?:y|ies)|toddlers?|breast-?fed)\b|婴儿|婴幼儿|幼儿/i,
  headings: ['Infant', ...newborns.headings],
};

/** Groups by the heading for a question's words (question-hints.ts). */
const groups: Readonly<Record<string, Group>> = {
  'Infant, Newborn': newborns,
  'Infant, Premature': {
    words: /\b(?:preterm|prematur(?:e|ity)|low[- ]birth[- ]?weight)\b|早产|低出生体重/i,
    headings: ['Infant, Premature', 'Infant, Very Low Birth Weight', 'Infant, Extremely Premature'],
    diseases:
      /(?<!\badults? with (?:an? )?)\b(?:patent ductus arteriosus|bronchopulmonary dysplasia|retinopathy of prematurity|necroti[sz]ing enterocolitis|germinal matrix ha?emorrhage)\b|动脉导管未闭|支气管肺发育不良|早产儿视网膜病变/i,
  },
  Infant: infants,
  Child: {
    words:
      /\b(?:child(?:ren|hood)?|kids|pa?ediatrics?|pre-?school(?:ers?)?|school-?age[d]?|school-?children|boys|girls|infan(?:ts?|cy)|toddlers?)\b|儿童|小儿|患儿|幼儿|学龄|孩子/i,
    headings: ['Child', 'Child, Preschool', ...infants.headings],
    others: adults,
    ages: { from: 19, to: 200 },
    otherwise: saysAdults,
    othersInTitle: oldInTitle,
  },
  Adolescent: {
    words: /\b(?:adolescen\w+|teen(?:ager)?s?|youths?|high[- ]school students?)\b|青少年|中学生|青春期/i,
    headings: ['Adolescent'],
    others: adults,
    ages: { from: 20, to: 200 },
    othersInTitle: oldInTitle,
  },
  'Young Adult': {
    words:
      /\b(?:young(?:er)?[- ](?:(?!than\b|and\b|or\b)[a-z-]{2,20} ){0,2}?(?:adults?|adulthood|people|persons?|patients?|wom[ae]n|m[ae]n|individuals|subjects|onset|age)|premenopausal|(?:college|university|medical) students|(?:aged|under|below|younger than|less than) (?:the age of )?(?:3\d|4\d|50)(?! ?%)|aged (?:1[5-9]|2\d) ?(?:-|–|to|and) ?[345]\d)\b|青年|年轻|大学生/i,
    headings: ['Young Adult'],
    others: ['Middle Aged', 'Aged', 'Aged, 80 and over', 'Child', 'Infant'],
    ages: { from: 50, to: 200 },
    othersInTitle: new RegExp(`${oldInTitle.source}|${youngInTitle.source}`, 'i'),
  },
  Pregnancy: {
    words:
      /\b(?:pregnan\w+|gestation\w*|gravid\w*|antenatal|prenatal|ante-?partum|pre-?eclampsia|maternal|obstetric\w*)\b|孕|妊娠|产前|产科|子痫/i,
    headings: ['Pregnancy', 'Pregnant Women', 'Pregnancy Complications'],
  },
  Aged: {
    words:
      /\b(?:elderly|late-life|older (?:(?!than\b|age\b|and\b|or\b|at\b|in\b|with\b)[a-z-]{2,20} ){0,2}?(?:adults?|people|persons?|patients?|men|women|individuals|subjects|veterans|americans|residents|survivors)|(?:wom[ae]n|m[ae]n|patients|people|adults) (?:of|in|at) (?:older|old|advanced) age|geriatrics?|seniors|octogenarians?|nonagenarians?|centenarians?|nursing[- ]homes?|frail(?:ty)?|(?:aged|older than) ?(?:≥ ?|>=? ?|over |above |at least )?(?:6[05]|7[05]|8[05]|90)(?:\+| (?:years|yrs?|or (?:older|over|more)|and (?:older|over|above))))(?![\w%])|老年|老人|高龄|(?:6[05]|7[05]|80)岁(?:及|或)?以上/i,
    headings: ['Aged', 'Aged, 80 and over', 'Frail Elderly'],
    ambiguous: 'Aged',
    others: ['Adult', 'Young Adult', 'Middle Aged', 'Adolescent', 'Child'],
    ages: { from: 0, to: 59 },
    othersInTitle: youngInTitle,
    diseases:
      /(?<!\b(?:young|early)[- ]onset )\b(?:dementias?|alzheimer(?:['’]?s)?|age-related macular degeneration)\b|痴呆|阿尔茨海默|老年性黄斑/i,
  },
  Postmenopause: {
    words: /\bpost-?menopaus\w+|\bwomen (?:aged|over|older than) (?:5[4-9]|[6-8]\d)\b|绝经后/i,
    headings: ['Postmenopause', 'Osteoporosis, Postmenopausal'],
  },
  // Also by diseases of one sex; "men and women" means everybody.
  Female: {
    words:
      /\b(?:wom[ae]n|females?|girls|mothers|maternal|pregnan\w+|(?:post|peri|pre)?-?menopaus\w+|breast|mammogra\w+|ovar\w+|uter(?:us|ine)|endometri\w+|cervical (?:cancer|screening|neoplas\w+)|gyna?ecolog\w+|sex differences?|gender differences?)\b|女性|妇女|孕|乳腺|卵巢|子宫|宫颈|绝经/i,
    isSex: true,
    headings: ['Female'],
    others: ['Male'],
    ofAll:
      /\b(?:men (?:and|or) women|women (?:and|or) men|males? (?:and|or) females?|females? (?:and|or) males?|both sexes)\b|男女/gi,
  },
  Male: {
    words:
      /\b(?:m[ae]n|males?|boys|fathers|prostat\w+|testic\w+|testosterone|semen|sperm\w*|erectile|sex differences?|gender differences?)\b|男性|前列腺|睾丸|精液|勃起/i,
    isSex: true,
    headings: ['Male'],
    others: ['Female'],
    ofAll:
      /\b(?:men (?:and|or) women|women (?:and|or) men|males? (?:and|or) females?|females? (?:and|or) males?|both sexes)\b|男女/gi,
  },
};

/** Words for people whom a study left out, and for the parents of those it studied. */
const notStudied =
  /\b(?:exclud(?:ed|ing)|exclusion(?: criteria)?|except(?: for)?|rather than|instead of|born to|offspring of|children of|sons of|daughters of)\b[^.;]{0,200}|[^.;,]{0,120}\b(?:were|was) (?:not (?:included|studied|eligible)|excluded|ineligible)\b|(?:排除|剔除)[^。；]{0,80}|[^。；，]{0,40}(?:除外|未纳入)/gi;
const speaksOfPeople =
  /\b(?:patients?|people|persons?|individuals|adults|residents|participants|subjects|wom[ae]n|men|infants?|newborns?|neonat\w+)\b|患者|病人|老人|受试者/i;

/** "Mean age 46.2 years", "median age was 71", 平均年龄（46.2±8.1）岁. */
const statedAge =
  /\b(?:mean|median|average)(?:\s?\([^)]{1,12}\))? age(?:\s?\([^)]{1,20}\))?(?: of (?:the )?[a-z]{1,14})?(?: (?:was|of|is|were)|[:=,])? {0,2}(\d{1,2})(?:\.\d)?|平均年龄[^\d。；]{0,8}(\d{1,2})/gi;

/**
 * Returns true if a record studied one of the groups that a topic names, according to its title, stated ages, abstract and
 * headings. `populations` are MeSH headings, such as `['Aged']`; without any, every record qualifies. A heading in addition to
 * those of other ages shows only that some members of the group took part.
 *
 * @example
 * studiesPopulation(bariatricTrialOfAdults, ['Aged']); // false
 */
export function studiesPopulation(article: Article, populations: readonly string[]): boolean {
  const wanted = populations.flatMap((heading) => groups[heading] ?? []);
  return wanted.length === 0 || wanted.some((group) => hasGroup(article, group));
}

/**
 * Returns true if a record that did not study the groups of a topic states that it studied others: in its title, by their ages,
 * by their headings alone, or by counting adults. False if it does not say whom it studied.
 */
export function statesOtherPopulation(article: Article, populations: readonly string[]): boolean {
  const wanted = populations.flatMap((heading) => groups[heading] ?? []);
  const { title, vernacularTitle = '', mesh } = article;
  const titles = `${title} ${vernacularTitle}`;
  const text = abstractText(article);
  return (
    wanted.length > 0 &&
    wanted.every(({ headings, others = [], ages, otherwise, othersInTitle, isSex }) => {
      const stated = statedAges(text);
      const otherSexes = isSex ? others.flatMap((heading) => groups[heading] ?? []) : [];
      return (
        othersInTitle?.test(titles) ||
        otherSexes.some(({ words, ofAll = /(?!)/ }) => words.test(titles.replace(ofAll, ' '))) ||
        (ages && stated.length > 0 && stated.every((age) => age >= ages.from && age <= ages.to)) ||
        (others.some((heading) => mesh.includes(heading)) &&
          !headings.some((heading) => mesh.includes(heading))) ||
        otherwise?.test(text) === true
      );
    })
  );
}

/** Returns the means and medians of age in a text, in whole years. */
function statedAges(text: string): number[] {
  return [...text.matchAll(statedAge)].map(([, english, chinese]) => Number(english ?? chinese));
}

/** Number of sentences of an abstract in which no mention is incidental. */
const shortMax = 4;

function hasGroup(
  article: Article,
  { words, headings, others = [], ages, othersInTitle, ambiguous, isSex, ofAll, diseases }: Group,
): boolean {
  const { title, vernacularTitle = '', mesh, keywords } = article;
  const named = (text: string) => words.test(ofAll ? text.replace(ofAll, ' ') : text);
  if (named(`${title} ${vernacularTitle} ${keywords.join(' ')}`)) return true;
  if (othersInTitle?.test(`${title} ${vernacularTitle}`)) return false;
  const text = abstractText(article).replace(notStudied, ' ');
  const stated = statedAges(text);
  if (ages && stated.length > 0 && stated.every((age) => age >= ages.from && age <= ages.to)) return false;
  const isIndexed = headings.some((heading) => mesh.includes(heading));
  const isOthers = others.some((heading) => mesh.includes(heading));
  // Indexers list every group that took part; a group only in the abstract is merely mentioned.
  if (isOthers && !isIndexed) return false;
  const sentences = splitSentences(text).map(({ text: sentence }) => sentence);
  const naming = sentences.filter(named);
  // Once in the background, or in the outlook, is no study of them.
  const isNamed =
    naming.length >= 2 ||
    (!isSex &&
      naming.some((sentence) => sentences.length <= shortMax || /\d/.test(sentence) || statesAim(sentence)));
  const isTheirs = diseases?.test(title) === true && speaksOfPeople.test(`${title} ${text}`);
  const isTheirsAlone =
    !isOthers &&
    (stated.length > 0 ||
      naming.length > 0 ||
      headings.some((heading) => heading !== ambiguous && mesh.includes(heading)));
  return isNamed || isTheirs || (isIndexed && isTheirsAlone);
}

/** Names of the groups for answers, by heading. */
const names: Readonly<Record<string, Record<Language, string>>> = {
  'Infant, Newborn': { en: 'newborns', zh: '新生儿' },
  'Infant, Premature': { en: 'preterm infants', zh: '早产儿' },
  Infant: { en: 'infants', zh: '婴儿' },
  Child: { en: 'children', zh: '儿童' },
  Adolescent: { en: 'adolescents', zh: '青少年' },
  'Young Adult': { en: 'young adults', zh: '青年' },
  Pregnancy: { en: 'pregnancy', zh: '妊娠' },
  Aged: { en: 'older people', zh: '老年人' },
  Postmenopause: { en: 'postmenopausal women', zh: '绝经后女性' },
  Female: { en: 'women', zh: '女性' },
  Male: { en: 'men', zh: '男性' },
};

/** Returns the names of populations in a language, for display. */
export function populationNames(populations: readonly string[], language: Language): string[] {
  return populations.flatMap((heading) => names[heading]?.[language] ?? []);
}
