import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import type { TestApp } from '../../testing/app/build-test-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { ask, buildMeteredApp, path, recordsOf } from '../../testing/app/metered-app.ts';
import { usageStepsResponse } from './usage-schema.ts';

describe('my_usage/steps', () => {
  const steps = async ({ app, key }: TestApp, query: string, headers: object = {}) => {
    const url = `${path}/steps?${query}`;
    const reply = await app.inject({ url, headers: { 'x-api-key': key, ...headers } });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body };
  };

  it('lists the steps of a call, which add up to its tokens, for free', {
    tags: ['my_usage.steps'],
  }, async (t) => {
    const test = await buildMeteredApp(t);
    await ask(test, {
      steps: [
        { model: 'small', prompt: 300, completion: 20 },
        { model: 'large', prompt: 1_000, completion: 234, source: 'estimated' },
      ],
    });
    const [record] = await recordsOf(test);
    assert.ok(record);
    const reply = await steps(test, `request_id=${record.request_id}`);
    assert.equal(reply.headers['cache-control'], 'no-store');
    const parsed = z.strictObject(usageStepsResponse.shape).parse(JSON.parse(reply.body));
    const step = { kind: 'write', state: 'finished' };
    assert.deepEqual(parsed.steps, [
      { number: 1, ...step, model: 'small', ...tokens(300, 20), cached_tokens: null, estimated: false },
      { number: 2, ...step, model: 'large', ...tokens(1_000, 234), cached_tokens: null, estimated: true },
    ]);
    assert.equal(
      parsed.steps.reduce((sum, { total_tokens }) => sum + total_tokens, 0),
      record.total_tokens,
    );
    assert.deepEqual(await recordsOf(test), [record]);
  });

  it('reports the cached prompt tokens, which are charged like the rest', {
    tags: ['my_usage.steps.cached_tokens'],
  }, async (t) => {
    const test = await buildMeteredApp(t);
    await ask(test, {
      steps: [
        { prompt: 1_500, completion: 20, cached: 1_024 },
        { prompt: 300, completion: 20, cached: 0 },
        // More than there was: a mistake of the provider.
        { prompt: 300, completion: 20, cached: 9_999 },
      ],
    });
    const [record] = await recordsOf(test);
    const reply = await steps(test, `request_id=${record?.request_id}`);
    const parsed = usageStepsResponse.parse(JSON.parse(reply.body));
    assert.deepEqual(
      parsed.steps.map(({ cached_tokens, total_tokens }) => [cached_tokens, total_tokens]),
      [
        [1_024, 1_520],
        [0, 320],
        [300, 320],
      ],
    );
    assert.equal(record?.charged, 1_520 + 320 + 320);
  });

  it('hides other keys’ calls and rejects a malformed id', async (t) => {
    const test = await buildMeteredApp(t);
    await ask(test, { steps: [{ prompt: 1, completion: 1 }] });
    const [record] = await recordsOf(test);
    const other = await test.createKey();
    const query = `request_id=${record?.request_id}`;
    assertErrorResponse(await steps(test, query, { 'x-api-key': other }), 404, 'not_found');
    assertErrorResponse(await steps(test, 'request_id=req_none'), 404, 'not_found');
    for (const bad of ['', 'request_id=', 'request_id=a%20b']) {
      const rejection = await steps(test, bad, { 'accept-language': 'zh' });
      assertErrorResponse(rejection, 400, 'invalid_request');
      assert.match(rejection.body, /request_id/);
    }
    assertErrorResponse(await steps(test, query, { 'x-api-key': 'cw_no' }), 401, 'invalid_key');
  });

  function tokens(prompt: number, completion: number) {
    return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  }
});
