import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { populationOf } from '../../studies/cells/study-cells.ts';

/** The ages and states of people as words name them. */
const named = {
  newborns: /\b(?:newborns?|neonat\w+|preterm infants?|infan(?:ts?|cy)|bab(?:y|ies))\b|新生儿|婴儿/i,
  children:
    /\b(?:child(?:ren|hood)?|boys|girls|pa?ediatric|pre-?school\w*|school-?(?:aged?|children)|toddlers?)\b|儿童|患儿|小儿/i,
  adolescents: /\b(?:adolescen\w+|teenagers?|youths?|puberty|pubert\w+)\b|青少年|青春期/i,
  young:
    /\byoung(?:er)? (?:[a-z-]{2,20} ){0,2}?(?:adults?|people|persons?|patients?|wom[ae]n|m[ae]n)\b|青年|年轻/i,
  adults: /\b(?:adults?|middle-aged)\b|成人|成年/i,
  older:
    /\b(?:elderly|older (?:[\w-]{2,20} ){0,2}?(?:adults?|people|persons?|patients?|men|women)|geriatric|post-?menopaus\w+|octogenarians?|nursing[- ]homes?)\b|老年|老人|绝经后/i,
  pregnant: /\b(?:pregnan\w+|gestation\w*|antenatal|prenatal|maternal|obstetric\w*)\b|孕|妊娠|产前/i,
  women: /\b(?:wom[ae]n|mothers?|maternal|pregnan\w+)\b|女性|妇女|孕/i,
  men: /\b(?:m[ae]n|fathers?)\b|男性/i,
  animals: /\b(?:mice|mouse|rats?|rabbits?|dogs?|pigs?|porcine|murine)\b|小鼠|大鼠/i,
} as const;
type Name = keyof typeof named;

/** Names for the people of a topic, and for those who are none of them if no others are named. */
const populations: Readonly<Record<string, { own: readonly Name[]; others: readonly Name[] }>> = {
  Postmenopause: { own: ['older'], others: ['newborns', 'children', 'adolescents', 'pregnant', 'animals'] },
  Aged: { own: ['older'], others: ['newborns', 'children', 'adolescents', 'pregnant', 'animals'] },
  Child: { own: ['children', 'newborns', 'adolescents'], others: ['adults', 'older', 'animals'] },
  Adolescent: { own: ['adolescents', 'children'], others: ['newborns', 'adults', 'older', 'animals'] },
  'Young Adult': { own: ['young', 'adults'], others: ['newborns', 'children', 'older', 'animals'] },
  Infant: { own: ['newborns', 'children'], others: ['adolescents', 'adults', 'older', 'animals'] },
  'Infant, Newborn': { own: ['newborns'], others: ['adolescents', 'adults', 'older', 'animals'] },
  'Infant, Premature': { own: ['newborns'], others: ['adolescents', 'adults', 'older', 'animals'] },
  Adult: {
    own: ['adults', 'young', 'older'],
    others: ['newborns', 'children', 'adolescents', 'animals'],
  },
  Women: { own: ['women', 'adults', 'young', 'older'], others: ['children', 'adolescents', 'animals'] },
  Men: { own: ['men', 'adults', 'young', 'older'], others: ['children', 'adolescents', 'animals'] },
  Pregnancy: { own: ['pregnant'], others: ['adolescents', 'adults', 'older', 'animals'] },
};

/** Alternatives of which people have one or the other: those with one are not those with the other. */
const exclusive: readonly (readonly [RegExp, RegExp])[] = [
  [/\bha?emodialysis\b|血液透析/i, /\bperitoneal dialysis\b|腹膜透析/i],
  [/\btype (?:1|I) diabet\w+|1型糖尿病/i, /\btype (?:2|II) diabet\w+|2型糖尿病/i],
  [/\bisch(?:a?)emic strokes?\b|缺血性(?:脑)?卒中/i, /\bha?emorrhagic strokes?\b|出血性(?:脑)?卒中/i],
  [/\bnon-?small[- ]cell\b|非小细胞/i, /(?<!non-?)(?<!non )\bsmall[- ]cell\b|(?<!非)小细胞/i],
  [
    /\bgestational diabetes\b|\bGDM\b|妊娠期糖尿病/i,
    /\b(?:type (?:1|I)|pre-?gestational|pre-?existing) diabet\w+|1型糖尿病|孕前糖尿病/i,
  ],
  [/\bhypothyroid\w*|甲状腺功能减退|甲减/i, /\bhyperthyroid\w*|甲状腺功能亢进|甲亢/i],
];

/** Kidney disease, and what replaces the kidneys of those who have no function left: they are studied apart. */
const ofKidneys = /\b(?:kidney|renal) (?:disease|insufficiency|impairment)\b|\bCKD\b|肾脏?(?:病|功能不全)/i;
const onDialysis = /\b(?:ha?emo)?dialysis\b|\b(?:kidney|renal) transplant\w*|透析|肾移植/i;

/** Topics on preterm infants, and titles on the births of mothers that are to be prevented. */
const ofInfants = /\b(?:preterm|premature) (?:infants?|bab(?:y|ies)|neonates?|newborns?)\b|早产儿/i;
const ofBirths =
  /\b(?:(?<!at )risks? of|prevent(?:s|ing|ion of)?) (?:[\w-]{1,20} ){0,2}(?:preterm|premature) (?:birth|delivery|labou?r)\b/i;

/** People around patients, and topics on them. */
const around = /\b(?:care[- ]?givers?|carers?|spouses?)\b|照顾者|照护者/i;
const onThoseAround =
  /\b(?:care[- ]?giv\w+|carers?|spouses?|care|support|burden|famil\w+)\b|照[顾护]|护理|家[庭属]/i;

/**
 * Returns true if a record's title names only the condition that excludes the topic's: peritoneal dialysis for
 * haemodialysis.
 */
export function hasExcludingCondition(article: Article, topic: string): boolean {
  const stated = `${article.title} ${article.vernacularTitle ?? ''}`;
  if (ofInfants.test(topic) && ofBirths.test(stated)) return true;
  if (around.test(stated) && !onThoseAround.test(topic)) return true;
  if (ofKidneys.test(topic) && !onDialysis.test(topic) && onDialysis.test(stated) && !ofKidneys.test(stated))
    return true;
  return exclusive.some((pair) =>
    [pair, pair.toReversed()].some(
      ([own, other]) =>
        own?.test(topic) && !other?.test(topic) && other?.test(stated) === true && !own.test(stated),
    ),
  );
}

/** Adults of any age, whom a topic distinguishes from children. */
const adultsOfAnyAge = /(?<!\b(?:young|younger|older|old|elderly)[- ])\badults\b|(?<!年轻|老年)成(?:年)?人/i;

/** Topics on animals, and records on them. */
const ofAnimals =
  /\b(?:mice|mouse|rats?|rabbits?|dogs?|pigs?|zebrafish|animal models?|rodents?)\b|小鼠|大鼠|动物模型|斑马鱼/i;
const animalsAny =
  /\b(?:mice|mouse|murine|rats?|rabbits?|dogs?|canine|pigs?|porcine|zebrafish|rodents?|transgenic)\b|小鼠|大鼠|动物模型|斑马鱼/i;
const adultWords =
  /\badults?\b|\badulthood\b|\bmiddle-aged\b|\b(?:wom[ae]n|m[ae]n)\b|\bveterans?\b|\bworkers\b|\belderly\b|\bolder (?:people|persons|patients)\b|成人|成年/i;

/**
 * Returns true if a record shows that it studied the adults or the animals of a topic: what it does not say of them is in doubt.
 */
export function includesPopulation(article: Article, topic: string): boolean {
  const whole = `${article.title} ${article.vernacularTitle ?? ''} ${abstractText(article)}`;
  if (ofAnimals.test(topic)) return animalsAny.test(whole);
  if (!adultsOfAnyAge.test(topic)) return true;
  return (
    adultWords.test(whole) ||
    article.mesh.some((heading) => /^(?:Adult|Young Adult|Middle Aged|Aged)$/.test(heading)) ||
    [...whole.matchAll(ages)].some((match) => match.slice(1).some((each) => Number(each) >= adultAge)) ||
    // Patients without a word for their age are adults.
    (countsPatients.test(whole) && !youngOrAnimals.some((name) => named[name].test(whole)))
  );
}

const countsPatients =
  /\b\d[\d,]{0,9} (?:[\w-]{1,20} ){0,5}(?:patients|participants|individuals|persons)\b|\d\s?[名例位](?:患者|病人)/i;
const youngOrAnimals: readonly Name[] = ['newborns', 'children', 'adolescents', 'animals'];

const adultAge = 18;

/** Words for adults of one sex, of any age. */
const adultsOfSex: readonly (readonly [RegExp, string])[] = [
  [/\bwom[ae]n\b(?!['’])|女性|妇女/i, 'Women'],
  [/\bm[ae]n\b(?!['’])|男性/i, 'Men'],
];

/** Adds adults to the populations that a topic names, where it names them without an age, or men or women alone. */
export function withAdults(populations: readonly string[], topic: string): string[] {
  if (populations.length > 0) return [...populations];
  if (adultsOfAnyAge.test(topic)) return ['Adult'];
  const sexes = adultsOfSex.flatMap(([words, name]) => (words.test(topic) ? [name] : []));
  return sexes.length === 1 ? sexes : [];
}

/** Circumstances of adults when they were children. */
const ofTheirChildhood =
  /\b(?:childhood|early[- ]life) (?:environments?|experiences?|advers\w+|abuse|maltreatment|trauma|circumstances|socio-?economic|predictors?|determinants?|antecedents?|origins?)\b/gi;

/** Removes the childhood of adults from a record, which makes them no children, unless the topic names it. */
export function withoutChildhoodHistory(article: Article, topic: string): Article {
  if (topic.search(ofTheirChildhood) >= 0) return article;
  const read = (text: string) => text.replace(ofTheirChildhood, ' ');
  return {
    ...article,
    title: read(article.title),
    abstract: article.abstract.map((section) => ({ ...section, text: read(section.text) })),
  };
}

/** Pregnancies of the past, of women who are studied without one. */
const ofPastPregnancy =
  /\b(?:history of|previous|prior|earlier|past) (?:[\w-]{1,20} ){0,3}pregnanc\w+|\bpregnancy history\b|(?:既往|曾)[^。；，]{0,6}(?:妊娠|怀孕)/gi;

/** Removes earlier pregnancies from a record, unless the topic names them. */
export function withoutPastPregnancy(article: Article, topic: string): Article {
  if (topic.search(ofPastPregnancy) >= 0 || !named.pregnant.test(topic)) return article;
  const read = (text: string) => text.replace(ofPastPregnancy, ' ');
  return {
    ...article,
    title: read(article.title),
    abstract: article.abstract.map((section) => ({ ...section, text: read(section.text) })),
  };
}

/** Ages in years, as a range or a mean, of those who took part. */
const ages =
  /\baged? (?:between |from )?(\d{1,3})(?:\.\d)?(?: ?(?:years? )?(?:-|–|to|and) ?(\d{1,3}))? ?(?:years?|yrs?|y)\b|\b(\d{1,2}) ?(?:-|–|to) ?(\d{1,2})[- ]years?[- ]olds?\b|\b(?:mean|median|average) age(?: of| was|,| at [a-z]{3,12} was)? (\d{1,3})\b|(\d{1,3})\s?[-～~至到]\s?(\d{1,3})\s?岁/gi;
/** Ages below and above which people are none of a population. */
const limits: Readonly<Record<string, readonly [least: number, most: number]>> = {
  Adult: [18, 120],
  Women: [16, 120],
  Men: [16, 120],
  Aged: [55, 120],
  Child: [0, 18],
  Adolescent: [9, 22],
};

/** Returns true if all ages that a record states are outside those of a population. */
function statesOtherAge(text: string, topic: readonly string[]): boolean {
  const [limit, ...others] = topic.flatMap((heading) => (limits[heading] ? [limits[heading]] : []));
  if (!limit || others.length > 0) return false;
  const [least, most] = limit;
  const stated = [...text.matchAll(ages)].map((match) => {
    const numbers = match.slice(1).flatMap((each) => (each ? [Number(each)] : []));
    return { youngest: Math.min(...numbers), oldest: Math.max(...numbers), isRange: numbers.length > 1 };
  });
  // "Aged 18 years or older" has no upper end.
  const isOpen =
    /\b(?:years?|yrs?)(?: of age)?,? (?:or|and) (?:older|over|above|more|up)\b|[≥>] ?\d{2}/i.test(text);
  return (
    stated.length > 0 &&
    stated.every(({ youngest, oldest, isRange }) =>
      isOpen && !isRange ? youngest > most : oldest < least || youngest > most,
    )
  );
}

const young: ReadonlySet<string> = new Set([
  'Infant, Newborn',
  'Infant, Premature',
  'Infant',
  'Child',
  'Adolescent',
]);
/** Title of a study of adults, of whatever childhood: "Physical activity at 36 years". */
const atAdultAge = /\b(?:at|aged?|age of) (?:age )?(?:19|[2-9]\d) years?\b/i;

/** Minimum number of sentences of an abstract that mention its population, if its title does not. */
const sentencesMin = 2;

/**
 * Returns true if the population that a record says it studied differs from that of the topic (`topic`, as MeSH
 * headings): its title and the words for its population name others alone, or, if these name no population, its sentences
 * speak of others more often.
 */
export function studiesOtherPeople(article: Article, topic: readonly string[]): boolean {
  const wanted = topic.flatMap((heading) => populations[heading] ?? []);
  if (wanted.length === 0) return false;
  const stated = `${article.title} ${article.vernacularTitle ?? ''} ${populationOf(article)}`;
  if (topic.every((heading) => young.has(heading)) && atAdultAge.test(article.title)) return true;
  const sentences = splitSentences(abstractText(article)).map(({ text }) => text);
  if (statesOtherAge(`${stated} ${sentences.join(' ')}`, topic)) return true;
  const count = (names: readonly Name[]) =>
    sentences.filter((sentence) => names.some((name) => named[name].test(sentence))).length;
  // A study of pregnant women counts their newborns, who are no children.
  const isOfMothers =
    named.pregnant.test(stated) && topic.every((heading) => heading === 'Child' || heading === 'Adolescent');
  return wanted.every(({ own: all, others }) => {
    const own = isOfMothers ? all.filter((name) => name !== 'newborns') : all;
    if (isOfMothers && !own.some((name) => named[name].test(stated))) return true;
    if (own.some((name) => named[name].test(stated))) return false;
    if (others.some((name) => named[name].test(stated))) return true;
    const ofOthers = Math.max(...others.map((name) => count([name])));
    return ofOthers >= sentencesMin && ofOthers > count(own);
  });
}
