import { BoundedCache } from '@citewell/core/bounded-cache.ts';
import type { Article } from '@citewell/core/records/article.ts';
import {
  type Library,
  LibraryDamaged,
  type LibraryQuestion,
  type LibraryRanking,
} from '@citewell/core/records/library.ts';
import { isoDate } from '../analysis/date-key.ts';
import { normalDoi } from '../analysis/doi.ts';
import { anyField, keywordMask, spaces, titleMask } from '../analysis/fields.ts';
import { placedTerms } from '../analysis/terms.ts';
import type { Filters } from '../postings/for-each-match.ts';
import { type TermClause, wordClauses } from '../query/compile-query.ts';
import { type CooperativeScheduler, createCooperativeScheduler } from '../query/cooperative-scheduler.ts';
import { resultsOf } from '../query/results.ts';
import { bitsOfAny, rankAny, type SearchHits, searchNewest } from '../query/search.ts';
import { SearchContextCache } from '../query/search-contexts.ts';
import { questionTermsMax } from '../scoring/bm25f.ts';
import type { OpenSegment } from '../segments/open-segment.ts';
import { pmidsOfDoi, readArticles } from '../segments/read-documents.ts';
import { type OpenSnapshot, SearcherManager } from '../segments/searcher-manager.ts';
import { type LibraryStore, pmidNumber, SegmentGone } from '../segments/segment-store.ts';
import { asDamage, confirmedStore } from './confirmed-store.ts';
import { KnownPmids } from './known-pmids.ts';
import { expectProgress } from './progress.ts';

export type ReadingOptions = {
  /** Size of the cache for data read from segments. */
  cacheBytes?: number;
  /** Milliseconds after which a search ends with ServiceError `overloaded`. */
  timeoutMs?: number;
  /** Monotonic milliseconds. */
  now?: () => number;
};

/** Maximum number of starts of a search whose segments are merged meanwhile. */
const attemptsMax = 5;

/** Creates a library over any store, which runs in the calling thread and yields every few milliseconds. */
export function createLibrary(
  store: LibraryStore,
  { cacheBytes = 96 * 2 ** 20, timeoutMs = 2_000, now = () => performance.now() }: ReadingOptions = {},
): Library {
  const searchers = new SearcherManager(store, cacheBytes);
  const contexts = new SearchContextCache(now);
  const known = new KnownPmids();
  const accepted = new BoundedCache<Uint8Array>(cacheBytes / 8);

  return {
    search: (query, { signal, caller }) =>
      onSnapshot(async (snapshot, whole) => {
        const scheduler = createCooperativeScheduler(signal, timeoutMs);
        const results = await resultsOf(query, snapshot, { store: whole, contexts, scheduler, caller });
        const page = results.pmids.subarray(query.offset, query.offset + query.limit);
        const articles = await readArticles(whole, [...page]);
        const empty = page.length - articles.length;
        return { total: results.total, articles, ...(empty > 0 && { places: page.length }) };
      }),
    rank: (question, { signal }) =>
      onSnapshot(async ({ segments }, whole) => {
        const scheduler = createCooperativeScheduler(signal, timeoutMs);
        const { total, records, statistics } = await rank(segments, question, scheduler);
        const pmids = records.map(({ pmid }) => pmid);
        return { total, statistics, articles: await readArticles(whole, pmids) };
      }),
    get: (pmids) => onSnapshot((_, whole) => readArticles(whole, pmids.map(pmidNumber))),
    findByDoi: (doi) =>
      onSnapshot(async (_, whole) => {
        const wanted = normalDoi(doi);
        const articles = await readArticles(whole, await pmidsOfDoi(whole, wanted));
        return articles.find((article: Article) => normalDoi(article.doi ?? '') === wanted);
      }),
    async stats() {
      const { newest, segments } = await onSnapshot(async (snapshot) => {
        const scheduler = createCooperativeScheduler(new AbortController().signal);
        const { records } = await searchNewest(snapshot.segments, everything, 1, scheduler);
        return { newest: records[0], segments: snapshot.segments };
      });
      const time = async (name: string) => Number((await store.meta(name)) ?? 0) || undefined;
      return {
        records: segments.reduce((sum, { reader, deletedCount }) => sum + reader.info.docs - deletedCount, 0),
        demonstration: await store.countDemonstration(),
        newest: isoDate(newest?.dateKey ?? 0),
        changedAt: await time('changed_at'),
        syncedAt: await time('synced_at'),
        bytes: await store.bytes(),
        segments: segments.length,
        damaged: await findDamagedProgress(store),
      };
    },
    close: async () => store.close(),
  };

  /** @throws LibraryDamaged if the store is not what was written. */
  async function onSnapshot<T>(
    work: (snapshot: OpenSnapshot, whole: LibraryStore) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      let snapshot: OpenSnapshot | undefined;
      try {
        snapshot = await searchers.current();
        return await work(snapshot, confirmedStore(store, known, snapshot.segments));
      } catch (error) {
        if (!(error instanceof SegmentGone) || attempt === attemptsMax) throw asDamage(error);
        // Nobody removed it: it is lost.
        if ((await store.generation()) === snapshot?.generation)
          throw new LibraryDamaged(error.message, error);
      }
    }
  }

  async function rank(
    segments: readonly OpenSegment[],
    { concepts, required, years, limit }: LibraryQuestion,
    scheduler: CooperativeScheduler,
  ): Promise<SearchHits & Pick<LibraryRanking, 'statistics'>> {
    const terms = concepts.flatMap((concept) => placedTerms('text', concept));
    // The most informative concepts come first.
    const keys = [...new Set(terms.map(({ term }) => spaces.text + term))].slice(0, questionTermsMax);
    const needed = required.flatMap((phrase) => [
      ...wordClauses('text', titleMask | keywordMask, phrase),
      ...wordClauses('journal', anyField, phrase),
    ]);
    const question = { keys, mask: anyField, years, depth: limit };
    const name = JSON.stringify(needed);
    const among = (segment: OpenSegment) => bitsOf(segment, needed, name, scheduler);
    const { documentFrequencies, documentCount, ...found } = await rankAny(
      segments,
      needed.length === 0 ? question : { ...question, accepted: among },
      scheduler,
    );
    const byTerm = keys.map(
      (key, at) => [key.slice(spaces.text.length), documentFrequencies[at] ?? 0] as const,
    );
    return { ...found, statistics: { records: documentCount, documentFrequencies: new Map(byTerm) } };
  }

  /**
   * Finds the documents of a filter, cached: a category uses the same words every time, and a segment never changes.
   */
  async function bitsOf(
    segment: OpenSegment,
    needed: readonly TermClause[],
    name: string,
    scheduler: CooperativeScheduler,
  ): Promise<Uint8Array> {
    const key = `${segment.reader.id} ${name}`;
    const known = accepted.get(key);
    if (known) return known;
    const bits = await bitsOfAny(segment, needed, scheduler);
    accepted.set(key, bits, bits.length + key.length);
    return bits;
  }
}

/** Checks the progress of files, which no search reads; undefined if it is what was written. */
async function findDamagedProgress(store: LibraryStore): Promise<string | undefined> {
  try {
    await expectProgress(store);
    return undefined;
  } catch (error) {
    const damage = asDamage(error);
    if (damage instanceof LibraryDamaged) return damage.place;
    throw error;
  }
}

const everything: Filters = { words: [], records: undefined, years: {} };
