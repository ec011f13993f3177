import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { readManuscript } from '../features/citation-checks/manuscript/citations.ts';
import { buildCapturingApp } from '../testing/app/capturing-app.ts';
import { scriptedModel } from '../testing/app/scripted.ts';
import { png } from '../testing/documents/images.ts';

/**
 * V8 optimizes regular expressions until a process has compiled 16 MB of them. From then on a repetition stores a
 * backtracking position for each character, and one over megabytes overflows: a service that has run for a long time fails
 * where a new one does not.
 */
setFlagsFromString('--no-regexp-optimization');

/** Units from which the texts are made: what expressions for words, spaces, marks, numbers, tags and addresses repeat. */
const units = [
  'a',
  'Ab ',
  ' ',
  '\n',
  '1',
  '1.',
  '(',
  '[1] ',
  '<b>',
  '&amp;',
  '中',
  '，',
  '-',
  'a@',
  '10.1/',
  'é',
  '=',
  '"',
];

describe('a process with V8’s regular expressions in the interpreter', () => {
  it('overflows as this test assumes', () => {
    assert.throws(() => /^[a-z]+={0,2}$/.test('a'.repeat(8_000_000)), RangeError);
  });

  it('accepts the largest image', async (t) => {
    const model = scriptedModel({ describes: async () => 'a chest X-ray' });
    const { accepted } = await buildCapturingApp(t, { services: { model } });
    const head = png(8, 8);
    const image = Buffer.concat([head, Buffer.alloc(5 * 1024 * 1024 - head.length)]).toString('base64');
    const { images } = await accepted('/ai/api/ask_stream', {
      question: 'What does it show?',
      images: [image],
    });
    assert.equal(images.length, 1);
  });

  it('reads the largest attachment, whatever it repeats', async (t) => {
    const { post } = await buildCapturingApp(t);
    for (const unit of units) {
      const content = unit.repeat(2_000_000 / Buffer.byteLength(unit));
      const { status, body } = await post('/ai/api/ask_stream', {
        question: 'Does it help?',
        file_content: content,
      });
      assert.ok(status < 500, `${JSON.stringify(unit)}: ${status} ${body.slice(0, 200)}`);
    }
  });

  it('reads the largest manuscript', () => {
    for (const unit of ['Ab ', '中'])
      assert.ok(
        readManuscript(
          `Aspirin helps [1]. ${unit.repeat(5_000_000 / unit.length)}\n\nReferences\n1. One. PMID: 11\n`,
          { wraps: true },
        ),
        unit,
      );
  });
});
