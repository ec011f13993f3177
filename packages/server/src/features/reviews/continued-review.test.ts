import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { removeCitations } from '@citewell/sdk/citation-markers';
import type { LlmLogEntry } from '@citewell/simulators/llm/llm-simulator.ts';
import { until } from '@citewell/simulators/until.ts';
import { resultRetentionMs } from '../../accounting/idempotency/stored-results.ts';
import { manualClock, storeEngines } from '../../testing/accounting/accounts-databases.ts';
import { buildReviewApp, reported } from '../../testing/app/review-app.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const topics = {
  en: 'Metformin and mortality in type 2 diabetes',
  zh: '二甲双胍与2型糖尿病患者的死亡率',
} as const;
const conclusion = { en: 'This part is the conclusion', zh: '本部分为结论' } as const;

/** Roles of requests, as the simulated model distinguishes them. */
const roles = new Set(['scope', 'outline', 'studies', 'frame', 'section']);

type Options = Parameters<typeof buildReviewApp>[1];

/** Starts a service for reviews with an idempotency key, streamed so that they can be interrupted. */
async function begin(t: TestContext, options: Options = {}) {
  const test = await buildReviewApp(t, { model: true, ...options });
  const url = `http://127.0.0.1:${await test.listen()}/ai/api/`;
  const send = (
    body: object,
    name = 'job',
    { path = 'expert_stream', signal = null as AbortSignal | null, key = test.key } = {},
  ) =>
    fetch(url + path, {
      ...{ method: 'POST', body: JSON.stringify(body), signal },
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': name },
    });
  const stream = async (body: object, name?: string) => {
    const reply = await send(body, name);
    const text = await reply.text();
    assert.equal(reply.status, 200, text);
    return { reply, events: parseEvents(text) };
  };
  /** Complete requests to the model that were answered. */
  const answered = () =>
    (test.llm?.requests() ?? []).filter(({ sent }) => sent.usage).map(({ body }) => JSON.stringify(body));
  const charges = async () => (await test.usage()).records.map(({ charged }) => charged).reverse();
  /** Interrupts a review at this request to the model; returns the requests answered by then. */
  async function breakOff(body: object, at: string) {
    const { llm } = test;
    assert.ok(llm);
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    let open = 0;
    llm.onRequest(({ role, body: asked }) => {
      if (roles.has(at) ? role !== at : !JSON.stringify(asked).includes(at)) return undefined;
      open += 1;
      reached.resolve();
      return gate.promise;
    });
    const controller = new AbortController();
    const reply = await send(body, 'job', { signal: controller.signal });
    const reading = reply.text().catch(() => '');
    await reached.promise;
    // Parallel requests are answered first and their results stored.
    await until(() => llm.requests().filter(({ sent }) => !sent.usage).length === open);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const paid = answered();
    const before = test.settled.length;
    controller.abort();
    await reading;
    await until(() => test.settled.length > before);
    llm.onRequest(undefined);
    gate.resolve();
    await until(() => llm.openCalls() === 0);
    return { paid, asked: llm.requests().length };
  }
  return { ...test, send, stream, answered, charges, breakOff };
}

/** Tokens used by these requests, as the model reported them. */
const usageOf = (requests: readonly LlmLogEntry[]) =>
  requests.reduce(
    (sum, { sent }) => sum + (sent.usage?.promptTokens ?? 0) + (sent.usage?.completionTokens ?? 0),
    0,
  );
const textOf = (events: ReturnType<typeof parseEvents>) =>
  events.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text as string] : [])).join('');
const messagesOf = (events: ReturnType<typeof parseEvents>) =>
  events.flatMap(({ event, data }) => (event === 'thinking' ? [data.message as string] : []));
/** Returns the text under each heading, without citation numbers. */
const partsOf = (text: string) =>
  new Map(
    text
      .split(/^#{2,3} /m)
      .slice(1)
      .map((part) => [
        part.slice(0, part.indexOf('\n')),
        removeCitations(part.slice(part.indexOf('\n'))).trim(),
      ]),
  );

describe('an interrupted review', { concurrency: 3 }, () => {
  for (const [language, at] of [
    ['en', 'scope'],
    ['en', 'outline'],
    ['en', 'studies'],
    ['en', 'frame'],
    ['en', conclusion.en],
    ['zh', conclusion.zh],
  ] as const)
    it(`continues without repeating an answered request: ${language}, at ${at}`, {
      tags: ['expert_stream.continue'],
    }, async (t) => {
      const { stream, breakOff, charges, llm } = await begin(t);
      const question = topics[language];
      const { paid, asked } = await breakOff({ question }, at);
      const { events } = await stream({ question });
      assert.equal(events.at(-1)?.event, 'done');
      assert.ok(!events.some(({ event }) => event === 'error'));
      const more = (llm?.requests() ?? []).slice(asked);
      assert.equal(paid.length > 0, at !== 'scope');
      for (const { body } of more) assert.ok(!paid.includes(JSON.stringify(body)), 'written twice');
      const [, second] = await charges();
      assert.equal(second, usageOf(more));
      if (at !== 'scope') {
        const resumed =
          language === 'en'
            ? /^Continuing with the evidence found before: \d+ studies\./
            : /^沿用此前检索到的证据（\d+ 项研究）/;
        assert.ok(
          messagesOf(events).some((message) => resumed.test(message)),
          messagesOf(events).join('\n'),
        );
        assert.ok(events.some(({ data }) => Array.isArray(data.sources)));
        assert.ok(!events.some(({ event }) => event === 'tool_call'));
      }
    });

  for (const model of storeEngines)
    it(`is charged exactly once after the model failed at a section: ${model.name}`, async (t) => {
      const home = await model.create(t);
      const store = await home.open(systemClock);
      const { stream, answered, charges, llm, usage } = await begin(t, { options: { store } });
      const question = topics.en;
      llm?.setFault('rate-limited', { role: 'section', match: conclusion.en });
      const { events: broken } = await stream({ question });
      assert.ok(broken.some(({ event }) => event === 'error'));
      const before = reported(llm);
      llm?.clearFaults();
      const { events } = await stream({ question });
      assert.match(textOf(events), /## Conclusion/);
      assert.deepEqual(await charges(), [before, reported(llm) - before]);
      assert.equal(answered().length, new Set(answered()).size);
      assert.deepEqual(
        (await usage()).records.map(({ outcome }) => outcome),
        ['ok', 'upstream_error'],
      );
      assert.deepEqual((await store.verifyLedger()).drifts, []);
      // The sections that existed before are unchanged.
      const parts = partsOf(textOf(events));
      for (const [heading, text] of partsOf(textOf(broken))) assert.equal(parts.get(heading), text, heading);
    });

  it('continues once for two concurrent requests, then replays the text to both for free', async (t) => {
    const { send, breakOff, charges } = await begin(t);
    const question = topics.en;
    await breakOff({ question }, conclusion.en);
    const replies = await Promise.all([send({ question }), send({ question })]);
    const texts = await Promise.all(replies.map((reply) => reply.text()));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const won = texts[replies.findIndex(({ status }) => status === 200)] ?? '';
    const again = await send({ question });
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.match(again.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(textOf(parseEvents(await again.text())), textOf(parseEvents(won)));
    assert.equal((await charges()).length, 2);
  });

  it('is not continued under another API key with the same name', async (t) => {
    const { send, stream, breakOff, createKey, llm } = await begin(t);
    const question = topics.en;
    const { paid, asked } = await breakOff({ question }, conclusion.en);
    const other = await send({ question }, 'job', { key: await createKey() });
    const events = parseEvents(await other.text());
    assert.equal(other.status, 200);
    assert.equal(other.headers.get('idempotency-replayed'), null);
    assert.ok(messagesOf(events).every((message) => !/^Continuing/.test(message)));
    assert.ok(events.some(({ event }) => event === 'tool_call'));
    const theirs = (llm?.requests() ?? []).slice(asked).map(({ body }) => JSON.stringify(body));
    assert.ok(
      theirs.some((body) => paid.includes(body)),
      'asked for at their own price',
    );
    const before = llm?.requests().length ?? 0;
    const { events: own } = await stream({ question });
    assert.ok(messagesOf(own).some((message) => /^Continuing/.test(message)));
    for (const { body } of (llm?.requests() ?? []).slice(before))
      assert.ok(!paid.includes(JSON.stringify(body)), 'written twice');
  });

  it('is a new review for another request or name, or after an hour', async (t) => {
    const clock = manualClock();
    const { send, stream, breakOff, llm } = await begin(t, { options: { clock } });
    const question = topics.en;
    await breakOff({ question }, conclusion.en);
    const other = await send({ question, max_refs: 5 }, 'job 2');
    assert.ok(messagesOf(parseEvents(await other.text())).every((message) => !/^Continuing/.test(message)));
    clock.advance(resultRetentionMs);
    const before = llm?.requests().length ?? 0;
    const { events } = await stream({ question });
    assert.ok(events.some(({ event }) => event === 'tool_call'));
    assert.ok(
      llm
        ?.requests()
        .slice(before)
        .some(({ role }) => role === 'outline'),
    );
  });

  for (const [language, mistake] of [
    ['en', /^This Idempotency-Key was already used with another request/],
    ['zh', /^此 Idempotency-Key 已用于另一请求/],
  ] as const)
    it(`answers 409 for another request under its name: ${language}`, async (t) => {
      const { send, stream } = await begin(t);
      const question = topics[language];
      await stream({ question });
      const reply = await send({ question, max_refs: 3 });
      const { error, code } = (await reply.json()) as { error: string; code: string };
      assert.deepEqual([reply.status, code], [409, 'conflict']);
      assert.match(error, mistake);
    });

  for (const [language, mistake] of [
    ['en', /^This Idempotency-Key was already used with another request/],
    ['zh', /^此 Idempotency-Key 已用于另一请求/],
  ] as const)
    it(`keeps its name and continues after another request used it: ${language}`, {
      tags: ['expert_stream.continue'],
    }, async (t) => {
      const { send, stream, breakOff, llm, settled, charges } = await begin(t);
      const question = topics[language];
      const { paid, asked } = await breakOff({ question }, conclusion[language]);
      const calls = settled.length;
      for (const path of ['expert_stream', 'expert']) {
        const reply = await send({ question, max_refs: 3 }, 'job', { path });
        const { error, code } = (await reply.json()) as { error: string; code: string };
        assert.deepEqual([reply.status, code], [409, 'conflict']);
        assert.match(error, mistake);
        assert.equal(reply.headers.get('x-should-retry'), 'false');
      }
      assert.deepEqual([llm?.requests().length, settled.length, (await charges()).length], [asked, calls, 1]);
      const { events } = await stream({ question });
      assert.equal(events.at(-1)?.event, 'done');
      for (const { body } of (llm?.requests() ?? []).slice(asked))
        assert.ok(!paid.includes(JSON.stringify(body)), 'written twice');
    });

  it('stores nothing without a name', async (t) => {
    const { post, llm } = await begin(t);
    const question = topics.en;
    await post('expert_stream', { question });
    const once = llm?.requests().length ?? 0;
    await post('expert_stream', { question });
    assert.equal(llm?.requests().length, 2 * once);
  });

  for (const language of ['en', 'zh'] as const)
    for (const path of ['expert', 'expert_stream'])
      it(`is the same with and without a name if there is no model: ${language}, ${path}`, async (t) => {
        const { send } = await begin(t, { model: false });
        const body = { question: topics[language], lang: language };
        const ask = async (name: string) => {
          const reply = await send(body, name, { path });
          return { status: reply.status, headers: reply.headers, text: await reply.text() };
        };
        const [named, again, plain] = [await ask('job'), await ask('job'), await ask('other')];
        assert.deepEqual([named.status, again.status, plain.status], [200, 200, 200]);
        assert.ok(named.text.length > 500 && plain.text.length > 500);
        assert.equal(again.headers.get('idempotency-replayed'), 'true');
        assert.ok(again.text.length > 500);
      });

  it('continues as JSON too', async (t) => {
    const { send, answered, llm, charges } = await begin(t);
    const question = topics.en;
    llm?.setFault('rate-limited', { role: 'section', match: conclusion.en });
    const broken = await send({ question }, 'job', { path: 'expert' });
    assert.equal(broken.headers.get('x-incomplete'), 'upstream_unavailable');
    await broken.text();
    llm?.clearFaults();
    const before = reported(llm);
    const whole = await send({ question }, 'job', { path: 'expert' });
    assert.equal(Number(whole.headers.get('x-tokens-charged')), reported(llm) - before);
    assert.match(await whole.text(), /## Conclusion/);
    assert.equal(answered().length, new Set(answered()).size);
    assert.deepEqual((await charges()).length, 2);
  });
});
