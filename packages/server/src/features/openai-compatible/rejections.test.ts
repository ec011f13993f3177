import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildOpenAiApp } from '../../testing/app/open-ai-app.ts';
import { png } from '../../testing/documents/images.ts';
import { answerHold } from '../answers/ask.ts';

type Sent = { status: number; headers: Record<string, unknown>; body: string };

/** Asserts that an error has the shape of OpenAI's API, and returns it. */
function errorOf({ status, headers, body }: Sent) {
  assert.ok(status >= 400, body);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  const parsed = JSON.parse(body);
  assert.deepEqual(Object.keys(parsed), ['error']);
  assert.deepEqual(Object.keys(parsed.error), ['message', 'type', 'param', 'code']);
  return {
    status,
    ...(parsed.error as { message: string; type: string; param: string | null; code: string }),
  };
}

const question = 'Does metformin lower mortality in type 2 diabetes?';
const messages = [{ role: 'user', content: question }];
const asked = { model: 'citewell', messages };
const withParts = (...parts: object[]) => ({
  ...asked,
  messages: [{ role: 'user', content: [{ type: 'text', text: question }, ...parts] }],
});
const image = (bytes: Buffer) => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${bytes.toString('base64')}` },
});
const file = (bytes: Buffer | string, type = 'text/plain') => ({
  type: 'file',
  file: { filename: 'a', file_data: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` },
});

describe('errors of /v1/chat/completions', () => {
  it('have OpenAI’s shape and the usual codes, and cost nothing', {
    tags: ['v1.chat.errors'],
  }, async (t) => {
    const { send, createKey, settled, app, services } = await buildOpenAiApp(t, { model: true });
    const needed = answerHold(services);
    const bearer = async (key: Parameters<typeof createKey>[0]) => `Bearer ${await createKey(key)}`;
    for (const [authorization, status, type, code] of [
      ['', 401, 'authentication_error', 'missing_key'],
      ['Bearer cw_wrong', 401, 'authentication_error', 'invalid_key'],
      [await bearer({ status: 'disabled' }), 401, 'authentication_error', 'key_disabled'],
      [await bearer({ expiresAt: 1 }), 401, 'authentication_error', 'key_expired'],
      [await bearer({ modules: ['factcheck'] }), 403, 'permission_error', 'no_permission:ask_agent'],
      [await bearer({ dailyQuota: 0 }), 429, 'insufficient_quota', 'quota_exceeded:0/0'],
      [await bearer({ balance: 7 }), 403, 'insufficient_quota', `insufficient_balance:7/${needed}`],
    ] as const)
      for (const stream of [false, true]) {
        const error = errorOf(await send({ ...asked, stream }, { authorization }));
        assert.deepEqual([error.status, error.type, error.code, error.param], [status, type, code, null]);
      }
    const elsewhere = await app.inject({ url: '/v1/nothing' });
    const { statusCode, headers, body } = elsewhere;
    assert.equal(errorOf({ status: statusCode, headers, body }).code, 'not_found');
    const wrong = await app.inject({ method: 'PUT', url: '/v1/chat/completions' });
    const method = errorOf({ status: wrong.statusCode, headers: wrong.headers, body: wrong.body });
    assert.equal(method.code, 'method_not_allowed');
    assert.deepEqual(settled, []);
  });

  it('require the module of the named model', { tags: ['v1.chat.errors'] }, async (t) => {
    const { send, createKey } = await buildOpenAiApp(t);
    const authorization = `Bearer ${await createKey({ modules: ['expert_agent'] })}`;
    for (const [model, module] of [
      ['citewell', 'ask_agent'],
      ['citewell-check', 'factcheck'],
    ] as const) {
      const content = 'Metformin lowers mortality. [PMID 2001]';
      const body = { model, messages: [{ role: 'user', content }] };
      assert.equal(errorOf(await send(body, { authorization })).code, `no_permission:${module}`);
    }
    assert.equal((await send({ ...asked, model: 'citewell-review' }, { authorization })).status, 200);
  });

  it('name the invalid field, in both languages, before anything is counted', {
    tags: ['v1.chat.errors', 'v1.chat.parameters'],
  }, async (t) => {
    const { send, settled } = await buildOpenAiApp(t);
    const user = (content: unknown) => [{ role: 'user', content }];
    for (const [body, param] of [
      [{ messages }, 'model'],
      [{ ...asked, model: 'gpt-5' }, 'model'],
      [{ model: 'citewell' }, 'messages'],
      [{ ...asked, messages: [] }, 'messages'],
      [{ ...asked, messages: 'x' }, 'messages'],
      [{ ...asked, messages: [{ role: 'tool', content: question }] }, 'messages'],
      [{ ...asked, messages: [{ role: 'system', content: question }] }, 'messages'],
      [{ ...asked, messages: [{ role: 'bot', content: 'x' }] }, 'messages[0].role'],
      [{ ...asked, messages: user(5) }, 'messages[0].content'],
      [{ ...asked, messages: user('') }, 'messages[0].content'],
      [{ ...asked, messages: user(' \n') }, 'messages[0].content'],
      [{ ...asked, messages: user(null) }, 'messages[0].content'],
      [{ ...asked, messages: user([]) }, 'messages[0].content'],
      [{ ...asked, messages: user('药'.repeat(4_001)) }, 'messages[0].content'],
      [{ ...asked, messages: user([{ type: 'input_audio' }]) }, 'messages[0].content'],
      [{ ...asked, stream: 'yes' }, 'stream'],
      [{ ...asked, n: 2 }, 'n'],
      [{ ...asked, response_format: { type: 'json_object' } }, 'response_format.type'],
      [{ ...asked, stream_options: { include_usage: 1 } }, 'stream_options.include_usage'],
      [{ ...asked, date_from: '20' }, 'date_from'],
      [{ ...asked, lang: 'fr' }, 'lang'],
      [{ ...asked, category_id: 'nowhere' }, 'category_id'],
      [{ ...asked, model: 'citewell-check' }, 'messages[0].content'],
      [{ model: 'citewell-check', messages: user('PMID 1 '.repeat(600)) }, 'messages[0].content'],
      [{ ...withParts(file('x')), model: 'citewell-review' }, 'messages[0].content[1].file.file_data'],
    ] as const)
      for (const [language, said] of [
        ['en', /^"|^The /],
        ['zh', /[\u4e00-\u9fff]/],
      ] as const) {
        const error = errorOf(await send(body, { 'accept-language': language }));
        assert.deepEqual([error.status, error.code, error.param], [400, 'invalid_request', param]);
        assert.match(error.message, said);
        assert.ok(error.message.includes(`"${param}"`), error.message);
      }
    for (const body of ['', '[]', '{"model":'])
      assert.equal(errorOf(await send(body)).code, 'invalid_request');
    assert.deepEqual(settled, []);
  });

  it('reject attachments other than images and text files as data: URLs', {
    tags: ['v1.chat.images', 'v1.chat.files'],
  }, async (t) => {
    const { send, settled } = await buildOpenAiApp(t);
    const url = { type: 'image_url', image_url: { url: 'https://example.org/x.png' } };
    for (const [part, status, param, said] of [
      [image(png(100, 100)), 400, 'image_url.url', /no vision model is configured/],
      [image(Buffer.from('GIF89a')), 400, 'image_url.url', /another kind of file/],
      [image(Buffer.alloc(10_000_000)), 413, 'image_url.url', /too large/],
      [url, 400, 'image_url.url', /URLs are never fetched/],
      [{ type: 'image_url' }, 400, 'image_url', /is required/],
      [file('%PDF-1.7 x', 'application/pdf'), 400, 'file.file_data', /a PDF file: send its extracted text/],
      [file(Buffer.alloc(500, 200)), 400, 'file.file_data', /got/],
      [file('x'.repeat(3_000_000)), 413, 'file.file_data', /too large/],
      [{ type: 'file', file: { file_id: 'file-1' } }, 400, 'file.file_data', /"file_id" names none/],
      [
        { type: 'file', file: { file_data: 'https://example.org/x' } },
        400,
        'file.file_data',
        /never fetched/,
      ],
    ] as const) {
      const error = errorOf(await send(withParts(part)));
      assert.deepEqual([error.status, error.param], [status, `messages[0].content[1].${param}`]);
      assert.match(error.message, said);
    }
    const files = withParts(file('x'.repeat(1_500_000)), file('x'.repeat(1_500_000)));
    assert.equal(errorOf(await send(files)).param, 'messages[0].content[2].file.file_data');
    const many = withParts(...Array.from({ length: 5 }, () => image(png(10, 10))));
    assert.equal(errorOf(await send(many)).param, 'messages[0].content');
    assert.deepEqual(settled, []);
  });

  it('ignore irrelevant OpenAI fields and report unknown ones in a header', {
    tags: ['v1.chat.parameters'],
  }, async (t) => {
    const { send } = await buildOpenAiApp(t);
    const { status, headers } = await send({
      ...asked,
      ...{
        temperature: 9,
        top_p: 'x',
        max_tokens: 1,
        stop: ['a'],
        seed: null,
        n: 1,
        user: 'u',
        logprobs: true,
      },
      ...{ tools: [{ type: 'function' }], tool_choice: 'required', response_format: { type: 'text' } },
      ...{ date_from: null, lang: '', foo: 1 },
    });
    assert.equal(status, 200);
    assert.equal(headers['x-unknown-fields'], 'foo');
  });
});
