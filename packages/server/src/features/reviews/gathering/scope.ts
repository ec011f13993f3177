import type { AbsentCondition, SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language } from '@citewell/sdk';
import { meshClass } from '../../../literature/query/mesh/mesh.ts';
import { withPlan } from '../../../literature/query/plan-query.ts';
import { populationsInWords } from '../../../literature/query/question-hints.ts';
import { compileFacets, facetCoverage } from '../../../literature/ranking/facets.ts';
import type { PipelineContext } from '../../../pipeline/context.ts';
import type { TopicReading } from '../model/review-writer.ts';
import { listedName, namedOutcomes } from '../studies/named-outcomes.ts';
import { outcomeWordings } from './outcome-wordings.ts';
import type { ReviewRequest } from './request.ts';
import { harmsOutcome, outcomesIn } from './topic-outcomes.ts';
import { listedCondition, readAbsence } from './topic-parts/absent-conditions.ts';
import { withAlternativeNames } from './topic-parts/alternative-names.ts';
import { outcomesAmong } from './topic-parts/alternatives.ts';
import { withDrugPrevention, withExercise, withRehabilitation } from './topic-parts/aspect-words.ts';
import { withoutBroaderNames } from './topic-parts/broader-names.ts';
import { withoutEmptyParts } from './topic-parts/empty-parts.ts';
import { withoutImplied } from './topic-parts/implied-conditions.ts';
import { withSeparateParts } from './topic-parts/separate-parts.ts';
import { withConditionsOnly } from './topic-parts/topic-conditions.ts';
import { normalizeTopic } from './topic-parts/word-forms.ts';

/** Scope of a review: its topic, and the searches for it. */
export type Scope = {
  language: Language;
  query: SearchQuery;
  /** The topic's own parts with their wordings, as rules read them: a model's reading does not change the request. */
  parts: string[][];
  /** Indicates that the topic has a single part, so that evidence on it must be narrowed. */
  broad: boolean;
  /** A model's reading of the topic, if there is one. */
  read: TopicReading | undefined;
};

/** Determines the scope by rules alone. */
export async function scopeByRules(
  request: ReviewRequest,
  thisYear: number,
  { work, signal }: Pick<PipelineContext, 'work' | 'signal'>,
): Promise<Scope> {
  const { question, years, category } = request;
  const language = request.language ?? detectLanguage(question);
  const plan = (topic: string) =>
    work('planQuestion', { question: normalizeTopic(topic), history: [], years, category, thisYear }, signal);
  const planned = await inEnglish(await withoutAbsent(question, await plan(question), plan), plan);
  const named = withOutcomes(
    withGiving(
      withoutDoses(
        withoutBroaderNames(
          withoutEmptyParts(
            withAbbreviations(
              withSeparateParts(
                withDrugPrevention(
                  withExercise(withRehabilitation({ ...planned, facets: withWordings(planned) })),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  const query = withAlternativeNames(withoutImplied(withConditionsOnly(named)));
  return {
    language,
    query,
    parts: query.facets.map((part) => [...part]),
    broad: query.facets.length <= 1,
    read: undefined,
  };
}

/** A Chinese topic on the harms of something, as normalized. */
const harmsInHan = /^(\S{2,20})的不良反应$/u;

/**
 * Reads a Chinese topic on the harms of a listed subject as its English twin, so that both find the same records: lists give a
 * class of drugs other members in each language.
 */
async function inEnglish(
  query: SearchQuery,
  plan: (topic: string) => Promise<SearchQuery>,
): Promise<SearchQuery> {
  const { subjects = [], text, hanConcepts, absent } = query;
  const [, han = ''] = harmsInHan.exec(text) ?? [];
  const own = subjects.find(({ kind, wordings }) => kind === 'known' && wordings.includes(han));
  const names = own?.wordings.filter((wording) => !/\p{Script=Han}/u.test(wording)) ?? [];
  const [name] = names;
  if (name === undefined || absent) return query;
  // An English topic names a class.
  const plural = names.find((wording) => wording === `${name}s`) ?? name;
  const same = await plan(`Adverse effects of ${plural}`);
  const withHan = (wordings: readonly string[]) =>
    names.some((wording) => wordings.includes(wording)) ? [...wordings, han] : [...wordings];
  return {
    ...same,
    hanConcepts,
    facets: same.facets.map(withHan),
    subjects: (same.subjects ?? []).map((subject) => ({ ...subject, wordings: withHan(subject.wordings) })),
  };
}

const ofPeople = /^(?:people|patients?|adults?|persons?|individuals|participants|subjects|人群?|患者)$/i;

/** Takes out of a topic the conditions that its people do not have, which would be read as theirs. */
async function withoutAbsent(
  question: string,
  planned: SearchQuery,
  plan: (topic: string) => Promise<SearchQuery>,
): Promise<SearchQuery> {
  const known = (planned.subjects ?? []).flatMap(({ kind, wordings }) => (kind === 'known' ? wordings : []));
  const names = [...known, ...planned.hanConcepts].map((each) => each.toLowerCase());
  const { topic, absent } = readAbsence(question, (words) =>
    names.some((name) => name.includes(words.toLowerCase())),
  );
  if (absent.length === 0) return planned;
  const rest = await plan(topic);
  // Those without it may be all that a topic names.
  const query = rest.facets.length > 0 ? rest : { ...planned, text: topic };
  const conditions: AbsentCondition[] = [];
  const searched: string[] = [];
  for (const { words, named } of absent)
    for (const name of named) {
      const condition = await listedCondition(name, async (each) => (await plan(each)).subjects ?? []);
      conditions.push({
        words: named.length > 1 ? `${words} (${name})` : words,
        wordings: condition.wordings,
      });
      searched.push(...condition.searched);
    }
  return {
    ...query,
    absent: conditions,
    // A word for people narrows a search to records that use this one.
    concepts: [...query.concepts.filter((each) => !ofPeople.test(each)), ...searched],
    populations: populationsInWords(topic),
  };
}

/** An abbreviation, although it is also a word. */
const abbreviation = /^[A-Z]{3,6}s?$/;

/** Counts as a name what a topic writes in capitals and other words not: the ACT of malaria. */
function withAbbreviations(query: SearchQuery): SearchQuery {
  return /\p{Ll}{3}|\p{Script=Han}/u.test(query.text)
    ? { ...query, ordinary: (query.ordinary ?? []).filter((word) => !abbreviation.test(word)) }
    : query;
}

/** Matches "vitamin D supplementation": a substance and its administration. */
const supplementation = /(?<!\s)\s+supplement(?:ation|s)?$|补充(?:剂|治疗)?$/i;
const supplementationWordings = ['supplementation', 'supplements', 'supplemented', 'supplemental'];

/** Reads 补充 as supplementation, in all its English forms: dictionaries give "replenish". */
function withGiving(query: SearchQuery): SearchQuery {
  if (!query.facets.some(([first]) => first === '补充')) return query;
  return {
    ...query,
    concepts: query.concepts.map((concept) =>
      /^(?:replenish|supplement)$/i.test(concept) ? 'supplementation' : concept,
    ),
    facets: query.facets.map((facet) => (facet[0] === '补充' ? ['补充', ...supplementationWordings] : facet)),
  };
}

/**
 * Splits "vitamin D supplementation" into the substance, by all its names, and its administration: records say that
 * cholecalciferol was given.
 */
function withoutDoses(query: SearchQuery): SearchQuery {
  const { subjects = [] } = query;
  const given = subjects.filter(({ name, core }) => core && supplementation.test(name));
  if (given.length === 0) return query;
  const substances = new Map(
    given.map(({ name, core = [] }) => {
      const own = name.replace(supplementation, '');
      return [name, [...new Set([own, ...core])]];
    }),
  );
  return {
    ...query,
    concepts: query.concepts.flatMap((concept) => {
      const [substance] = substances.get(concept) ?? [];
      return supplementation.test(concept)
        ? [substance ?? concept.replace(supplementation, ''), 'supplementation']
        : [concept];
    }),
    facets: query.facets.flatMap((facet) => {
      const names = facet.flatMap((wording) => substances.get(wording) ?? []);
      return names.length > 0 ? [names, supplementationWordings] : [facet];
    }),
    // An aspect, for which records have many words.
    ordinary: [...(query.ordinary ?? []), 'supplementation'],
    subjects: subjects.map((subject) => {
      const wordings = substances.get(subject.name);
      return wordings ? { name: wordings[0] ?? subject.name, wordings, kind: 'known' } : subject;
    }),
  };
}

/** Adds all wordings of records to the facets that name an outcome. An outcome named by a phrase is no subject. */
function withOutcomes(query: SearchQuery): SearchQuery {
  const { subjects = [] } = query;
  const outcomeOf = (phrase: string) => {
    const named = namedOutcomes(phrase).at(-1);
    return named && listedName(named.name);
  };
  const alternatives = outcomesAmong(query);
  // Headings of the kinds of adverse drug reactions name a few of them.
  const isAdverse = ({ name }: Subject) => subjects.length > 1 && outcomeOf(name) === harmsOutcome;
  const others = subjects.filter(
    (subject) =>
      !alternatives.includes(subject) &&
      !isAdverse(subject) &&
      (subject.kind !== 'phrase' || subject.core || !outcomeOf(subject.name)),
  );
  // "Renal" of renal outcomes, and "injury" of kidney injury, are no parts of their own.
  const groups = outcomesIn(query).filter(
    ({ name, start, end }) =>
      outcomeWordings.get(name)?.isGroup || /[a-z] [a-z]/i.test(query.text.slice(start, end)),
  );
  const groupOf = ([first = '']: readonly string[]) =>
    groups.find(
      ({ start, end }) =>
        first !== '' && query.text.slice(start, end).toLowerCase().includes(first.toLowerCase()),
    );
  const isLater = (facet: readonly string[], at: number) => {
    const group = groupOf(facet);
    return group !== undefined && query.facets.findIndex((each) => groupOf(each) === group) < at;
  };
  return {
    ...query,
    // Dictionaries translate the words for harms in many ways.
    concepts: query.concepts.map((concept) =>
      outcomeOf(concept) === harmsOutcome && namedOutcomes(concept).length === 1
        ? 'adverse effects'
        : concept,
    ),
    ...(others.length > 0 && { subjects: others }),
    facets: query.facets
      .filter((facet, at) => !isLater(facet, at))
      .map((facet) => {
        const group = groupOf(facet);
        if (group)
          return [
            query.text.slice(group.start, group.end),
            ...(outcomeWordings.get(group.name)?.searched ?? []),
          ];
        const names = facet.slice(0, 2).map(outcomeOf);
        const searched = names.flatMap((name) => (name && outcomeWordings.get(name)?.searched) || []);
        const isSubject = subjects.some(
          ({ kind, wordings }) => kind === 'known' && wordings.includes(facet[0] ?? ''),
        );
        return isSubject ? facet : [...new Set([...facet, ...searched])];
      }),
  };
}

/** Ambiguous abbreviations: PD. */
const ambiguous = /^[A-Z]{2}$/;

/**
 * Adds all English wordings of their subjects to the facets of a Chinese topic, as an English topic has them: a
 * dictionary's single translation would miss a record that says COPD.
 */
function withWordings({ facets, subjects = [] }: SearchQuery): string[][] {
  return facets.map((facet) => {
    const isHan = facet.some((wording) => /\p{Script=Han}/u.test(wording));
    const same = subjects.find(
      ({ kind, wordings }) => kind === 'known' && facet.some((wording) => wordings.includes(wording)),
    );
    const others = same?.wordings.filter((wording) => !ambiguous.test(wording)) ?? [];
    return isHan ? [...new Set([...facet, ...others])] : [...facet];
  });
}

/** Adds a model's reading to a scope: its concepts replace the query's, unless none of them belongs to the topic. */
export function withReading(scope: Scope, given: TopicReading): Scope {
  const read = withoutDenied(given, scope.query.absent ?? []);
  if (!isOfTopic(read, scope.parts)) return scope;
  return { ...scope, query: withPlan(scope.query, read), broad: read.broad, read };
}

/** Takes out of a model's reading the concepts that people of the topic do not have. */
function withoutDenied(read: TopicReading, absent: readonly AbsentCondition[]): TopicReading {
  const denied = new Set(absent.flatMap(({ words, wordings }) => [words, ...wordings].map(asTerms)));
  return {
    ...read,
    concepts: read.concepts.filter(
      ({ term, zh = '' }) => !denied.has(asTerms(term)) && !denied.has(asTerms(zh)),
    ),
  };
}

function asTerms(wording: string): string {
  return indexTerms(wording).join(' ');
}

/** Words for a class of drugs, which add nothing to its name. */
const ofClass = /^(?:drugs?|medications?|agents?|medicines?|药物?|药品)$/i;

/** Returns a search for the harms of the members of a class of drugs, which records name without it: weight gain with olanzapine. */
function memberSearches(query: SearchQuery): SearchQuery[] {
  if (!outcomesIn(query).some(({ name }) => listedName(name) === harmsOutcome)) return [];
  const names = new Set((query.subjects ?? []).flatMap(({ wordings }) => wordings));
  const members = [...names].filter((wording) => meshClass(wording) !== undefined);
  const own = query.facets.findIndex((facet) => facet.some((wording) => names.has(wording)));
  // A topic on one member is on that alone.
  if (
    own < 0 ||
    members.length === 0 ||
    query.facets[own]?.slice(0, 2).some((each) => members.includes(each))
  )
    return [];
  const others = query.facets.filter(([first = ''], at) => at !== own && !ofClass.test(first));
  const wordings = Array.from({ length: Math.ceil(members.length / membersMax) }, (_, at) =>
    members.slice(at * membersMax, (at + 1) * membersMax),
  );
  return wordings.map(([first = '', ...rest]) => ({
    ...query,
    concepts: [first, ...query.concepts.filter((concept) => others.flat().includes(concept))],
    facets: [[first, ...rest], ...others],
  }));
}

/** Number of names that a search has for one thing. */
const membersMax = 6;

/** Returns the searches that follow the topic's own: for the strongest designs, as narrower queries, and for the members of a class. */
export function designSearches(query: SearchQuery): SearchQuery[] {
  if (query.studyTypes.length > 0) return [];
  return [
    ...memberSearches(query),
    { ...query, studyTypes: ['Systematic Review', 'Meta-Analysis'] },
    { ...query, studyTypes: ['Randomized Controlled Trial'] },
  ];
}

/** Returns a search for each of the model's sub-questions. */
export function questionSearches({ query, read }: Scope): SearchQuery[] {
  return (read?.questions ?? [])
    .map(({ concepts }) => withPlan(query, { concepts }))
    .filter((own) => own !== query);
}

/** Returns true if a concept of the reading shares a wording with an informative part of the topic. */
function isOfTopic({ concepts }: TopicReading, parts: readonly (readonly string[])[]): boolean {
  const specific = compileFacets(parts).filter(({ generic }) => !generic);
  if (specific.length === 0 || concepts.length === 0) return true;
  return concepts.some(({ term, zh = '', synonyms }) => {
    const wordings = [term, zh, ...synonyms].map((wording) => new Set(indexTerms(wording)));
    return specific.some(
      (facet) =>
        wordings.some((terms) => facetCoverage(facet, (each) => terms.has(each)) === 1) ||
        facet.wordings.some((own) =>
          wordings.some((terms) => terms.size > 0 && terms.isSubsetOf(new Set(own))),
        ),
    );
  });
}
