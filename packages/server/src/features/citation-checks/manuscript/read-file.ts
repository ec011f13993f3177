import { decodeText } from '@citewell/sdk/decode-text';
import { readDocx } from './docx.ts';
import { ManuscriptError } from './manuscript-error.ts';

/** Maximum sizes: larger than any manuscript with its figures, in bytes, and than any text, in UTF-16 units. */
const fileMax = 100 * 1024 * 1024;
const textMax = 5_000_000;

/** `wraps`: sentences may continue across line ends. */
export type ManuscriptText = { text: string; wraps: boolean };

/**
 * Reads a manuscript, a .docx or text file, recognized by its content rather than its name.
 *
 * @throws ManuscriptError if the file cannot be read.
 */
export function manuscriptText(file: Buffer): ManuscriptText {
  if (file.length > fileMax) throw new ManuscriptError('too_large');
  const isArchive = file.subarray(0, 2).toString('latin1') === 'PK';
  const isCompound = file.subarray(0, 4).toString('hex') === 'd0cf11e0';
  const isWord = isArchive || isCompound;
  const text = isWord ? readDocx(file) : plainText(file);
  if (text.length > textMax) throw new ManuscriptError('too_large');
  return { text, wraps: !isWord };
}

function plainText(file: Buffer): string {
  // A PDF or RTF may be valid text, but its sentences cannot be read from it.
  const isMarkup = /^(?:%PDF-|\{\\rtf)/.test(file.subarray(0, 8).toString('latin1'));
  const text = isMarkup ? undefined : decodeText(file);
  if (text === undefined) throw new ManuscriptError('not_text');
  return text;
}
