import type { Sentence } from '@citewell/core/errors.ts';

/** A sync that cannot go on. What was got before stays. */
export class SyncError extends Error {
  override readonly name = 'SyncError';
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.en);
    this.sentence = sentence;
  }
}
