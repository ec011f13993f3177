import { ServiceError } from '../../errors.ts';
import { describeError, type Log } from '../../log.ts';
import type { Article } from '../article.ts';
import type { SearchQuery } from '../query.ts';
import { type Retriever, SourceError } from '../retriever.ts';
import type { Library } from './library.ts';

/** The local library as a source: whole questions, by any of their terms, the best first. */
export function createLibraryRetriever(library: Library, log: Log): Retriever {
  /** An answer is not lost with its library: it says that this was not searched. */
  async function asked<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ServiceError) throw new SourceError('library', 'timeout');
      log('warn', 'library_failed', describeError(error));
      throw new SourceError('library', 'unreachable');
    }
  }

  return {
    source: 'library',
    search: (query, { limit, signal }) =>
      asked(signal, async () => {
        const concepts = [...query.concepts, ...query.hanConcepts];
        const question = { concepts, required: query.categoryTerms ?? [], years: query.years, limit };
        const [typed, ranked] = await Promise.all([
          typedIn(library, query),
          concepts.length > 0 ? library.rank(question, { signal }) : { total: 0, articles: [] },
        ]);
        const unique = new Map([...typed, ...ranked.articles].map((article) => [article.pmid, article]));
        const executed = concepts.length > 0 ? [{ query: concepts.join(' OR '), total: ranked.total }] : [];
        return { source: 'library', articles: [...unique.values()].slice(0, limit), executed, missing: [] };
      }),
    fetch: (pmids, { signal }) => asked(signal, () => library.get(pmids)),
  };
}

async function typedIn(library: Library, { pmids, dois }: SearchQuery): Promise<Article[]> {
  const [known, ...named] = await Promise.all([
    pmids.length > 0 ? library.get(pmids) : [],
    ...dois.map((doi) => library.findByDoi(doi)),
  ]);
  return [...known, ...named.filter((article) => article !== undefined)];
}
