import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '@citewell/simulators/until.ts';
import { buildOpenAiApp } from '../../testing/app/open-ai-app.ts';
import { answerHold } from '../answers/ask.ts';

const messages = [{ role: 'user' as const, content: 'Does metformin lower mortality in type 2 diabetes?' }];

describe('a disconnecting client', () => {
  it('closes the model request and is charged for the written tokens', {
    tags: ['v1.chat.left'],
  }, async (t) => {
    const { client, llm, services, lastRecord } = await buildOpenAiApp(t, { model: true });
    const sentence = 'Metformin reduced mortality in adults with type 2 diabetes [E1]. ';
    llm?.setScript({ text: sentence.repeat(200), delayMs: 20 });
    const stream = await client.chat.completions.create({ model: 'citewell', messages, stream: true });
    for await (const { choices } of stream) if (choices[0]?.delta.content) break;
    await until(async () => (await lastRecord()).outcome !== null && llm?.openCalls() === 0);
    assert.equal(llm?.closedByClient().length, 1);
    const { endpoint, outcome, charged, total_tokens } = await lastRecord();
    assert.deepEqual([endpoint, outcome], ['ask_stream', 'client_disconnected']);
    assert.ok(charged > 0 && charged === total_tokens);
    const [key] = await services.keys.list();
    assert.equal(key?.held, 0);
    assert.deepEqual((await services.administration.verify()).drifts, []);
  });

  it('leaves its Idempotency-Key usable for the next whole reply', {
    tags: ['v1.chat.left', 'v1.chat.idempotent'],
  }, async (t) => {
    const { client, llm, settled } = await buildOpenAiApp(t, { model: true });
    llm?.setScript({ text: 'Metformin reduced mortality [E1]. '.repeat(200), delayMs: 20 });
    const once = { headers: { 'Idempotency-Key': 'left' } };
    const leaving = new AbortController();
    const asked = client.chat.completions.create(
      { model: 'citewell', messages },
      { ...once, signal: leaving.signal },
    );
    await until(async () => llm?.openCalls() === 1 && llm.requests().some(({ role }) => role === 'write'));
    await assert.rejects(client.chat.completions.create({ model: 'citewell', messages }, once), {
      status: 409,
      code: 'conflict',
    });
    leaving.abort();
    await assert.rejects(asked);
    await until(async () => settled.length === 1 && llm?.openCalls() === 0);
    assert.equal(settled[0]?.outcome, 'client_disconnected');
    llm?.setScript(undefined);
    const again = await client.chat.completions.create({ model: 'citewell', messages }, once);
    assert.match(again.choices[0]?.message.content ?? '', /\[1\]/);
  });
});

describe('an exhausted balance', () => {
  it('is reported with the code of the other endpoints and exact usage', {
    tags: ['v1.chat.usage'],
  }, async (t) => {
    const { clientOf, createKey, services, lastRecord } = await buildOpenAiApp(t, { model: true });
    const key = await createKey({ balance: answerHold(services) });
    const seen: number[] = [];
    for (let nth = 0; nth < 12; nth++) {
      const reply = await clientOf(key)
        .chat.completions.create({ model: 'citewell', messages })
        .catch((error: { code: string }) => error.code);
      if (typeof reply === 'string') {
        assert.match(reply, /^insufficient_balance:\d+\/\d+$/);
        break;
      }
      seen.push(reply.usage?.total_tokens ?? -1);
      assert.equal((await lastRecord(key)).total_tokens, seen.at(-1));
    }
    assert.ok(seen.length > 0 && seen.length < 12);
    assert.deepEqual((await services.administration.verify()).drifts, []);
  });
});
