import { indexTerms } from '../../text/words.ts';
import type { Article } from '../article.ts';
import type { SearchQuery } from '../query.ts';
import type { Retriever } from '../retriever.ts';
import type { LibraryStore } from './store.ts';

/** The local library as a source: whole questions, as an OR of their terms ranked by BM25. */
export function createLibraryRetriever(store: LibraryStore): Retriever {
  return {
    source: 'library',
    async search(query, { limit, signal }) {
      signal.throwIfAborted();
      const wanted = [...query.concepts, ...query.hanConcepts];
      const { articles, total } = store.search({
        terms: [...new Set(wanted.flatMap(indexTerms))],
        required: (query.categoryTerms ?? []).map(indexTerms).filter((phrase) => phrase.length > 0),
        years: query.years,
        limit,
      });
      const unique = new Map(
        [...typedIn(store, query), ...articles].map((article) => [article.pmid, article]),
      );
      const executed = wanted.length > 0 ? [{ query: wanted.join(' OR '), total }] : [];
      return { source: 'library', articles: [...unique.values()].slice(0, limit), executed, missing: [] };
    },
    async fetch(pmids) {
      return pmids.map((pmid) => store.get(pmid)).filter((article) => article !== undefined);
    },
  };
}

function typedIn(store: LibraryStore, query: SearchQuery): Article[] {
  return [
    ...query.pmids.map((pmid) => store.get(pmid)),
    ...query.dois.map((doi) => store.findByDoi(doi)),
  ].filter((article) => article !== undefined);
}
