import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { NoticeLink } from '../../literature/sources/pubmed/parse-records.ts';

/** A record to be put into the library. */
export type RecordItem = {
  kind: 'record';
  article: Article;
  /** The day of its last revision, ISO. */
  revisedAt: string | undefined;
  /** What it says of other records. */
  links: readonly NoticeLink[];
  /** As it is stored, where that was made beside the reading. */
  stored?: Uint8Array;
};

/** What a file holds, in its order; `line` is where it begins, from 1. */
export type IngestItem = { line: number } & (
  | RecordItem
  | { kind: 'deletion'; pmid: Pmid }
  /** Something that is no record, and why. */
  | { kind: 'reject'; reason: LocalizedMessage }
);

/** Reads one format. */
export type ItemReader = {
  /** What these bytes complete. Throws FileError where the file as a whole cannot be what it should be. */
  feed(bytes: Uint8Array): IngestItem[];
  /** What there was left, at the end of the file. Throws FileError where that is in the middle of something. */
  end(): IngestItem[];
};
