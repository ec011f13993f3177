import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { systemClock } from '@citewell/core/clock.ts';
import { removeCitations } from '@citewell/sdk/citation-markers';
import { openMemoryStore } from '../../testing/accounting/memory-store.ts';
import { buildReviewApp, reported } from '../../testing/app/review-app.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const requests = {
  en: {
    question: 'Metformin in type 2 diabetes',
    file_content: 'In 312 adults metformin reduced mortality from 11.2% to 7.9%. The study was randomized.',
  },
  zh: {
    question: '二甲双胍治疗2型糖尿病',
    file_content: '在312例2型糖尿病患者中，二甲双胍使死亡率由11.2%降低至7.9%。本研究为随机设计。',
  },
};
const words = {
  en: {
    last: 'This part is the conclusion',
    heading: 'Conclusion',
    resumed: /^Continuing with the evidence found before: \d+ studies\./,
  },
  zh: {
    last: '本部分为结论',
    heading: '结论',
    resumed: /^沿用此前检索到的证据（\d+ 项研究）/,
  },
} as const;

/** Starts a service for discussions with an idempotency key. */
async function begin(t: TestContext, options: Parameters<typeof buildReviewApp>[1] = {}) {
  const test = await buildReviewApp(t, { model: true, ...options });
  const discuss = async (body: object, name?: string) => {
    const reply = await test.app.inject({
      method: 'POST',
      url: '/ai/api/ask_stream',
      headers: {
        ...{ 'content-type': 'application/json', 'x-api-key': test.key },
        ...(name && { 'idempotency-key': name }),
      },
      payload: { mode: 'discussion', ...body },
    });
    const events = reply.statusCode === 200 ? parseEvents(reply.body) : [];
    return {
      reply,
      events,
      text: events.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : [])).join(''),
      messages: events.flatMap(({ event, data }) => (event === 'thinking' ? [String(data.message)] : [])),
    };
  };
  const charges = async () => (await test.usage()).records.map(({ charged }) => charged).reverse();
  const answered = () =>
    (test.llm?.requests() ?? []).filter(({ sent }) => sent.usage).map(({ body }) => JSON.stringify(body));
  return { ...test, discuss, charges, answered };
}

/** Opens a store that keeps evidence as it was before it had other records than the included ones. */
function storeWithoutOthers() {
  const store = openMemoryStore(systemClock);
  let dropped = 0;
  const older: typeof store = {
    ...store,
    storeResult: (place, packed) => {
      const stored = deserialize(brotliDecompressSync(packed)) as { result: { others?: unknown } };
      if (stored.result.others) dropped += 1;
      delete stored.result.others;
      return store.storeResult(place, brotliCompressSync(serialize(stored)));
    },
  };
  return { store: older, dropped: () => dropped };
}

/** Returns the text under each heading, without citation numbers. */
const partsOf = (text: string) =>
  new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((part) => [
        part.slice(0, part.indexOf('\n')),
        removeCitations(part.slice(part.indexOf('\n'))).trim(),
      ]),
  );

describe('a discussion with an Idempotency-Key', () => {
  for (const language of ['en', 'zh'] as const) {
    const request = requests[language];
    const { last, heading, resumed } = words[language];

    it(`continues after an interruption, is charged once and is replayed for free: ${language}`, {
      tags: ['ask_stream.continue'],
    }, async (t) => {
      const { discuss, charges, answered, llm } = await begin(t);
      llm?.setFault('rate-limited', { role: 'section', match: last });
      const broken = await discuss(request, 'job');
      assert.ok(broken.events.some(({ event }) => event === 'error'));
      assert.ok(!partsOf(broken.text).has(heading));
      const before = reported(llm);
      llm?.clearFaults();

      const whole = await discuss(request, 'job');
      assert.equal(whole.events.at(-1)?.event, 'done');
      assert.ok(!whole.events.some(({ event }) => event === 'error' || event === 'tool_call'));
      assert.ok(
        whole.messages.some((message) => resumed.test(message)),
        whole.messages.join('\n'),
      );
      assert.ok(whole.events.some(({ data }) => Array.isArray(data.sources)));
      const parts = partsOf(whole.text);
      assert.ok(parts.has(heading));
      for (const [each, text] of partsOf(broken.text)) assert.equal(parts.get(each), text, each);
      assert.equal(answered().length, new Set(answered()).size, 'no request is made twice');
      assert.deepEqual(await charges(), [before, reported(llm) - before]);

      const again = await discuss(request, 'job');
      assert.equal(again.reply.headers['idempotency-replayed'], 'true');
      assert.equal(again.text, whole.text);
      assert.equal((await charges()).length, 2);
    });

    it(`continues with evidence that an earlier build stored without other records: ${language}`, async (t) => {
      const { store, dropped } = storeWithoutOthers();
      const { discuss, llm } = await begin(t, { options: { store } });
      llm?.setFault('rate-limited', { role: 'section', match: last });
      await discuss(request, 'job');
      llm?.clearFaults();
      assert.equal(dropped(), 1);
      const { events, messages, text } = await discuss(request, 'job');
      assert.equal(events.at(-1)?.event, 'done');
      assert.ok(messages.some((message) => resumed.test(message)));
      assert.ok(partsOf(text).has(heading));
    });

    it(`is separate from other keys, and keeps its key from other findings: ${language}`, async (t) => {
      const { discuss, llm } = await begin(t);
      llm?.setFault('rate-limited', { role: 'section', match: last });
      await discuss(request, 'job');
      llm?.clearFaults();
      const findings = { ...request, file_content: `${request.file_content} HbA1c 8.1%.` };
      const mistaken = await discuss(findings, 'job');
      assert.equal(mistaken.reply.statusCode, 409);
      assert.equal(mistaken.reply.json().code, 'conflict');
      const others = [
        await discuss(findings, 'job 2'),
        await discuss(request, 'job 3'),
        await discuss(request),
      ];
      for (const { messages, text } of others) {
        assert.ok(partsOf(text).has(heading));
        assert.ok(messages.every((message) => !resumed.test(message)));
      }
      const { messages } = await discuss(request, 'job');
      assert.ok(messages.some((message) => resumed.test(message)));
    });
  }

  it('does not apply to mode answer, which runs each time', async (t) => {
    const { discuss, charges } = await begin(t);
    const body = { ...requests.en, mode: 'answer' };
    for (let time = 1; time <= 2; time++) {
      const { reply, text } = await discuss(body, 'job');
      assert.equal(reply.headers['idempotency-replayed'], undefined);
      assert.ok(text.length > 0);
      assert.equal((await charges()).length, time);
    }
  });
});
