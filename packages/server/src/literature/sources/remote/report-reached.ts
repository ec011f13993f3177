import type { Retriever } from '../retriever.ts';

/**
 * Wraps a source to report its first answer before anybody receives it. A search without results is an answer; a
 * failure is not, nor is a call without anything to search for. `reached` is called until it resolves with true.
 */
export function reportReached(retriever: Retriever, reached: () => Promise<boolean>): Retriever {
  let isReported = false;
  const report = async (isAnswer: boolean) => {
    if (isAnswer && !isReported) isReported = await reached();
  };
  return {
    ...retriever,
    async search(query, options) {
      const result = await retriever.search(query, options);
      await report(result.executed.length > 0);
      return result;
    },
    async fetch(pmids, options) {
      const articles = await retriever.fetch(pmids, options);
      await report(articles.length > 0);
      return articles;
    },
  };
}
