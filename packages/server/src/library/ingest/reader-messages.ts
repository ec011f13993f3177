import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Inspection } from './inspect-file.ts';
import type { ItemPortion } from './read-portions.ts';
import type { StoredRecords } from './stored-records.ts';

/** What a thread that reads files is told. `more`: one more portion of the file being read may be sent. */
export type ReaderTask =
  | { do: 'inspect'; path: string }
  | { do: 'check'; path: string; isPacked: boolean }
  | { do: 'read'; path: string; isPacked: boolean; size: number };
export type ReaderRequest = ReaderTask | { do: 'more' };

/** What it answers. A task ends with `done` or `failed`. */
export type ReaderReply =
  | { portion: ItemPortion; stored: StoredRecords }
  | { done: Inspection | undefined }
  | { failed: { sentence: LocalizedMessage; line: number | undefined } | { cause: unknown } };

/** Portions that may be on their way: about what is written in one go, so that the next is there when that is done. */
export const portionsAhead = 9;
