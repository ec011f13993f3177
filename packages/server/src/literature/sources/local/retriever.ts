import { ServiceError } from '@citewell/core/errors.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import {
  type Library,
  LibraryDamaged,
  type LibraryOptions,
  LibraryUnavailable,
} from '@citewell/core/records/library.ts';
import type { SearchQuery, SpellingSuggestion } from '@citewell/core/records/query.ts';
import type { TermStatistics } from '@citewell/core/records/term-statistics.ts';
import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';
import { concurrently, orAborted } from '../../../platform/concurrently.ts';
import { describeError, type Log } from '../../../platform/log.ts';
import { type Retriever, SourceError, type Spelling } from '../retriever.ts';

/**
 * Finds records near a question in meaning, the nearest first.
 * @throws only the reason of `signal`
 */
export type NearestRecords = (query: SearchQuery, limit: number, signal: AbortSignal) => Promise<Pmid[]>;

/** Number of records added by meaning to those found by words. */
const nearMax = 50;

/**
 * Searches the local library for whole questions, by any of their terms, the best first; with `nearest`, records near
 * in meaning follow.
 */
export function createLibraryRetriever(library: Library, log: Log, nearest?: NearestRecords): Retriever {
  /** Runs a search and converts its failure, so that an answer continues without the library and says so. */
  async function asked<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LibraryDamaged) throw new SourceError('library', 'damaged');
      const isTimeout = error instanceof ServiceError && !(error instanceof LibraryUnavailable);
      if (isTimeout) throw new SourceError('library', 'timeout');
      log('warn', 'library_failed', describeError(error));
      throw new SourceError('library', 'unreachable');
    }
  }

  return {
    source: 'library',
    search: (query, { limit, signal, caller }) =>
      asked(signal, async () => {
        const suggestions = query.suggestions ?? [];
        const concepts = [...new Set([...libraryConcepts(query), ...suggestions.map(({ meant }) => meant)])];
        const question = { concepts, required: query.categoryTerms ?? [], years: query.years, limit };
        const [typed, ranked, near] = await concurrently(signal, [
          (inner) => orAborted(typedIn(library, query, { signal: inner, caller }), inner),
          async (inner) =>
            concepts.length > 0 ? library.rank(question, { signal: inner, caller }) : undefined,
          async (inner) => (concepts.length > 0 ? ((await nearest?.(query, nearMax, inner)) ?? []) : []),
        ]);
        const found = [...typed, ...(ranked?.articles ?? [])];
        const unique = new Map(found.map((article) => [article.pmid, article]));
        const byWords = [...unique.values()].slice(0, limit);
        const known = new Set(byWords.map(({ pmid }) => pmid));
        const others = near.filter((pmid) => !known.has(pmid));
        const byMeaning =
          others.length > 0 ? await orAborted(library.get(others, { signal, caller }), signal) : [];
        return {
          source: 'library',
          articles: [...byWords, ...byMeaning],
          executed: ranked ? [{ query: concepts.join(' OR '), total: ranked.total }] : [],
          missing: [],
          ...(ranked && { statistics: ranked.statistics, ...spellingBy(ranked.statistics, suggestions) }),
        };
      }),
    fetch: (pmids, { signal, caller }) =>
      asked(signal, () => orAborted(library.get(pmids, { signal, caller }), signal)),
  };
}

/** Returns the corrections of the words that no record of the library contains as typed. */
function spellingBy(
  { documentFrequencies }: TermStatistics,
  suggestions: readonly SpellingSuggestion[],
): { spelling?: Spelling } {
  const isContained = (word: string) => indexTerms(word).every((term) => documentFrequencies.get(term));
  const unknown = suggestions.filter(({ typed, meant }) => !isContained(typed) && isContained(meant));
  if (unknown.length === 0) return {};
  const wordsOf = (spelling: keyof SpellingSuggestion) => unknown.map((each) => each[spelling]).join(' ');
  return { spelling: { typed: wordsOf('typed'), meant: wordsOf('meant') } };
}

/** Maximum number of words: more take longer and find nothing new. */
const libraryConceptsMax = 100;

/**
 * Returns the terms to search the library for: the concepts in both languages, the question's remaining words, and
 * their other wordings.
 */
export function libraryConcepts(query: SearchQuery): string[] {
  const concepts = [...query.concepts, ...query.hanConcepts, ...otherWords(query)];
  const wordings = (query.subjects ?? []).flatMap(({ wordings }) => wordings);
  const distinctive = [...concepts, ...query.facets.flat(), ...wordings].map(withoutStopWords);
  return [...new Set(distinctive)].slice(0, libraryConceptsMax);
}

/**
 * "Cancer of the stomach" must not find every record with an "of", since any term of a question is enough. Single
 * letters stay, as in "vitamin D", and "a" if it cannot be an article.
 */
function withoutStopWords(wording: string): string {
  const words = wording.split(/\s+/);
  const distinctive = words.filter((word, at) => {
    const folded = foldText(word);
    return folded.length > 1 ? !isStopWord(folded) : folded !== 'a' || at === words.length - 1;
  });
  return distinctive.length > 0 ? distinctive.join(' ') : wording;
}

/**
 * Returns the question's words that belong to no concept: a plan omits common words, but all words make a better order.
 */
function otherWords({ text, language, concepts }: SearchQuery): string[] {
  if (language !== 'en') return [];
  const known = new Set(concepts.flatMap(indexTerms));
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => !isStopWord(foldText(word)) && indexTerms(word).some((term) => !known.has(term)),
  );
  return [...new Set(words)].slice(0, otherWordsMax);
}

const otherWordsMax = 60;

async function typedIn(
  library: Library,
  { pmids, dois }: SearchQuery,
  options: LibraryOptions,
): Promise<Article[]> {
  const [known, ...named] = await Promise.all([
    pmids.length > 0 ? library.get(pmids, options) : [],
    ...dois.map((doi) => library.findByDoi(doi, options)),
  ]);
  return [...known, ...named.filter((article) => article !== undefined)];
}
