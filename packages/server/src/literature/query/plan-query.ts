import { BoundedCache } from '@citewell/core/bounded-cache.ts';
import { otherWordings } from '@citewell/core/lexicon/wordings.ts';
import type { SearchQuery, Subject, YearRange } from '@citewell/core/records/query.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { withOtherSpellings } from '@citewell/core/text/spelling.ts';
import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { HistoryItem } from '@citewell/sdk';
import { joinFacets, namesOf } from './alternatives.ts';
import type { Category } from './category.ts';
import { correctChineseNames } from './chinese-spelling.ts';
import { asidesIn } from './circumstances/asides.ts';
import { readCircumstances } from './circumstances/circumstances.ts';
import { hearsayIn } from './circumstances/hearsay.ts';
import { selfContained } from './dialogue/self-contained.ts';
import { englishConcepts } from './english-concepts.ts';
import { isMedicalTerm } from './medical-term.ts';
import { meshHeading, namesFromList } from './mesh/mesh.ts';
import {
  populationsInWords,
  retractedInWords,
  studyTypesInWords,
  typedDois,
  typedPmids,
  yearsInWords,
} from './question-hints.ts';
import { shapesQuestion } from './question-shape.ts';
import { isSearchTerm } from './search-term.ts';
import { correctText, ofEndings, suggestSpellings } from './spelling-suggestions.ts';
import { isOrdinary, readSubjects } from './subjects.ts';

/** Maximum number of concepts: with more, AND matches nothing and OR everything. */
const conceptsMax = 12;

export type QuestionInput = {
  question: string;
  history: readonly HistoryItem[];
  /** Bounds given by the caller, which override years in words. */
  years: YearRange;
  category: Category | undefined;
  thisYear: number;
};

/** Turns a question into a query by rules alone: no model, no network. */
export function planQuery({ years, category, ...asked }: QuestionInput): SearchQuery {
  const read = readOnce(asked);
  const bounded = years.from !== undefined || years.to !== undefined;
  return {
    ...read,
    years: bounded ? years : read.years,
    ...(category && {
      categoryId: category.id,
      pubmedFilter: category.pubmed,
      categoryTerms: category.terms,
    }),
  };
}

type AskedWords = Omit<QuestionInput, 'years' | 'category'>;

/** Readings of the last questions without a dialogue: a message is read for its scope, and then for its search. */
const lastRead = new BoundedCache<SearchQuery>(8);

function readOnce(asked: AskedWords): SearchQuery {
  if (asked.history.length > 0) return readQuestion(asked);
  const key = `${asked.thisYear} ${asked.question}`;
  const read = lastRead.get(key) ?? readQuestion(asked);
  lastRead.set(key, read, 1);
  return read;
}

/** Reads a question without the years and the category given with it. */
function readQuestion(input: AskedWords): SearchQuery {
  const language = detectLanguage(input.question);
  const asTyped = selfContained(input.question, input.history);
  const corrected = [...correctChineseNames(asTyped.text), ...ofEndings(suggestSpellings(asTyped.text))];
  const { outcomes, study } = asTyped;
  const text = correctText(asTyped.text, corrected);
  const { years, rest: withoutYears } = yearsInWords(text, input.thisYear);
  const { studyTypes, rest: withoutTypes } = studyTypesInWords(withoutYears);
  const { includeRetracted, rest } = retractedInWords(withoutTypes);
  const han = withoutShape(language === 'zh' ? hanTerms(rest) : [], rest, ({ zh }) => zh);
  const latin = withoutShape(
    englishConcepts(withoutTerms(rest, han), language === 'zh'),
    rest,
    ({ term }) => term,
  );
  const translated = han.flatMap(({ en }) => (en ? [en] : []));
  const suggestions = suggestSpellings(withoutTerms(rest, han));
  const distinctiveLatin = new Set(mostDistinctive(latin.map(({ term }) => term)));
  const distinctive = mostDistinctive([...translated, ...latin.map(({ term }) => term)]);
  // An outcome that a follow-up asks about is searched for however common its name is.
  const asked = outcomes.filter(({ en }) => !distinctive.includes(en));
  const facets = [
    ...han.map(({ zh, en, synonyms = [] }) =>
      en
        ? [zh, ...withOtherSpellings([...[en, ...synonyms].flatMap(withOthers), ...namesFromList(en)])]
        : [zh],
    ),
    ...latin.flatMap(({ term, synonyms }) =>
      distinctiveLatin.delete(term)
        ? [
            withOtherSpellings([
              ...[term, ...synonyms].flatMap(withOthers),
              ...headingOf(term),
              ...namesFromList(term),
            ]),
          ]
        : [],
    ),
    ...asked.flatMap(({ en, zh, others }) =>
      han.some((term) => term.zh === zh) ? [] : [[en, zh, ...others]],
    ),
  ];
  const named = [...quotedNames(rest), ...readSubjects(latin, han, rest)].map((subject) => ({
    ...subject,
    wordings: withOtherSpellings(subject.wordings),
  }));
  const everyday = [
    ...han.filter(({ general }) => general).map(({ zh }) => zh),
    ...latin.filter(isOrdinary).map(({ term }) => term),
  ];
  const topics = [...han.map(({ zh }) => zh), ...latin.map(({ term }) => term)].filter(
    (name) => !everyday.includes(name),
  );
  const { subjects, circumstances, others, denied } = readCircumstances(rest, named, topics);
  const setApart = new Set([...circumstances, ...others].flatMap(namesOf));
  const medical = latin
    .filter(
      ({ term, synonyms }) => (synonyms.length > 0 || isMedicalTerm(term, false)) && !setApart.has(term),
    )
    .map(({ term }) => term);
  const asides = [
    ...asidesIn(rest, [...subjects.flatMap(namesOf), ...medical], topics),
    ...others.flatMap(namesOf),
    ...hearsayIn(rest).filter((word) => !subjects.flatMap(namesOf).includes(word)),
  ];
  return {
    text,
    ...(study !== undefined && { study }),
    language,
    concepts: [...distinctive, ...asked.map(({ en }) => en)],
    hanConcepts: han.map(({ zh }) => zh),
    facets: joinFacets(facets, named),
    subjects,
    ...(circumstances.length > 0 && { circumstances }),
    // Words of a general dictionary (地方, 配合) are everyday ones in either language.
    ordinary: [...everyday, ...[...circumstances, ...others].flatMap(namesOf)],
    ...(asides.length > 0 && { asides: [...new Set(asides)] }),
    ...(denied.length > 0 && { denied }),
    ...(suggestions.length > 0 && { suggestions }),
    ...(corrected.length > 0 && { corrected }),
    years,
    studyTypes,
    populations: populationsInWords(rest),
    pmids: typedPmids(text),
    dois: typedDois(text),
    includeRetracted,
  };
}

/** Matches settings and organs that are no subjects, but that records name otherwise. */
const namedOtherwise = /(?:unit|department|ward)$|^(?:stomach|teeth|tooth)$/i;

/** Adds their other names: those in an intensive care unit are the critically ill. */
function withOthers(name: string): string[] {
  return namedOtherwise.test(name) ? [name, ...otherWordings(name)] : [name];
}

/** Returns the heading by which records name a thing with another word: anthelmintics for deworming. */
function headingOf(term: string): string[] {
  const heading = /^[a-z]+$/.test(term) && otherWordings(term).length === 0 ? meshHeading(term) : undefined;
  return heading && indexTerms(heading).join(' ') !== indexTerms(term).join(' ') ? [heading] : [];
}

/** Drops words that only shape the question, unless it has no others. */
function withoutShape<T>(terms: readonly T[], question: string, nameOf: (term: T) => string): readonly T[] {
  const others = terms.filter((term) => !shapesQuestion(nameOf(term), question));
  return others.length > 0 ? others : terms;
}

const quoted = /[“「『"]([^“”「」『』"]{2,20})[”」』"]/g;

/** Reads Chinese names in quotation marks without any listed part as products: “复肌宁电极贴片”. */
function quotedNames(text: string): Subject[] {
  return [...text.matchAll(quoted)].flatMap(([, name = '']) =>
    hanTerms(name).some(({ en }) => en === undefined)
      ? [{ name, wordings: [name], kind: 'unknown' as const }]
      : [],
  );
}

/** Removes Chinese terms together with attached letters: those of "CD8+T细胞" are not separate concepts. */
function withoutTerms(text: string, terms: readonly { zh: string; en: string | undefined }[]): string {
  return terms
    .filter(({ zh, en }) => en && /[A-Za-z]/.test(zh))
    .reduce((left, { zh }) => left.replaceAll(zh, ' , '), text);
}

/**
 * Merges a planner's reading into the query: its concepts replace those of the rules, and its synonyms become wordings
 * of their facet, if they are searchable names. The caller's years, category and identifiers stay.
 */
export function withPlan(query: SearchQuery, plan: Plan): SearchQuery {
  const named = namedConcepts(plan.concepts);
  const concepts = named.map(({ term }) => term);
  if (concepts.length === 0) return query;
  return {
    ...query,
    concepts: mostDistinctive(concepts),
    hanConcepts: [...new Set([...query.hanConcepts, ...named.flatMap(({ zh }) => zh ?? [])])],
    facets: named.map(({ term, zh, synonyms }) =>
      withHanWordings([term, ...synonyms, ...(zh ? [zh] : [])], query.facets),
    ),
    subjects: plannedSubjects(query, named),
    ordinary: [],
  };
}

/**
 * Returns the subjects that the rules know; otherwise those of the planner and unlisted names that it overlooked, with
 * the English of Chinese names.
 */
function plannedSubjects({ subjects = [] }: SearchQuery, named: readonly PlannedConcept[]): Subject[] {
  // A subject known to the rules is kept: a planner also lists outcomes, which records need not be about.
  if (subjects.length > 0 && subjects.every(({ kind }) => kind === 'known')) return subjects;
  const planned = readSubjects(
    named.map(({ term, synonyms }) => ({ term, synonyms: [...synonyms] })),
    [],
  );
  const hans = named.flatMap(({ zh }) => zh ?? []);
  const withHan = planned.map((subject) => {
    const zh = named.find(({ term }) => term === subject.name)?.zh;
    return zh ? { ...subject, wordings: [...subject.wordings, zh] } : subject;
  });
  const known = new Set(
    planned.flatMap(({ wordings }) => wordings.map((each) => indexTerms(each).join(' '))),
  );
  const passedOver = subjects.filter(
    ({ name, kind, wordings }) =>
      kind === 'unknown' &&
      !hans.some((zh) => zh.includes(name)) &&
      !wordings.some((wording) => known.has(indexTerms(wording).join(' '))),
  );
  return [...withHan, ...passedOver];
}

/** Keeps the Chinese wordings of a facet, so that Chinese sentences can cover it: a planner answers in English. */
function withHanWordings(wordings: string[], facets: readonly string[][]): string[] {
  const terms = (wording: string) => indexTerms(wording).join(' ');
  const known = new Set(wordings.map(terms));
  const same = facets.filter((facet) => facet.some((wording) => known.has(terms(wording))));
  return [...new Set([...wordings, ...same.flat()])];
}

/** Part of a planner's reading that a query uses. */
type Plan = { concepts: readonly PlannedConcept[] };
type PlannedConcept = { term: string; zh?: string | undefined; synonyms: readonly string[] };

/**
 * Returns a planner's concepts that name something, with their valid wordings. Readers see every query that is sent.
 */
export function namedConcepts(concepts: readonly PlannedConcept[]): PlannedConcept[] {
  return concepts
    .filter(({ term }) => isSearchTerm(term))
    .map(({ term, zh, synonyms }) => ({
      ...{ term, synonyms: synonyms.filter(isSearchTerm) },
      ...(zh && isSearchTerm(zh) && { zh }),
    }));
}

/** Returns each concept once; generic ones ("effect", "risk") only if fewer than two others remain. */
function mostDistinctive(concepts: readonly string[]): string[] {
  const byTerms = new Map<string, string>();
  for (const concept of concepts) {
    const key = indexTerms(concept).join(' ');
    if (key && !byTerms.has(key)) byTerms.set(key, concept);
  }
  const all = [...byTerms.entries()];
  const distinctive = all.filter(([key]) => !key.split(' ').every(isGenericTerm));
  return (distinctive.length >= 2 ? distinctive : all).slice(0, conceptsMax).map(([, concept]) => concept);
}
