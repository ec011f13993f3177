import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { buildCapturingApp } from '../../testing/app/capturing-app.ts';
import { withoutBlanks } from './blank-fields.ts';

const path = '/ai/api/ask_stream';
const question = 'Does metformin lower HbA1c?';

describe('an optional field', () => {
  it('is absent if it is null, and a text field also if it is empty', async (t) => {
    const { accepted } = await buildCapturingApp(t);
    const plain = await accepted(path, { question });
    const names = ['date_from', 'date_to', 'max_refs', 'category_id', 'exclude_pmids', 'file_content'];
    for (const name of [...names, 'include', 'lang', 'history', 'images', 'mode'])
      assert.deepEqual(await accepted(path, { question, [name]: null }), plain, name);
    for (const name of ['date_from', 'date_to', 'category_id', 'file_content', 'lang', 'mode'])
      assert.deepEqual(await accepted(path, { question, [name]: '' }), plain, name);
  });

  it('keeps null in a nullable field, and an empty text in a required field', () => {
    const schema = z.object({
      quota: z.int().nullable().optional(),
      name: z.string(),
      pairs: z.array(z.object({ text: z.string(), note: z.string().min(1).optional() })).optional(),
    });
    const given = {
      quota: null,
      name: '',
      pairs: [
        { text: '', note: '' },
        { text: 'a', note: null },
      ],
    };
    assert.deepEqual(withoutBlanks(schema, given), {
      quota: null,
      name: '',
      pairs: [{ text: '' }, { text: 'a' }],
    });
    assert.equal(withoutBlanks(schema, null), null);
  });
});

describe('a field that does not exist', () => {
  it('is ignored and named in a header, also for a stream', {
    tags: ['header.unknown_fields'],
  }, async (t) => {
    const { app, key } = await buildCapturingApp(t);
    const post = (url: string, payload: object) =>
      app.inject({ method: 'POST', url, payload, headers: { 'x-api-key': key } });
    for (const url of ['/ai/api/ask', path]) {
      const reply = await post(url, { question, foo: 1, 名: 2, 'a\r\nb': 3 });
      assert.equal(reply.statusCode, 200);
      assert.equal(reply.headers['x-unknown-fields'], 'foo, %E5%90%8D, a%0D%0Ab');
      assert.equal((await post(url, { question })).headers['x-unknown-fields'], undefined);
    }
    const nested = await post(path, { question, history: [{ q: 'x', a: 'y', z: 1 }] });
    assert.equal(nested.headers['x-unknown-fields'], 'history[0].z');
  });
});

it('accepts the mode in upper or lower case', async (t) => {
  const { accepted } = await buildCapturingApp(t);
  for (const mode of ['Answer', 'ANSWER', 'answer'])
    assert.deepEqual(await accepted(path, { question, mode }), await accepted(path, { question }));
});
