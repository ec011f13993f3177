import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';

/** Signs between "non" and the name that it denies: any dash or space, or nothing. */
const joint = String.raw`[\s\p{Pd}]{0,3}`;
/** Words between "without" and what somebody does not have. */
const without = String.raw`(?:(?<!\b(?:and|or|/) ?)\bwithout|\bno(?= (?:known |prior |previous |personal |family )?(?:history|evidence|diagnosis|signs?|symptoms?) of)|\bfree (?:of|from)|\bnever had|\b(?:did|do|does) not have) (?:(?:an?|any|known|prior|previous|previously|diagnosed|pre-?existing|established|personal|clinical|overt|current|active|the|history of|evidence of|diagnosis of|signs? of|symptoms? of|presence of) ){0,4}`;
const withoutHan = '(?:非|无|未患|没有|不伴|并非)(?:患有?|合并|任何)?';

/** Last words of things that are called after a disease and are none: proteins and their like. */
const heads = String.raw`(?:proto-?oncogenes?|oncogenes?|gene products?|antigens?|kinases?|(?:inhibitory|growth|necrosis) factors?|transmembrane conductance regulators?|breakpoint|complementation group|tumou?r suppressors?|cell adhesion molecules?)`;
/** Last words that only tumours have, whose genes are called after them: others are also the subject of studies of their genes. */
const headsOfTumours = String.raw`(?:gene|proteins?|(?:nuclear )?bod(?:y|ies)|pathway|famil(?:y|ies) (?:of )?(?:proteins?|members?))`;
const headsHan = '(?:相关|分化相关|易感|抑制)?(?:基因|蛋白质?|抗原|小体|激酶|病毒|抑癌基因)';
/** Words between such a name and its last word. */
const describing = String.raw`(?:[\s-](?:(?:tumou?r )?suppressor|susceptibility|predisposition|differentiation[\s-]associated|associated|related|derived|specific|family|nuclear|mutated|fusion|binding)){0,2}`;
/** A symbol in brackets. */
const symbol = String.raw`(?: ?\(([A-Za-z][A-Za-z0-9-]{1,9})\))?`;
/** Viruses of animals that are called after the tumours and deficiencies that they cause. */
const ofViruses = /(?:omas?|leuka?emias?|tumou?rs?|cancers?|immunodeficiency|an(?:a)?emia)$/i;
const viruses = String.raw`(?:(?:herpes|retro)?-?virus(?:es)?)`;
/** Words for what a gene is in the disease that it is called after. */
const genePrefix = String.raw`\b(?:absent|deleted|mutated|suppressed|lost|(?:up|down)-?regulated|over-?expressed) in `;

/** Number of a subject's names, the first of which are its own; the others are those of hundreds of kinds. */
const namesMax = 24;

/** Signs of a denial, and of a thing that is called after another. */
const signs = new RegExp(
  String.raw`\bnon|\b(?:without|no|free|never|not)\b|[非无未没不]|\b(?:${heads}|${headsOfTumours})\b|virus|mammogra|influenza|${genePrefix}|${headsHan}|[\s-]\d{1,2}\b`,
  'iu',
);

/** Topics on those who do not have something. */
const ofThoseWithout = /\b(?:without|negative|seronegative|uninfected|non-?\w+)\b|阴性|非|未|无/i;

/** Words next the symbol of a gene. */
const geneWords = String.raw`(?:[\s-](?:proteins?|genes?|famil(?:y|ies)|pathway|(?:nuclear )?bod(?:y|ies)|phosphorylation|binding|deficien\w+|null|knock-?out|mutants?|inhibitor of)\b|-?/-|\d)`;

/**
 * Creates a function that removes from a record what a subject's name is only a part of: its denial ("non-small cell lung cancer",
 * "women without a history of infertility") and things that are called after it, such as genes and viruses ("absent in melanoma 2"). A record
 * that speaks of those more often than of the subject does not mean the subject at all; the function returns undefined for one that never
 * means it. What the topic itself names stays. For the tests of records only.
 */
export function withoutNamesakes({
  text: topic,
  subjects = [],
}: Pick<SearchQuery, 'text' | 'subjects'>): (article: Article) => Article | undefined {
  const readers = subjects.map((subject) => readerOf(subject, topic.toLowerCase()));
  return (article) =>
    readers.reduce<Article | undefined>((rest, read) => (rest && read ? read(rest) : rest), article);
}

function readerOf(subject: Subject, topic: string): ((article: Article) => Article | undefined) | undefined {
  const names = subject.wordings
    .slice(0, namesMax)
    .filter((wording) => wording.length > 2 || /\p{Script=Han}{2}/u.test(wording));
  const latin = names.filter((name) => !/\p{Script=Han}/u.test(name));
  const han = names.filter((name) => /\p{Script=Han}/u.test(name));
  if (names.length === 0) return undefined;
  const denied = ofThoseWithout.test(topic)
    ? []
    : [...denials(latin), ...(han.length > 0 ? [`${withoutHan}(?:${anyOf(han)})`] : [])];
  const named = [...namesakes(latin), ...(han.length > 0 ? [`(?:${anyOf(han)})${headsHan}`] : [])];
  const lower = names.map((name) => name.toLowerCase());
  const isOwn = (found: string) =>
    topic.includes(found.toLowerCase()) || lower.includes(found.toLowerCase().replace(/[\s\p{Pd}]+/gu, ' '));
  const denial = denied.length > 0 ? new RegExp(denied.join('|'), 'giu') : undefined;
  const namesake = new RegExp(named.join('|') || '(?!)', 'giu');
  const plain = new RegExp(
    [...latin.map((name) => `\\b${asWords(name)}(?:e?s)?\\b`), ...han.map(escaped)].join('|'),
    'giu',
  );
  return (article) => {
    const whole = [article.title, article.vernacularTitle ?? '', abstractText(article)].join('\n');
    if (!signs.test([whole, ...article.keywords, ...article.mesh].join('\n'))) return article;
    const found = [...whole.matchAll(namesake)].filter(([each]) => !isOwn(each));
    const symbols = symbolsOf(found, whole, plain);
    const rest = (text: string) => text.replace(namesake, (each) => (isOwn(each) ? each : ' '));
    const meant = rest(denial ? whole.replace(denial, (each) => (isOwn(each) ? each : ' ')) : whole);
    const left = meant.match(plain)?.length ?? 0;
    // Not only its first names mean a disease with hundreds of kinds.
    if (
      left === 0 &&
      subject.wordings.length <= namesMax &&
      (found.length > 0 || (denial && whole.search(denial) >= 0))
    )
      return undefined;
    const drops = [
      ...(symbols.length > 0
        ? [new RegExp(String.raw`\bp?(?:${symbols.map(escaped).join('|')})(?:s|\d{1,2})?\b`, 'gi')]
        : []),
      ...(left < found.length ? [plain] : []),
    ];
    const read = (text: string) =>
      drops.reduce(
        (all, pattern) => all.replace(pattern, ' '),
        rest(denial ? text.replace(denial, (each) => (isOwn(each) ? each : ' ')) : text),
      );
    return {
      ...article,
      title: read(article.title),
      ...(article.vernacularTitle && { vernacularTitle: read(article.vernacularTitle) }),
      abstract: article.abstract.map((section) => ({ ...section, text: read(section.text) })),
      keywords: article.keywords.map(read),
      mesh: article.mesh.map(read),
    };
  };
}

/** Returns expressions for the denials of names. A kind of what another name means is not denied: diabetes that does not depend on insulin. */
function denials(names: readonly string[]): string[] {
  const lower = names.map((name) => name.toLowerCase());
  const all = lower.join('\n');
  const own = names.filter((name) => {
    const other = name.toLowerCase();
    return (
      !lower.some((each) => each !== other && other.endsWith(` ${each}`)) &&
      !new RegExp(`\\bnon${joint}${escaped(firstWord(other))}`, 'u').test(all)
    );
  });
  if (own.length === 0) return names.length > 0 ? [`${without}(?:${anyOf(names)})`] : [];
  const firsts = own.map(firstWord).filter((word) => word.length > 2);
  return [
    String.raw`\bnon${joint}(?:${anyOf(own)})(?:e?s)?\b`,
    ...(firsts.length > 0 ? [String.raw`\bnon${joint}(?:${firsts.map(escaped).join('|')})\b`] : []),
    `${without}(?:${anyOf(names)})`,
  ];
}

/** Other things whose names contain a name: images of the breast without X-rays, and the bacterium that was taken for the cause of influenza. */
const otherNamesakes: readonly (readonly [own: RegExp, other: string])[] = [
  [/mammogra/i, String.raw`\b(?:MR|MRI|magnetic resonance)[\s-]mammograph\w{1,3}`],
  [/^(?:influenza|flu)\b/i, String.raw`\b(?:H\.|ha?emophilus) influenzae?\b|\bparainfluenza\b`],
];

function namesakes(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const all = anyOf(names);
  const others = otherNamesakes.flatMap(([own, other]) =>
    names.some((name) => own.test(name)) ? [other] : [],
  );
  const ofTumours = names.filter((name) => ofViruses.test(name));
  return [
    ...others,
    String.raw`\b(?:${all})(?:['’]s)?${symbol}${describing}[\s-]${heads}\b${symbol}`,
    ...(ofTumours.length > 0
      ? [
          String.raw`\b(?:${anyOf(ofTumours)})(?:['’]s)?${symbol}${describing}[\s-](?:regulatory )?${headsOfTumours}\b${symbol}`,
        ]
      : []),
    String.raw`\b(?:${all})[\s-]\d{1,2}\b(?= ?\(|[\s-](?:genes?|proteins?)\b)`,
    String.raw`${genePrefix}(?:${all})(?:[\s-]?\d{1,2}\b| ?(?=\())`,
    ...(ofTumours.length > 0
      ? [String.raw`\b(?:${anyOf(ofTumours)})(?:['’]s)?${describing}[\s-]${viruses}\b`]
      : []),
  ];
}

/** Returns the symbols of genes that are called after a name: those next to them, and any that the record uses as one. */
function symbolsOf(found: readonly RegExpExecArray[], whole: string, plain: RegExp): string[] {
  const own = found.flatMap(({ 0: each, index }) => {
    const next = /^ ?\(([A-Za-z][A-Za-z0-9-]{1,9})\)/.exec(whole.slice(index + each.length))?.[1];
    const inside = /\(([A-Za-z][A-Za-z0-9-]{1,9})\)/.exec(each)?.[1];
    return [next, inside].flatMap((symbolOf) => symbolOf ?? []);
  });
  const used = [...whole.matchAll(plain)].flatMap(({ 0: name, index }) => {
    const given = /^ ?\(([A-Za-z][A-Za-z0-9-]{1,5})\)/.exec(
      whole.slice(index + name.length, index + name.length + 12),
    )?.[1];
    return given && new RegExp(String.raw`\bp?${escaped(given)}${geneWords}`, 'i').test(whole) ? [given] : [];
  });
  return [...new Set([...own, ...used])];
}

function firstWord(name: string): string {
  return name.split(/[\s-]/)[0] ?? '';
}

function anyOf(names: readonly string[]): string {
  return names
    .toSorted((one, other) => other.length - one.length)
    .map(asWords)
    .join('|');
}

function asWords(name: string): string {
  return name
    .split(/[\s\p{Pd}]+/u)
    .map(escaped)
    .join(String.raw`[\s\p{Pd}]{1,2}`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, (sign) => (sign === '-' ? '-' : `\\${sign}`));
}
