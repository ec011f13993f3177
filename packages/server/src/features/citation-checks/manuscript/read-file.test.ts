import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readZipEntry, ZipError } from '../../../platform/zip/zip-reader.ts';
import { makeDocx, makeZip } from '../../../testing/documents/make-docx.ts';
import { readManuscript } from './citations.ts';
import { readDocx } from './docx.ts';
import { ManuscriptError } from './manuscript-error.ts';
import { manuscriptText } from './read-file.ts';

describe('a .docx file', () => {
  it('is read as paragraphs with superscript citations and without deleted text', () => {
    assert.equal(
      readDocx(makeDocx('# Title\nAspirin helps [1,2]. It is 10 < 11 & more.')),
      'Title\nAspirin helps^1,2^. It is 10 < 11 & more.\n',
    );
  });

  it('keeps exponents and units apart from citations', () => {
    const above = (text: string) =>
      `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>${text}</w:t></w:r>`;
    const plain = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const body = `<w:p>${plain('the 1')}${above('st')}${plain(' dose')}${above('3')}${above(',')}${above('4')}</w:p>`;
    const xml = `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
    assert.equal(readDocx(makeZip({ 'word/document.xml': xml })), 'the 1st dose^3,4^');
  });

  const reasonOf = (file: Buffer) => {
    try {
      manuscriptText(file);
      return 'none';
    } catch (error) {
      assert.ok(error instanceof ManuscriptError, String(error));
      assert.ok(error.sentence.en && /\p{Script=Han}/u.test(error.sentence.zh));
      return error.reason;
    }
  };

  it('is rejected with the reason', () => {
    const good = makeDocx('x');
    assert.equal(reasonOf(makeZip({ 'a.txt': 'x' })), 'not_a_docx');
    assert.equal(reasonOf(Buffer.from('PK nothing')), 'not_a_docx');
    assert.equal(reasonOf(makeZip({ 'word/document.xml': '<w:document>' })), 'damaged');
    assert.equal(
      reasonOf(makeZip({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' })),
      'damaged',
      'entities are not expanded',
    );
    const flipped = Buffer.from(good);
    const at = flipped.indexOf('word/document.xml') + 'word/document.xml'.length + 5;
    flipped[at] = (flipped[at] ?? 0) ^ 0xff;
    assert.equal(reasonOf(flipped), 'damaged');
    const locked = Buffer.from(good);
    const entry = locked.lastIndexOf('PK\u0001\u0002');
    locked[entry + 8] = 1;
    assert.equal(reasonOf(locked), 'encrypted');
  });

  it('is rejected if it is another format, and read whatever its part names', () => {
    const document = (body: string) => `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
    const text = '<w:p><w:r><w:t>Read</w:t></w:r></w:p>';
    const cases: [file: Buffer, reason: string][] = [
      [makeZip({ 'word/document.xml': document('<a>'.repeat(50_000)) }), 'damaged'],
      [
        makeZip({ '../word/document.xml': 'x', '/word/document.xml': 'x', '../../etc/passwd': 'x' }),
        'not_a_docx',
      ],
      [
        makeZip({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>' }),
        'damaged',
      ],
      [makeZip({ 'xl/workbook.xml': 'x' }), 'not_a_docx'],
      [Buffer.from('%PDF-1.7\nAspirin helps [1].'), 'not_text'],
      [Buffer.from('{\\rtf1 Aspirin helps [1].}'), 'not_text'],
      [Buffer.from('\ufeffAspirin helps [1].', 'utf16le'), 'none'],
      [Buffer.from('# Aspirin\n\0\u0001\u0002'), 'not_text'],
      [Buffer.alloc(5_000_001, 'a'), 'too_large'],
      [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'encrypted'],
      [makeZip({ 'word/document2.xml': document(text) }), 'none'],
    ];
    for (const [file, reason] of cases) assert.equal(reasonOf(file), reason, file.toString('latin1', 0, 60));
  });

  it('has numbers only where Word numbers', () => {
    const item = (text: string, numId: number) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${numId}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const xml = `<w:document xmlns:w="w"><w:body>${item('One', 3)}${item('Two', 3)}${item('Plain', 0)}</w:body></w:document>`;
    assert.equal(readDocx(makeZip({ 'word/document.xml': xml })), '1. One\n2. Two\nPlain');
  });

  it('is cited by endnotes and footnotes that name a source', () => {
    const paragraph = (content: string) => `<w:p>${content}</w:p>`;
    const said = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const cites = (kind: string, id: number) =>
      `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:${kind}Reference w:id="${id}"/></w:r>`;
    const notes = (kind: string, ...texts: string[]) =>
      `<w:${kind}s xmlns:w="w">${texts.map((text, at) => `<w:${kind} w:id="${at}"><w:p><w:r><w:${kind}Ref/></w:r>${said(text)}</w:p></w:${kind}>`).join('')}</w:${kind}s>`;
    const body =
      paragraph(
        `${said('Aspirin helps people.')}${cites('endnote', 2)}${said(' Ibuprofen does not')}${cites('footnote', 0)}${said('.')}`,
      ) + paragraph(`${said('Nobody knows')}${cites('footnote', 1)}${said('.')}`);
    const file = makeZip({
      'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
      'word/endnotes.xml': notes('endnote', '', 'Unused 2001', ' Doe J. One. BMJ 2011. PMID: 11'),
      'word/footnotes.xml': notes('footnote', 'Roe J. Two. doi:10.1000/two', 'We asked everybody.'),
    });
    const { sentences } = readManuscript(readDocx(file), { wraps: false });
    assert.deepEqual(
      sentences.map(({ sentence, citations: [first] }) => [sentence, first?.pmid ?? first?.doi]),
      [
        ['Aspirin helps people.', '11'],
        ['Ibuprofen does not.', '10.1000/two'],
      ],
    );
    const broken = makeZip({ 'word/document.xml': '<w:document xmlns:w="w"/>', 'word/endnotes.xml': '<w:x' });
    assert.equal(reasonOf(broken), 'damaged');
  });

  it('is rejected if a part decompresses beyond 64 MB', () => {
    const bomb = makeZip({ 'word/document.xml': Buffer.alloc(65 * 1024 * 1024, 32) });
    assert.equal(reasonOf(bomb), 'too_large');
    const entry = bomb.lastIndexOf('PK\u0001\u0002');
    bomb.writeUInt32LE(1_000, entry + 24);
    assert.equal(reasonOf(bomb), 'damaged', 'nor where the directory says it is small');
  });

  it('is rejected without a crash if truncated or corrupted anywhere', () => {
    const good = makeDocx('Aspirin helps [1].');
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
        const bad = Buffer.from(good);
        bad[at] = byte;
        for (const file of [bad, good.subarray(0, at)]) {
          throwsOnly(ZipError, () => readZipEntry(file, /document/));
          throwsOnly(ManuscriptError, () =>
            manuscriptText(Buffer.concat([Buffer.from('PK'), file.subarray(2)])),
          );
        }
      }),
    );
  });
});

function throwsOnly(type: typeof ZipError | typeof ManuscriptError, work: () => void): void {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof type, String(error));
  }
}
