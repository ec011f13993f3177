import { isUtf8 } from 'node:buffer';
import { readDocx } from './docx.ts';
import { ManuscriptError } from './manuscript-error.ts';

/** Larger than any manuscript with its figures. */
const fileMax = 100 * 1024 * 1024;

/** The text of a manuscript, by what the file is and not by its name: a .docx, or text in UTF-8. Throws ManuscriptError. */
export function manuscriptText(file: Buffer): string {
  if (file.length > fileMax) throw new ManuscriptError('too_large');
  const isArchive = file.subarray(0, 2).toString('latin1') === 'PK';
  const isCompound = file.subarray(0, 4).toString('hex') === 'd0cf11e0';
  if (isArchive || isCompound) return readDocx(file);
  if (!isUtf8(file) || file.includes(0)) throw new ManuscriptError('not_text');
  return file.toString('utf8').replace(/^\ufeff/, '');
}
