import { createXmlScanner } from '../../../platform/xml/xml-scanner.ts';

/** Parts of a .docx with text that Word numbers automatically, and the names of their notes. */
export const noteKinds = [
  { part: /^word\/endnotes\d*\.xml$/, note: 'w:endnote', reference: 'w:endnoteReference', name: 'endnote' },
  {
    part: /^word\/footnotes\d*\.xml$/,
    note: 'w:footnote',
    reference: 'w:footnoteReference',
    name: 'footnote',
  },
] as const;

/** Signs that a note names a source rather than explains: a year, DOI or PMID. */
const namesSource = /\b(?:19|20)\d\d\b|\b10\.\d{4,9}\/|\bPMID\b/i;

/**
 * Reads the notes of a part that name a source, by Word's id.
 *
 * @throws XmlError if the part is malformed.
 */
export function readNotes(part: Buffer, note: string): Map<string, string> {
  const notes = new Map<string, string>();
  const stack: string[] = [];
  let id: string | undefined;
  let text = '';
  const scanner = createXmlScanner({
    open(name, attributes) {
      stack.push(name);
      if (name === note) [id, text] = [attributes['w:id'], ''];
      else if (name === 'w:p' || name === 'w:tab' || name === 'w:br') text += ' ';
    },
    close() {
      if (stack.pop() !== note || id === undefined) return;
      const plain = text.replace(/\s+/g, ' ').trim();
      if (namesSource.test(plain)) notes.set(id, plain);
      id = undefined;
    },
    takesAttributes: () => true,
    takesText: () => stack.at(-1) === 'w:t' && !stack.includes('w:del'),
    text(more) {
      text += more;
    },
  });
  scanner.write(part);
  scanner.end();
  return notes;
}
