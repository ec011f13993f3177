import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { XmlError } from '../../../platform/xml/xml-error.ts';
import { createRecordParser } from './parse-records.ts';

/** Reads a PubmedArticleSet of any size as it arrives. */
export type ArticleParser = {
  /**
   * Returns the articles that this chunk completes.
   *
   * @throws XmlError with line and column if the document is not a well-formed set of complete records; the articles
   * before an error are incomplete, and the caller must say so or drop them.
   */
  feed(chunk: Uint8Array | string): Article[];
  /**
   * Ends the document.
   *
   * @throws XmlError if it is truncated.
   */
  end(): void;
  /** PMIDs that the document lists as deleted, so far. */
  readonly deleted: readonly Pmid[];
};

export function createArticleParser(): ArticleParser {
  const parser = createRecordParser();
  const deleted: Pmid[] = [];
  return {
    feed(chunk) {
      const articles: Article[] = [];
      for (const item of parser.feed(chunk)) {
        if (item.kind === 'record') articles.push(item.article);
        else if (item.kind === 'deletion') deleted.push(item.pmid);
        else throw new XmlError(item.reason, item.line, 0);
      }
      return articles;
    },
    end: () => parser.end(),
    deleted,
  };
}
