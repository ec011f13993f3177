import type { Sentence } from '../errors.ts';

/** A database that cannot be used, in words for the operator who starts the program. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly sentence: Sentence;

  constructor(sentence: Sentence, cause?: unknown) {
    super(sentence.en, { cause });
    this.sentence = sentence;
  }
}
