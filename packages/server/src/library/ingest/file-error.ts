import type { LocalizedMessage } from '@citewell/core/errors.ts';

/** File that cannot be ingested as a whole: nothing of it is written. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly sentence: LocalizedMessage;
  /** Line of the text at which the error is; undefined if it does not belong to a line. */
  readonly line: number | undefined;

  constructor(sentence: LocalizedMessage, line?: number) {
    super(line === undefined ? sentence.en : `line ${line}: ${sentence.en}`);
    this.sentence = sentence;
    this.line = line;
  }
}

export function fileError(en: string, zh: string, line?: number): FileError {
  return new FileError({ en, zh }, line);
}
