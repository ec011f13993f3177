import { XmlError } from '../../../platform/xml/xml-error.ts';
import { createXmlScanner } from '../../../platform/xml/xml-scanner.ts';
import { readZipEntry, ZipError } from '../../../platform/zip/zip-reader.ts';
import { noteKinds, readNotes } from './docx-notes.ts';
import { ManuscriptError } from './manuscript-error.ts';

/** Signature of password-protected Office files (MS-CFB), which are not ZIP archives. */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Superscripts that may be citations or powers; the reader of markers decides. */
const numbersAbove = /^(?=[^\d]*\d)[\s\d,，;–—-]*$/;

/** Elements to skip: alternative content for older readers, and deleted text. */
const unread = new Set(['mc:Fallback', 'w:del', 'w:moveFrom', 'w:instrText']);

/**
 * Extracts the text of a .docx file, one paragraph per line, as Word shows the body, including tables. Superscript
 * numbers become "risk^3,4^.", automatic list numbers "1." (restarting after a paragraph without one), and endnotes and
 * footnotes that name a source Markdown notes, "[^endnote-1]", in order.
 *
 * @throws ManuscriptError if the file cannot be read.
 */
export function readDocx(file: Buffer): string {
  if (file.subarray(0, compoundFile.length).equals(compoundFile)) throw new ManuscriptError('encrypted');
  try {
    const document = readZipEntry(file, mainPart);
    if (!document) throw new ManuscriptError('not_a_docx');
    const notes = new Map(
      noteKinds.flatMap(({ part, note, reference, name }) => {
        const content = readZipEntry(file, part);
        const found = content ? [...readNotes(content, note)] : [];
        return found.map(([id, text], index): [string, Note] => [
          `${reference} ${id}`,
          { mark: `[^${name}-${index + 1}]`, text },
        ]);
      }),
    );
    const lines = readParagraphs(document, notes);
    return [...lines, ...[...notes.values()].map(({ mark, text }) => `${mark}: ${text}`)].join('\n');
  } catch (error) {
    if (error instanceof ZipError)
      throw new ManuscriptError(error.reason === 'not_a_zip' ? 'not_a_docx' : error.reason, { cause: error });
    if (error instanceof XmlError) throw new ManuscriptError('damaged', { cause: error });
    throw error;
  }
}

/** Name of the main part in Word's files; in files saved online it contains a number. */
const mainPart = /^word\/document\d*\.xml$/;

/** Note that names a source, and its citation in the text. */
type Note = { mark: string; text: string };
type Run = { text: string; isAbove: boolean };

function readParagraphs(document: Buffer, notes: ReadonlyMap<string, Note>): string[] {
  const stack: string[] = [];
  const lines: string[] = [];
  let runs: Run[] = [];
  let run: Run = { text: '', isAbove: false };
  let hidden = 0;
  let isListed = false;
  let listed = 0;

  const scanner = createXmlScanner({
    open(name, attributes) {
      stack.push(name);
      if (unread.has(name)) hidden++;
      if (name === 'w:r') run = { text: '', isAbove: false };
      else if (name === 'w:vertAlign') run.isAbove = attributes['w:val'] === 'superscript';
      // Numbering 0 means none, whatever the paragraph's style says.
      else if (name === 'w:numId') isListed = attributes['w:val'] !== '0';
      else if (name === 'w:tab') run.text += ' ';
      else if (name === 'w:br' || name === 'w:cr') run.text += ' ';
      else if (name === 'w:noBreakHyphen') run.text += '-';
      else run.text += notes.get(`${name} ${attributes['w:id']}`)?.mark ?? '';
    },
    close() {
      const name = stack.pop() ?? '';
      if (unread.has(name)) hidden--;
      if (name === 'w:r' && hidden === 0) runs.push(run);
      if (name === 'w:r') run = { text: '', isAbove: false };
      if (name !== 'w:p') return;
      const text = textOf(runs);
      listed = isListed && text !== '' ? listed + 1 : text === '' ? listed : 0;
      lines.push(isListed && text !== '' ? `${listed}. ${text}` : text);
      runs = [];
      isListed = false;
    },
    takesAttributes: () => true,
    takesText: () => stack.at(-1) === 'w:t' && hidden === 0,
    text(text) {
      run.text += text;
    },
  });
  scanner.write(document);
  scanner.end();
  return lines;
}

/** Joins runs into one text; adjacent superscript runs become one, however Word split them. */
function textOf(runs: readonly Run[]): string {
  let text = '';
  let above = '';
  const endAbove = () => {
    text += numbersAbove.test(above) ? `^${above.replace(/\s+/g, '')}^` : above;
    above = '';
  };
  for (const run of runs) {
    if (run.text === '') continue;
    if (run.isAbove) {
      above += run.text;
      continue;
    }
    endAbove();
    text += run.text;
  }
  endAbove();
  return text.replace(/[ \t\u00a0]+/g, ' ').trim();
}
