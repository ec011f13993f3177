import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import fc from 'fast-check';
import { isReadableAttachment, selectAttachmentPassages, sliceLength } from './attachment.ts';

const filler = 'The weather station reported rain on most days of the month. '.repeat(40);

const select = (content: string, facets: string[][]) => selectAttachmentPassages({ content, facets });

describe('an attachment', () => {
  for (const text of [
    'HIV阳性结核患者死亡率高于HIV阴性者（HR 3.1，95%CI 1.8–5.2）。',
    'HPV检测比细胞学更敏感。',
    'CT诊断阑尾炎的敏感度为95%。',
    '血压下降。',
    'Blood pressure fell.',
    'Les taux ont baissé',
  ])
    it(`is readable with words of any script, also joined: ${text}`, () => {
      assert.ok(isReadableAttachment(text));
    });
  for (const text of ['', 'aaa aaa aaa', '1234 5678 --', 'A B C D', '%PDF'])
    it(`is not readable without words: “${text}”`, () => assert.ok(!isReadableAttachment(text)));
});

describe('the passages of an attachment', () => {
  it('cover the question verbatim, with their offsets', () => {
    const content = `${filler}Metformin caused lactic acidosis in one patient. ${filler}二甲双胍引起乳酸酸中毒一例。${filler}`;
    const passages = select(content, [
      ['metformin', '二甲双胍'],
      ['lactic acidosis', '乳酸酸中毒'],
    ]);
    assert.equal(passages.length, 2);
    assert.ok(passages.some(({ text }) => text.includes('Metformin caused lactic acidosis')));
    assert.ok(passages.some(({ text }) => text.includes('二甲双胍引起乳酸酸中毒一例')));
    for (const { text, start, end } of passages) assert.equal(content.slice(start, end), text);
  });

  it('are its beginning if the question names no topic', () => {
    const [first] = select(`A first finding. ${filler}`, []);
    assert.ok(first?.text.startsWith('A first finding.'));
  });

  it('are empty if nothing fits', () => {
    assert.deepEqual(select(filler, [['metformin']]), []);
  });

  it('stay short and well-formed in a text without full stops', () => {
    for (const text of ['metformin '.repeat(5_000), `metformin ${'x𠀀'.repeat(5_000)}`, '🫀'.repeat(5_000)])
      for (const passage of select(text, [])) {
        assert.ok(passage.text.length <= 600);
        assert.ok(passage.text.isWellFormed());
      }
  });

  it('are found anywhere, including at slice boundaries', () => {
    const finding = 'Metformin, e.g. 500 mg, caused lactic acidosis vs. placebo.';
    const sentence = 'Rain was seen. ';
    fc.assert(
      fc.property(
        fc.integer({ min: -2 * finding.length, max: 2 * finding.length }),
        fc.integer({ min: 1, max: 3 }),
        (offset, slices) => {
          const at = slices * sliceLength + offset;
          const before = `${sentence.repeat(Math.ceil(at / sentence.length)).slice(0, at - 2)}. `;
          const [found, ...others] = select(`${before}${finding} ${filler}`, [['metformin'], ['placebo']]);
          assert.ok(found?.text.includes(finding), 'the whole sentence is in one passage');
          assert.deepEqual(others, []);
        },
      ),
    );
  });

  it('consist of whole sentences if these are short', () => {
    const piece = fc.constantFrom(
      'Metformin fell. ',
      '二甲双胍有效。',
      'P = 0.05 vs. 0.1',
      '\n',
      '! ',
      'E. coli ',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const paragraph = `${pieces.join('')}\n`;
        const content = paragraph.repeat(Math.ceil((3 * sliceLength) / paragraph.length));
        const sentences = splitSentences(content);
        const [starts, ends] = [sentences.map(({ start }) => start), sentences.map(({ end }) => end)];
        for (const passage of select(content, [['metformin', '二甲双胍']])) {
          assert.ok(starts.includes(passage.start) && ends.includes(passage.end));
          assert.equal(content.slice(passage.start, passage.end), passage.text);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('a long attachment', () => {
  const length = 2 * 1024 * 1024;
  const texts: Record<string, string> = {
    prose: filler,
    Chinese: '二甲双胍降低了血糖，天气预报说下雨。',
    'one word': 'a',
    'nothing but spaces': ' ',
    'initials without end': 'A. ',
    'nothing but stops': '.',
    'nothing but lines': 'a\n',
  };

  for (const [name, piece] of Object.entries(texts))
    it(`of ${name} takes linear time`, () => {
      const cpuOf = (characters: number) => {
        const content = piece.repeat(Math.ceil(characters / piece.length));
        const before = process.cpuUsage();
        select(content, [['metformin']]);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000;
      };
      cpuOf(length / 8);
      const [short, long] = [cpuOf(length / 8), cpuOf(length)];
      // Eight times as long, with room for compilation and a garbage collection; quadratic time would give 64.
      assert.ok(long < 24 * short + 300, `${short} ms, ${long} ms`);
    });

  it('is read only at its beginning if the question names no topic', () => {
    assert.equal(select(filler.repeat(1_000), []).length, 4);
  });
});
