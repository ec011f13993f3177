import type { Sentence } from '../../../errors.ts';
import type { Inspection } from './inspect-file.ts';
import type { ItemBatch } from './read-batches.ts';

/** What a thread that reads files is told. `more`: one more batch of the file being read may be sent. */
export type ReaderTask =
  | { do: 'inspect'; path: string }
  | { do: 'check'; path: string; isPacked: boolean }
  | { do: 'read'; path: string; isPacked: boolean; batchSize: number };
export type ReaderRequest = ReaderTask | { do: 'more' };

/** What it answers. A task ends with `done` or `failed`. */
export type ReaderReply =
  | { batch: ItemBatch }
  | { done: Inspection | undefined }
  | { failed: { sentence: Sentence; line: number | undefined } | { cause: unknown } };

/** Batches that may be on their way: enough for the writer never to wait for the reader's next one. */
export const batchesAhead = 2;
