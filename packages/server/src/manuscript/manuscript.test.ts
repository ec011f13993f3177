import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { makeDocx, makeZip } from '../testing/make-docx.ts';
import { readManuscript } from './citations.ts';
import { readDocx } from './docx.ts';
import { ManuscriptError } from './manuscript-error.ts';
import { manuscriptText } from './read-file.ts';
import { findDoi, readReferences, toReference } from './references.ts';
import { readZipEntry } from './zip.ts';

const list =
  '\n\nReferences\n1. One. PMID: 11\n2. Two. doi:10.1/two\n3. Three, a study of three things.\n4. Four\n5. Five\n';
const cited = (text: string, references = list) =>
  readManuscript(text + references).sentences.map(({ sentence, citations }) => [
    sentence,
    citations.map(({ label }) => label).join(' '),
  ]);

describe('what a manuscript cites', () => {
  it('is read from marks of every form, before and behind the full stop', () => {
    const cases: [text: string, sentence: string, labels: string][] = [
      ['Aspirin helps [1].', 'Aspirin helps.', '[1]'],
      ['Aspirin helps.[1] ', 'Aspirin helps.', '[1]'],
      ['Aspirin helps [1,3].', 'Aspirin helps.', '[1] [3]'],
      ['Aspirin helps [1–3, 5].', 'Aspirin helps.', '[1] [2] [3] [5]'],
      ['Aspirin helps [1][2].', 'Aspirin helps.', '[1] [2]'],
      ['Aspirin [1] helps some [2].', 'Aspirin helps some.', '[1] [2]'],
      ['阿司匹林对部分患者有效【2】。', '阿司匹林对部分患者有效。', '[2]'],
      ['阿司匹林对部分患者有效。[2]其他药物无效。', '阿司匹林对部分患者有效。', '[2]'],
      ['Aspirin helps (PMID: 77, 78).', 'Aspirin helps.', 'PMID 77 PMID 78'],
      ['Aspirin helps (doi:10.1000/x(1)y).', 'Aspirin helps.', 'doi:10.1000/x(1)y'],
      ['Aspirin helps [99].', 'Aspirin helps.', '[99]'],
    ];
    for (const [text, ...wanted] of cases) assert.deepEqual(cited(text)[0], wanted, text);
  });

  it('takes each mark to its own sentence', () => {
    assert.deepEqual(cited('Aspirin helps some.[1] Ibuprofen does not.[2,3] Nobody knows why.'), [
      ['Aspirin helps some.', '[1]'],
      ['Ibuprofen does not.', '[2] [3]'],
    ]);
  });

  it('is no interval, no link and no number in brackets where there is no list', () => {
    assert.deepEqual(cited('It fell (95% CI [0.5, 0.9]).'), []);
    assert.deepEqual(cited('See [1](https://example.org) for more.'), []);
    assert.deepEqual(cited('It fell in group [2].', ''), []);
    assert.deepEqual(cited('Aspirin helps (PMID 77).', ''), [['Aspirin helps.', 'PMID 77']]);
  });

  it('is read from Markdown footnotes', () => {
    const { sentences } = readManuscript(
      'Aspirin helps.[^1] Rest helps, too [^two].\n\n[^1]: One. PMID: 11\n[^two]: Two. 10.1000/two\n',
    );
    assert.deepEqual(
      sentences.map(({ citations }) => citations.map(({ label, pmid, doi }) => [label, pmid ?? doi])),
      [[['[^1]', '11']], [['[^two]', '10.1000/two']]],
    );
  });

  it('never fails on a text, however it is made', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '1',
      ',',
      '–',
      '. ',
      'References\n',
      '\n',
      'PMID 1',
      '10.1000/',
      'a',
      '（',
      '。',
      '[^1]: ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const { citations, line } of readManuscript(pieces.join('')).sentences)
          assert.ok(citations.length > 0 && line > 0);
      }),
    );
  });
});

describe('a reference list', () => {
  it('is found under its heading in either language, with entries over several lines, up to the next heading', () => {
    for (const heading of [
      'References',
      '## References',
      '**REFERENCES**',
      '6. References:',
      '参考文献',
      'Bibliography',
    ]) {
      const lines =
        `Text [1].\n${heading}\n[1] One,\n  continued.\n(2) Two.\n3) Three.\n# Appendix\n4. Not a reference.`.split(
          '\n',
        );
      const { entries } = readReferences(lines);
      assert.deepEqual([...entries.keys()], ['1', '2', '3'], heading);
      assert.equal(entries.get('1')?.text, 'One, continued.');
    }
  });

  it('gives the identifiers of an entry', () => {
    assert.equal(toReference('A. B. 2020. PMID: 123; PMCID: PMC9').pmid, '123');
    assert.equal(toReference('A. https://pubmed.ncbi.nlm.nih.gov/456/').pmid, '456');
    assert.equal(toReference('A. https://doi.org/10.1056/NEJMoa1').doi, '10.1056/nejmoa1');
    assert.equal(findDoi('(see 10.1016/S0140-6736(05)17868-9).')?.doi, '10.1016/s0140-6736(05)17868-9');
  });
});

describe('a .docx file', () => {
  it('gives its paragraphs, superscript numbers in brackets, nothing that was struck out', () => {
    assert.equal(
      readDocx(makeDocx('# Title\nAspirin helps [1,2]. It is 10 < 11 & more.')),
      'Title\nAspirin helps[1,2]. It is 10 < 11 & more.\n',
    );
  });

  it('keeps powers and units above the line apart from citations', () => {
    const above = (text: string) =>
      `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>${text}</w:t></w:r>`;
    const plain = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const body = `<w:p>${plain('the 1')}${above('st')}${plain(' dose')}${above('3')}${above(',')}${above('4')}</w:p>`;
    const xml = `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
    assert.equal(readDocx(makeZip({ 'word/document.xml': xml })), 'the 1st dose[3,4]');
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

  it('is refused for what is wrong with it', () => {
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

  it('is no bomb: a part that unfolds beyond 64 MB is refused', () => {
    const bomb = makeZip({ 'word/document.xml': Buffer.alloc(65 * 1024 * 1024, 32) });
    assert.equal(reasonOf(bomb), 'too_large');
    const entry = bomb.lastIndexOf('PK\u0001\u0002');
    bomb.writeUInt32LE(1_000, entry + 24);
    assert.equal(reasonOf(bomb), 'damaged', 'nor where the directory says it is small');
  });

  it('is refused and never crashes the reader, wherever it is cut or damaged', () => {
    const good = makeDocx('Aspirin helps [1].');
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, byte) => {
        const bad = Buffer.from(good);
        bad[at] = byte;
        for (const file of [bad, good.subarray(0, at)]) {
          try {
            readZipEntry(file, 'word/document.xml');
            manuscriptText(Buffer.concat([Buffer.from('PK'), file.subarray(2)]));
          } catch (error) {
            assert.ok(error instanceof ManuscriptError, String(error));
          }
        }
      }),
    );
  });
});
