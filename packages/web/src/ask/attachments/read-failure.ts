/** Reasons why a file is not attached. */
export type ReadFailure =
  | 'too_large'
  | 'too_many_pages'
  | 'too_slow'
  | 'no_text'
  | 'unreadable'
  | 'text_too_long'
  | 'unknown_format'
  | 'no_images'
  | 'too_many_files'
  | 'too_many_images'
  | 'too_long_together';

/** File that cannot be attached, with the reason. */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly reason: ReadFailure;

  constructor(reason: ReadFailure) {
    super(reason);
    this.reason = reason;
  }
}
