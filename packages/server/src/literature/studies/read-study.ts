import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { TrustCard } from '@citewell/sdk';
import { countPattern, readCount } from './study-counts.ts';
import { designOf, isLiteratureStudy, isModelStudy, subjectsOf } from './study-design.ts';
import { groupOf, type StudyGroup, studyGroups } from './study-groups.ts';
import { bothSexes, type StudySize, studySize } from './study-size.ts';

/** Design of a study as precisely as its record names it: finer than a trust card's. */
export type StudyKind =
  | NonNullable<TrustCard['design']>
  | 'prospective'
  | 'retrospective'
  | 'survey'
  | 'case_series'
  | 'cells';

/** Maps a kind of study to the design on a trust card. */
export function designOfKind(kind: StudyKind): NonNullable<TrustCard['design']> {
  switch (kind) {
    case 'prospective':
    case 'retrospective':
      return 'observational';
    case 'survey':
      return 'cross_sectional';
    case 'case_series':
      return 'case_report';
    case 'cells':
      return 'in_vitro';
    default:
      return kind;
  }
}

/** Facts by which a reader weighs a study's sentence; uncertain ones are absent. */
export type StudySummary = {
  kind?: StudyKind;
  /** Population or material studied, unless it is adults in general. */
  group?: StudyGroup;
  /** Number of participants; for a synthesis, of all its studies together. */
  n?: number;
  /** Number of studies that a synthesis pooled. */
  studies?: number;
  /** Indicates that animals were studied besides people; the group names them. */
  isMixed?: true;
  /** Four digits. */
  year?: string;
};

/** Reads the design, population, size and year of a study from its record, by rules alone. */
export function readStudy(article: Article): StudySummary {
  const text = `${article.title}\n${abstractText(article)}`;
  const subjects = subjectsOf(article, text);
  const kind = kindOf(article, text, subjects);
  const isOwnStudy = !isLiteratureStudy(article) && (kind === undefined || !noStudyOfItsOwn.has(kind));
  const isCounted = isOwnStudy && kind !== 'case_control' && kind !== 'survey' && !isModelStudy(article);
  const size = isCounted ? studySize(article) : undefined;
  const isOfPeople =
    size?.group.kind === 'people' || (kind !== undefined && kind !== 'animal' && kind !== 'cells');
  const group =
    isOwnStudy && !(kind === 'case_report') ? groupIn(article, subjects, size?.group, isOfPeople) : undefined;
  const counts = size && isCountOf(size.group, group, kind) ? size.n : undefined;
  return {
    ...(kind && { kind }),
    ...(group && { group }),
    ...(counts !== undefined && { n: counts }),
    ...(kind && syntheses.has(kind) && pooledIn(text)),
    ...(subjects === 'human_and_animal' &&
      article.mesh.length > 0 &&
      group?.kind === 'animals' && { isMixed: true as const }),
    ...(/^\d{4}$/.test(article.year) && { year: article.year }),
  };
}

/**
 * Finds the number of participants that `readStudy` states, in the words of the abstract; undefined if it states none,
 * or one pooled from several studies. Everything that shows a number of participants uses this function, so that no two
 * differ.
 */
export function participantsOf(article: Article): StudySize | undefined {
  const { n } = readStudy(article);
  const size = n === undefined ? undefined : studySize(article);
  return size?.n === n ? size : undefined;
}

const syntheses: ReadonlySet<StudyKind> = new Set(['meta_analysis', 'systematic_review']);
const noStudyOfItsOwn: ReadonlySet<StudyKind> = new Set([
  ...syntheses,
  ...(['guideline', 'review', 'protocol', 'opinion'] as const),
]);

/** "Cohort" is used for what an abstract may only call retrospective: the label says no more than it does. */
function kindOf(article: Article, text: string, subjects: TrustCard['subjects']): StudyKind | undefined {
  const { design, from } = designOf(article, text, subjects);
  if (design === 'in_vitro') return cellsInTitle.test(article.title) ? 'cells' : undefined;
  if (design === 'case_report' && /\bcase series\b|病例系列/i.test(text)) return 'case_series';
  if (design === 'animal') return speciesIn(article).length > 0 ? design : undefined;
  if (design === null) return kindOfMesh(article.mesh);
  if (from !== 'text') return design;
  // A birth cohort may have been looked at once.
  if (design === 'cohort' && !/\bcohort (?:study|design|analysis)\b|队列研究/i.test(text)) {
    const headed = kindOfMesh(article.mesh);
    if (headed) return headed;
  }
  if (design === 'cohort' && !/\bcohort (?:study|design|analysis)\b|队列研究/i.test(text)) {
    const [retrospective, prospective] = [
      /\bretrospective(?:ly)?\b|回顾性/i,
      /\bprospective(?:ly)?\b|前瞻性/i,
    ].map((pattern) => pattern.test(text));
    if (retrospective && prospective) return undefined;
    return retrospective ? 'retrospective' : prospective ? 'prospective' : 'cohort';
  }
  if (design === 'cross_sectional' && !/\bcross-sectional\b|横断面/i.test(text)) return 'survey';
  return design ?? undefined;
}

/** Many reviews and molecular studies mention cells; if the title does, they are about them. */
const cellsInTitle =
  /\b(?:in vitro(?! (?:fertili[sz]|maturation))|cell lines?|cultured|cell cultures?|hela|hek293)\b|体外(?![受授]精|循环|膜肺|冲击波|反搏|生命支持)|细胞系|细胞培养/i;

/** MeSH names the design of a record's own study; a design that it is about has "as Topic". */
const meshKinds: [heading: string, kind: StudyKind][] = [
  ['Cross-Sectional Studies', 'cross_sectional'],
  ['Case-Control Studies', 'case_control'],
  ['Cohort Studies', 'cohort'],
  ['Retrospective Studies', 'retrospective'],
  ['Prospective Studies', 'prospective'],
];

function kindOfMesh(mesh: readonly string[]): StudyKind | undefined {
  const named = meshKinds.filter(([heading]) => mesh.includes(heading)).map(([, kind]) => kind);
  const both = named.includes('retrospective') && named.includes('prospective');
  return both ? undefined : named[0];
}

/** Returns true if the number counts the named group: "120 patients" who were all children are 120 children. */
function isCountOf(counted: StudyGroup, group: StudyGroup | undefined, kind: StudyKind | undefined): boolean {
  if (kind === 'case_report') return false;
  if (!group || counted === group) return true;
  return counted.kind === group.kind && counted.isGeneric === true;
}

const ages = [
  'Infant, Newborn',
  'Infant',
  'Child, Preschool',
  'Child',
  'Adolescent',
  'Young Adult',
  'Adult',
  'Middle Aged',
  'Aged',
  'Aged, 80 and over',
];

/** Returns the group that the record's MeSH headings name exclusively. */
function groupOfMesh(mesh: readonly string[]): string | undefined {
  const own = ages.filter((age) => mesh.includes(age));
  const only = (...of: string[]) => own.length > 0 && own.every((age) => of.includes(age));
  if (only('Infant, Newborn')) return 'newborns';
  if (only('Infant, Newborn', 'Infant')) return 'infants';
  if (only('Adolescent')) return 'adolescents';
  if (only('Child', 'Child, Preschool', 'Infant', 'Infant, Newborn')) return 'children';
  if (only('Child', 'Child, Preschool', 'Infant', 'Infant, Newborn', 'Adolescent'))
    return 'children and adolescents';
  if (mesh.includes('Female') && !mesh.includes('Male') && own.includes('Adult')) return 'women';
  if (mesh.includes('Male') && !mesh.includes('Female') && own.includes('Adult')) return 'men';
  return undefined;
}

const byName = new Map(studyGroups.map(({ group }) => [group.en, group]));
/** Groups that a title may name for its whole study. */
const namedInTitles = studyGroups
  .filter(
    ({ group }) =>
      !group.isGeneric && !group.isProfession && !['adults', 'volunteers', 'students'].includes(group.en),
  )
  .map(({ en, zh, group }) => ({
    group,
    inTitle: new RegExp(`\\b(?:${en})\\b|${zh === '(?!)' ? '(?!)' : zh}`, 'iu'),
  }));
/** Animals without a group of their own: if one is mentioned, it may have been studied. */
const otherAnimals =
  /\b(?:elegans|nematodes?|drosophila|flies|yeast|jellyfish|xenopus|frogs?|chick(?:en)?s?|medaka|primates)\b/i;

/**
 * Returns the animals named in a record's title, otherwise in its abstract: by one word if its headings say that
 * animals were studied, else by two, since studies of cells or people mention mice too.
 */
function speciesIn({ title, mesh, abstract }: Article): StudyGroup[] {
  const titled = animalNames.filter(({ name }) => title.search(name) >= 0);
  if (titled.length > 0) return titled.map(({ group }) => group);
  const text = abstractText({ abstract });
  if (otherAnimals.test(text)) return [];
  const times = mesh.length > 0 ? 1 : 2;
  const isOfCells = mesh.length === 0 && /\bhuman\b|\bcells?\b/i.test(title);
  return animalNames
    .filter(({ name }) => !isOfCells && (text.match(name)?.length ?? 0) >= times)
    .map(({ group }) => group);
}

/** Species also by adjectives: "a murine model". */
const animalNames = namedInTitles
  .filter(({ group }) => group.kind === 'animals')
  .map(({ group, inTitle }) => {
    const also = {
      mice: 'mouse|murine',
      rats: 'rat',
      rabbits: 'rabbit',
      dogs: 'canine|dog',
      pigs: 'porcine',
      cats: 'feline',
      'guinea pigs': 'guinea[- ]pig',
    }[group.en];
    return { group, name: new RegExp(also ? `${inTitle.source}|\\b(?:${also})\\b` : inTitle.source, 'giu') };
  });
/** Knowledge or practice of those who treat patients, as a title names it. */
const ofStaff =
  /\b(?:physicians?|doctors?|nurses?|clinicians?|surgeons?|practitioners?|pharmacists?|providers?)(?:['’]s?)? (?:[a-z-]{3,20} ){0,2}(?:knowledge|awareness|attitudes?|perceptions?|practices?|beliefs?|adherence|views|opinions?|barriers|behaviou?rs?|surveys?|compliance)\b|\b(?:knowledge|awareness|attitudes?|perceptions?|practices?|beliefs?|views|opinions?|survey) (?:of|among|by) (?:[a-z-]{3,20} ){0,2}(?:physicians|doctors|nurses|clinicians|surgeons|practitioners|pharmacists|providers)\b|(?:医[师生]|护士|医务人员|药师)[^，。]{0,8}(?:知识|认知|态度|知晓|行为|看法|调查)/i;
const laboratory = new Set(['mice', 'rats', 'rabbits', 'zebrafish', 'hamsters', 'guinea pigs', 'monkeys']);

/**
 * Determines the group studied: the one that the size counts, otherwise the only one among the MeSH headings,
 * otherwise the only one in the title. Animals take precedence over everything else.
 */
function groupIn(
  article: Article,
  subjects: TrustCard['subjects'],
  counted: StudyGroup | undefined,
  isOfPeople: boolean,
): StudyGroup | undefined {
  const { title, mesh } = article;
  if (subjects === 'animal' || subjects === 'human_and_animal') {
    if (counted?.kind === 'animals') return counted;
    const [only, other] = speciesIn(article);
    // Without headings, "patients" may be those who should benefit from a study of mice.
    const isSure =
      subjects === 'animal' || (laboratory.has(only?.en ?? '') && (mesh.length > 0 || !isOfPeople));
    if (only && !other && isSure) return only;
    if (subjects === 'animal') return undefined;
  }
  if (subjects === 'in_vitro') return undefined;
  if (counted && !counted.isGeneric && counted.en !== 'adults') return counted;
  const fromMesh = byName.get(groupOfMesh(mesh) ?? '');
  // A survey of physicians on women is not one of women.
  if (ofStaff.test(title)) return fromMesh;
  const titled = namedInTitles
    .filter(({ group: { kind }, inTitle }) => kind === 'people' && inTitle.test(title))
    .map(({ group }) => group);
  // "Pregnant women" contains "women"; "men and women" are neither.
  const [only, other] = titled.filter(
    ({ en }) =>
      !titled.some((one) => one.en !== en && one.en.includes(en)) &&
      !(bothSexes.test(title) && /^(?:women|men|boys|girls)$/.test(en)),
  );
  if (only && !other && (fromMesh ? only.en.includes(fromMesh.en) : mesh.length === 0)) return only;
  return fromMesh ?? counted;
}

const pooled = new RegExp(
  String.raw`(${countPattern}) (?:(?:eligible|relevant|published|original|unique|independent|prospective|retrospective|observational|cohort|case-control|clinical|controlled|randomi[sz]ed|double-blind|placebo-controlled|small|primary|different),? ){0,4}(?:RCTs|trials|studies|cohorts)\b`,
  'giu',
);
const pooledHan =
  /(?:纳入|包括|入选)(?:了|共)?\s?(\d{1,4})\s?(?:项|篇|个)(?:随机对照)?(?:试验|研究|文献|RCT)/g;
const isPooled =
  /\b(?:included|includes|analy[sz]ed|analysis of|analyses of|pooled|review of|involving|comprised|comprising|from|combined|identified|eligible|met (?:the|our) )\b/i;
/** Matches participants stated after the number of studies: "12 trials (4,120 patients)". */
const inThem = new RegExp(
  String.raw`^,? ?(?:\(|which (?:provided|included|had|involved|enrol?led|comprised) (?:data (?:for|on|from) )?|(?:with|involving|including|comprising|enrolling|representing|totall?ing|on|of) )(?:a total of )?(?:n ?= ?)?(${countPattern}) (?:[a-z]{1,20} ){0,2}(patients|participants|subjects|individuals|people|women|men|children|infants|adults)\b`,
  'iu',
);

/** Participants, stated before the number of studies: "1202 patients who we identified in 5 studies". */
const ofThem = new RegExp(
  String.raw`(${countPattern}) (patients|participants|subjects|individuals|people|women|men|children|infants|adults)(?: (?:who|whom|that) (?:we |were )?[a-z]+)? (?:in|from|across) (?:the |these )?$`,
  'iu',
);

/** Words directly before the number of all studies that a synthesis took. */
const includes = /\b(?:we|reviews?|analys[ie]s) (?:finally )?included\s(?:a total of\s)?$/i;

/** Reads how many studies a synthesis pooled and how many participants they had, if no other number competes. */
function pooledIn(text: string): Pick<StudySummary, 'studies' | 'n' | 'group'> {
  const numbers = new Set<number>();
  const participants = new Map<number, StudyGroup>();
  let isSaid = false;
  let whole: number | undefined;
  let ofWhole: [number, StudyGroup] | undefined;
  for (const match of text.matchAll(pooled)) {
    const end = match.index + match[0].length;
    const n = readCount(match[1] ?? '');
    if (n === undefined || n < 2) continue;
    numbers.add(n);
    const isIncluded = includes.test(text.slice(Math.max(0, match.index - 40), match.index));
    if (isIncluded) whole ??= n;
    isSaid ||= isPooled.test(text.slice(Math.max(0, match.index - 50), end + 50));
    const [, count = '', who = ''] = inThem.exec(text.slice(end, end + 120)) ?? [];
    const [, ahead = '', whose = ''] =
      count === '' ? (ofThem.exec(text.slice(Math.max(0, match.index - 80), match.index)) ?? []) : [];
    const group = groupOf(who || whose);
    const took = readCount(count || ahead);
    if (group && took !== undefined) participants.set(took, group);
    if (group && took !== undefined && isIncluded && whole === n) ofWhole ??= [took, group];
  }
  for (const match of text.matchAll(pooledHan)) {
    numbers.add(Number(match[1]));
    isSaid = true;
  }
  const [studies, another] = numbers;
  if (studies === undefined || !isSaid) return {};
  // Numbers behind it are of the studies on one outcome.
  const isWhole = another === undefined || (whole === studies && studies === Math.max(...numbers));
  if (!isWhole) return {};
  const [took, others] = another === undefined ? participants : new Map(ofWhole ? [ofWhole] : []);
  return { studies, ...(took && !others && { n: took[0], group: took[1] }) };
}
