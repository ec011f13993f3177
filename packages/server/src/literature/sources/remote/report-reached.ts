import type { Retriever } from '../retriever.ts';

/**
 * The source, whose first answer is reported before anybody gets it. A search that ran and found nothing is an answer; a
 * failure is none, nor is a call that had nothing to ask for. `reached` is called until it resolves with true.
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
