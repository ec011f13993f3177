import { decodeText } from '@citewell/sdk/decode-text';
import { readDocx } from './docx.ts';
import { ManuscriptError } from './manuscript-error.ts';

/** Larger than any manuscript with its figures, in bytes; and than any text, in UTF-16 code units. */
const fileMax = 100 * 1024 * 1024;
const textMax = 5_000_000;

/** `wraps`: a sentence may go on over the ends of lines. */
export type ManuscriptText = { text: string; wraps: boolean };

/** The text of a manuscript, by what the file is and not by its name: a .docx, or text. Throws ManuscriptError. */
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
  // A PDF or RTF may be text to the letter, and its sentences are not to be read out of it.
  const isMarkup = /^(?:%PDF-|\{\\rtf)/.test(file.subarray(0, 8).toString('latin1'));
  const text = isMarkup ? undefined : decodeText(file);
  if (text === undefined) throw new ManuscriptError('not_text');
  return text;
}
