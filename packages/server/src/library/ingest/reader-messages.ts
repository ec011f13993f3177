import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Inspection } from './inspect-file.ts';
import type { ItemPortion } from './read-portions.ts';
import type { StoredRecords } from './stored-records.ts';

/** Message to a thread that reads files. `more` permits one more portion of the current file. */
export type ReaderTask =
  | { do: 'inspect'; path: string }
  | { do: 'check'; path: string; isPacked: boolean }
  | { do: 'read'; path: string; isPacked: boolean; size: number };
export type ReaderRequest = ReaderTask | { do: 'more' };

/** Reply of such a thread. A task ends with `done` or `failed`. */
export type ReaderReply =
  | { portion: ItemPortion; stored: StoredRecords }
  | { done: Inspection | undefined }
  | { failed: { sentence: LocalizedMessage; line: number | undefined } | { cause: unknown } };

/** Maximum number of portions in transit: about one batch, so that the next is ready when that is written. */
export const portionsAhead = 9;
