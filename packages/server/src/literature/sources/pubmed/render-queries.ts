import type { SearchQuery } from '@citewell/core/records/query.ts';
import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { meshHeading } from '../../query/mesh/mesh.ts';
import { quoteDoi, searchWords } from '../remote/search-words.ts';
import { stripQuerySyntax } from '../remote/strip-query-syntax.ts';
import { topicWordings } from '../remote/topic-wordings.ts';
import type { RelaxationStep } from '../retriever.ts';
import { textTerms } from './text-terms.ts';

/** A question in PubMed's syntax. */
export type PubmedQueries = {
  /** Queries for records named in the question, whatever their year and category. */
  lookups: string[];
  /** Precise search before the broad one; in a broader step, that one search. */
  searches: string[];
};

/** Maximum number of topics: more of them, ANDed, match nothing. */
const preciseGroupsMax = 4;
/** Maximum length of a query: PubMed accepts long ones, but more words add little. */
const broadMax = 20;

/**
 * Renders two parallel searches (ADR 0001, ADR 0018): the topics ANDed, each with its MeSH heading and wordings as
 * tagged terms, which PubMed takes literally; and any of their words untagged, for PubMed to map to its own headings
 * and word forms. Study types and populations only narrow the precise one. `step` broadens the search but keeps the
 * category; the caller sends the years separately.
 */
export function renderPubmedQueries(query: SearchQuery, step?: RelaxationStep): PubmedQueries {
  const groups = topicGroups(query);
  const searches = step ? [broader(groups, step)] : preciseAndUntagged(groups, query);
  const limited = [...new Set(searches)].filter(Boolean);
  return {
    lookups: step ? [] : renderLookups(query),
    searches: limited.map((term) => withFilter(term, query.pubmedFilter)),
  };
}

/** Returns the words of the question's topics for a spelling service. */
export function spellingWords(query: SearchQuery): string {
  return searchWords(query).join(' ');
}

/** Renders a corrected spelling as a search, with the category. */
export function renderCorrected(words: string, { pubmedFilter }: SearchQuery): string {
  return withFilter(stripQuerySyntax(words), pubmedFilter);
}

function renderLookups({ dois }: SearchQuery): string[] {
  return dois.length > 0 ? [dois.map((doi) => `${quoteDoi(doi)}[doi]`).join(' OR ')] : [];
}

/** Wordings of a topic in plain words, with their MeSH headings. */
type Group = { wordings: string[]; headings: string[] };

function topicGroups(query: SearchQuery): Group[] {
  return topicWordings(query).map(({ wordings, written }) => ({
    wordings,
    headings: [...new Set([...wordings, ...written].flatMap((each) => meshHeading(each) ?? []))],
  }));
}

function preciseAndUntagged(groups: readonly Group[], { studyTypes, populations }: SearchQuery): string[] {
  if (groups.length === 0) return [];
  const topics = groups.slice(0, preciseGroupsMax);
  const named = new Set(topics.flatMap(({ headings }) => headings));
  const people = populations.filter((heading) => !named.has(heading));
  const precise = [
    ...topics.map(tagged),
    ...(people.length > 0 ? [tagged({ wordings: [], headings: people })] : []),
    ...(studyTypes.length > 0 ? [`(${studyTypes.map((type) => `"${type}"[pt]`).join(' OR ')})`] : []),
  ];
  const [only] = groups;
  // For a single word without a heading the tagged form finds nothing more than the untagged one.
  const plain = precise.length === 1 && only?.headings.length === 0 && only.wordings.length === 1;
  return plain ? [untagged(groups)] : [precise.join(' AND '), untagged(groups)];
}

/** Renders a broader step, which finds at least what earlier searches did; empty if it would not differ. */
function broader(groups: readonly Group[], step: RelaxationStep): string {
  if (step === 'synonyms') {
    const more = groups.some(({ wordings, headings }) => headings.length > 0 || wordings.length > 1);
    return more ? groups.map(tagged).join(' OR ') : '';
  }
  const phrases = groups.flatMap(({ wordings }) => wordings).filter((wording) => wording.includes(' '));
  const words = [...new Set(phrases.flatMap((phrase) => phrase.split(' ')))].filter(
    (word) =>
      /\p{L}{3}/u.test(word) && !isStopWord(word) && !indexTerms(word).every((term) => isGenericTerm(term)),
  );
  return words.length > 0 ? untagged([...groups, { wordings: words, headings: [] }]) : '';
}

function untagged(groups: readonly Group[]): string {
  const words = [...new Set(groups.flatMap(({ wordings }) => wordings))].slice(0, broadMax);
  return words.map((wording) => `(${wording})`).join(' OR ');
}

function tagged({ wordings, headings }: Group): string {
  const terms = [
    ...headings.map((heading) => `"${heading}"[Mesh]`),
    ...textTerms(wordings).map((term) => `${term}[tiab]`),
  ];
  return `(${[...new Set(terms)].join(' OR ')})`;
}

/** Applies the category to the whole search, not to its last term. */
function withFilter(term: string, filter: string | undefined): string {
  return filter && term ? `(${term}) AND (${filter})` : term;
}
