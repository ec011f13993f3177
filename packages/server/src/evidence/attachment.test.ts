import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selectAttachmentPassages } from './attachment.ts';

const filler = 'The weather station reported rain on most days of the month. '.repeat(40);

describe('passages of an attachment', () => {
  it('are those that speak of the question, verbatim with their place', () => {
    const content = `${filler}Metformin caused lactic acidosis in one patient. ${filler}二甲双胍引起乳酸酸中毒一例。${filler}`;
    const passages = selectAttachmentPassages(content, {
      facets: [
        ['metformin', '二甲双胍'],
        ['lactic acidosis', '乳酸酸中毒'],
      ],
    });
    assert.equal(passages.length, 2);
    assert.ok(passages.some(({ text }) => text.includes('Metformin caused lactic acidosis')));
    assert.ok(passages.some(({ text }) => text.includes('二甲双胍引起乳酸酸中毒一例')));
    for (const { text, start, end } of passages) assert.equal(content.slice(start, end), text);
  });

  it('are its beginning where the question names no topic', () => {
    const [first] = selectAttachmentPassages(`A first finding. ${filler}`, { facets: [] });
    assert.ok(first?.text.startsWith('A first finding.'));
  });

  it('are none where nothing fits', () => {
    assert.deepEqual(selectAttachmentPassages(filler, { facets: [['metformin']] }), []);
  });

  it('stay short where a text has no full stop at all', () => {
    for (const { text } of selectAttachmentPassages('metformin '.repeat(5_000), { facets: [['metformin']] }))
      assert.ok(text.length <= 600);
  });
});
