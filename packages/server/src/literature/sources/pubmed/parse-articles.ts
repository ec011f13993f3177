import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { XmlError } from '../../../platform/xml/xml-error.ts';
import { createRecordParser } from './parse-records.ts';

/** Reads a PubmedArticleSet of any size as it arrives. */
export type ArticleParser = {
  /**
   * The articles this chunk completes. Throws XmlError, with line and column, on anything but a well-formed set of whole
   * records; the articles before an error are then only a part, and it is the caller's to say so or to drop them.
   */
  feed(chunk: Uint8Array | string): Article[];
  /** Ends the document. Throws XmlError where it stopped in the middle. */
  end(): void;
  /** PMIDs the document says are deleted, so far. */
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
