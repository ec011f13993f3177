import type { LocalizedMessage } from '@citewell/core/errors.ts';

/** A sync that cannot go on. What was got before stays. */
export class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly sentence: LocalizedMessage;

  constructor(sentence: LocalizedMessage) {
    super(sentence.en);
    this.sentence = sentence;
  }
}
