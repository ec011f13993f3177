import type { LocalizedMessage } from '@citewell/core/errors.ts';

/** Sync that cannot continue. Files downloaded before stay. */
export class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly sentence: LocalizedMessage;

  constructor(sentence: LocalizedMessage) {
    super(sentence.en);
    this.sentence = sentence;
  }
}
