import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { NoticeLink } from '../../literature/sources/pubmed/parse-records.ts';

/** Record to be added to the library. */
export type RecordItem = {
  kind: 'record';
  article: Article;
  /** Date of its last revision, ISO. */
  revisedAt: string | undefined;
  /** Links to other records that it mentions. */
  links: readonly NoticeLink[];
  /** Item in stored form, if the reader has created it already. */
  stored?: Uint8Array;
};

/** Content of a file in order; `line` is where the item begins, from 1. */
export type IngestItem = { line: number } & (
  | RecordItem
  | { kind: 'deletion'; pmid: Pmid }
  /** Entry that is no record, and the reason. */
  | { kind: 'reject'; reason: LocalizedMessage }
);

/**
 * Reads the items of a file in one format.
 *
 * @example
 * for await (const bytes of file.bytes) await add(reader.feed(bytes));
 * await add(reader.end());
 */
export interface ItemReader {
  /**
   * Returns the items that these bytes complete.
   * @throws {FileError} if the file as a whole is malformed.
   */
  feed(bytes: Uint8Array): IngestItem[];
  /**
   * Returns the remaining items at the end of the file.
   * @throws {FileError} if the file ends in the middle of an item.
   */
  end(): IngestItem[];
}
