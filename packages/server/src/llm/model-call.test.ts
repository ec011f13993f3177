import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '@citewell/core/errors.ts';
import { type LlmSimulator, startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { until } from '@citewell/simulators/until.ts';
import type { StepIntent } from '../accounting/meter.ts';
import type { LogFields } from '../platform/log.ts';
import { type RecordedStep, recordingMeter } from '../testing/accounting/recording-meter.ts';
import type { Timing } from './attempt.ts';
import { createCircuitBreakers } from './circuit-breakers.ts';
import type { PartConsumer } from './model.ts';
import { callModel, type ModelCall, type ModelCallDependencies } from './model-call.ts';
import { createOpenAiCompatible } from './providers/openai-compatible.ts';
import type { ChatProvider } from './providers/provider.ts';
import { flag, strictReply } from './reply-schema.ts';
import { createTokenCounter } from './tokens/token-count.ts';

const timing: Timing = { firstPartMs: 20_000, partMs: 20_000, tailMs: 20_000, totalMs: 60_000 };
const call: ModelCall = {
  kind: 'write',
  request: { model: 'm', messages: () => [{ role: 'user', text: 'Say something long.' }], maxTokens: 100 },
  timing,
  maxAttempts: 2,
};

describe('a model call', () => {
  const counter = createTokenCounter();
  let simulator: LlmSimulator;
  let provider: ChatProvider;
  let dependencies: ModelCallDependencies;
  let meter: ReturnType<typeof recordingMeter>;
  let logged: [string, LogFields | undefined][];
  let now: number;

  before(async () => {
    simulator = await startLlmSimulator();
  });
  after(async () => {
    await Promise.all([simulator.close(), provider.close(), counter.close()]);
  });
  beforeEach(async () => {
    await provider?.close();
    simulator.setScript({
      text: 'word '.repeat(50),
      delayMs: 1,
      usage: { promptTokens: 11, completionTokens: 50 },
    });
    simulator.clearFaults();
    simulator.clearLog();
    now = 0;
    const clock = { now: () => now };
    provider = createOpenAiCompatible({ baseUrl: simulator.url, apiKey: 'k', clock });
    meter = recordingMeter();
    logged = [];
    dependencies = {
      provider,
      breakers: createCircuitBreakers(clock),
      counter,
      random: () => 0,
      log: (_level, event, fields) => logged.push([event, fields]),
      contextTokens: 32_000,
      reasoningModels: new Set(),
      silentModels: new WeakMap(),
    };
  });

  const run = (
    more: Partial<ModelCall> = {},
    signal = new AbortController().signal,
    take: PartConsumer = () => undefined,
  ) => callModel({ ...call, ...more }, dependencies, { signal, meter }, take);
  async function textOf(more: Partial<ModelCall> = {}): Promise<string> {
    let text = '';
    await run(more, undefined, (part) => {
      if (part.type === 'text') text += part.text;
      return undefined;
    });
    return text;
  }
  const firstStep = (): RecordedStep => {
    const [step] = meter.steps;
    assert.ok(step);
    return step;
  };

  it('records the request before sending it, with the prompt and the limit as upper bound, and completes the entry with the provider’s usage', async () => {
    const slowMeter = {
      openStep: async (intent: Parameters<typeof meter.openStep>[0]) => {
        assert.equal(simulator.requests().length, 0);
        return meter.openStep(intent);
      },
    };
    const context = { signal: new AbortController().signal, meter: slowMeter };
    await callModel(call, dependencies, context, () => undefined);
    const { hold, finished, ...intent } = firstStep();
    assert.deepEqual([intent.kind, intent.provider, intent.model], ['write', 'openai-compatible', 'm']);
    assert.ok(hold >= 100 + 11);
    assert.deepEqual(finished, { promptTokens: 11, completionTokens: 50, source: 'provider' });
  });

  it('updates the entry with the observed usage while it runs, and with the provider’s at the end', async () => {
    const counts: number[] = [];
    await run({}, undefined, () => {
      const seen = firstStep().seen;
      assert.ok(seen && seen.promptTokens > 0);
      counts.push(seen.completionTokens);
      return undefined;
    });
    const reported = firstStep().finished?.completionTokens;
    assert.ok(counts.length > 1);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    );
    assert.equal(reported, 50);
  });

  for (const parts of [1, 20]) {
    it(`closes the upstream request and charges what was received when the caller disconnects after ${parts} parts`, async () => {
      simulator.setScript({ text: 'word '.repeat(500), delayMs: 1 });
      const controller = new AbortController();
      const reason = new Error('client disconnected');
      let seen = 0;
      const reading = run({}, controller.signal, () => {
        seen += 1;
        if (seen === parts) controller.abort(reason);
        return undefined;
      });
      await assert.rejects(reading, reason);
      await until(() => simulator.openCalls() === 0);
      assert.equal(simulator.closedByClient().length, 1);
      const { finished } = firstStep();
      assert.equal(finished?.source, 'estimated');
      assert.ok(finished.promptTokens > 0);
      assert.ok(finished.completionTokens >= parts && finished.completionTokens < 500);
    });
  }

  /** Waits until the simulator has sent a whole text, without leaving the turn in which it did. */
  async function untilSent(text: string): Promise<void> {
    while (simulator.requests().at(-1)?.sent.text !== text) await nextTurn();
  }

  it('charges all that had arrived when a busy process stops the call before reading it', async () => {
    const text = 'word '.repeat(60);
    simulator.setScript({ text });
    simulator.setFault('stall', { at: 60 });
    const controller = new AbortController();
    const passedOn: string[] = [];
    const reading = run({}, controller.signal, ({ text }) => {
      passedOn.push(text);
      return undefined;
    });
    await untilSent(text.trimEnd());
    assert.deepEqual(passedOn, []);
    controller.abort(new Error('deadline'));
    await assert.rejects(reading, { message: 'deadline' });
    assert.deepEqual(passedOn, []);
    await until(() => simulator.openCalls() === 0);
    assert.equal(simulator.closedByClient().length, 1);
    assert.deepEqual(firstStep().finished, {
      ...{ promptTokens: 4, completionTokens: await counter.count(text.trimEnd()) },
      source: 'estimated',
    });
  });

  it('charges all that had arrived behind a reader who stopped reading and then disconnected', async () => {
    // A minimum of 200 KB on the wire: far more than is held back before the socket is paused.
    const text = `${'word '.repeat(1_199)}word`;
    simulator.setScript({ text });
    simulator.setFault('stall', { at: 1_200 });
    const controller = new AbortController();
    const passedOn: string[] = [];
    const reading = run({ request: { ...call.request, maxTokens: 2_000 } }, controller.signal, ({ text }) => {
      passedOn.push(text);
      return new Promise(() => {});
    });
    await untilSent(text);
    await until(() => passedOn.length === 1);
    controller.abort(new Error('client disconnected'));
    await assert.rejects(reading, { message: 'client disconnected' });
    assert.equal(passedOn.length, 1);
    assert.deepEqual(firstStep().finished, {
      ...{ promptTokens: 4, completionTokens: await counter.count(text) },
      source: 'estimated',
    });
  });

  it('records the provider’s own figures if they had arrived when the call is stopped', async () => {
    simulator.setScript({ text: 'word '.repeat(50), usage: { promptTokens: 11, completionTokens: 57 } });
    const controller = new AbortController();
    const reading = run({}, controller.signal, () => new Promise(() => {}));
    await until(() => simulator.requests().at(-1)?.sent.over === 'complete');
    controller.abort(new Error('deadline'));
    await assert.rejects(reading, { message: 'deadline' });
    assert.deepEqual(firstStep().finished, { promptTokens: 11, completionTokens: 57, source: 'provider' });
  });

  it('stops a model that never stops writing', async () => {
    simulator.setFault('endless');
    const controller = new AbortController();
    const reading = run({ request: { ...call.request, maxTokens: 1_000_000 } }, controller.signal, () => {
      controller.abort(new Error('client disconnected'));
      return undefined;
    });
    await assert.rejects(reading, { message: 'client disconnected' });
    await until(() => simulator.openCalls() === 0);
    assert.ok((firstStep().finished?.completionTokens ?? 0) > 0);
  });

  /** Returns the milliseconds until a call fails: twice in one request, then in another. */
  async function waits(limits: Partial<typeof timing>, failure: string): Promise<[number, number, number]> {
    const waited = async () => {
      const startedAt = performance.now();
      await assert.rejects(run({ timing: { ...timing, ...limits } }), { failure });
      return performance.now() - startedAt;
    };
    const [first, second] = [await waited(), await waited()];
    meter = recordingMeter();
    return [first, second, await waited()];
  }

  it('waits a third of the time for a model that was silent in the same request, and the full time in another', async () => {
    simulator.setFault('silent');
    const [first, second, other] = await waits({ firstPartMs: 600 }, 'timeout');
    // Timers fire late on a busy machine, never early.
    assert.ok(first >= 600 && other >= 600, `${first} ${other}`);
    assert.ok(second < first, `${second} after ${first}`);
  });

  it('waits a third of the time for the next words of a model that stalled in the same request', async () => {
    simulator.setFault('stall', { at: 2 });
    const [first, second, other] = await waits({ partMs: 600 }, 'stalled');
    assert.ok(first >= 600 && other >= 600, `${first} ${other}`);
    assert.ok(second < first, `${second} after ${first}`);
  });

  it('counts streamed reasoning as progress, so that a model may reason for longer than the idle timeout', async () => {
    simulator.setScript({ reasoning: 'hm '.repeat(60), text: 'word', delayMs: 30 });
    const startedAt = performance.now();
    assert.equal(await textOf({ timing: { ...timing, firstPartMs: 1_500 } }), 'word');
    assert.ok(performance.now() - startedAt > 1_500);
  });

  it('closes the request and charges the prompt when the caller disconnects before the first word', async () => {
    simulator.setFault('silent');
    const controller = new AbortController();
    const reading = run({}, controller.signal);
    await until(() => simulator.openCalls() === 1);
    controller.abort(new Error('client disconnected'));
    await assert.rejects(reading, { message: 'client disconnected' });
    await until(() => simulator.openCalls() === 0);
    // "Say something long." in o200k; the running figure is estimated from its characters.
    assert.deepEqual(firstStep().finished, { promptTokens: 4, completionTokens: 0, source: 'estimated' });
    assert.ok((firstStep().seen?.promptTokens ?? 0) > 0);
  });

  it('charges the prompt and the reasoning when the caller disconnects during reasoning', async () => {
    simulator.setScript({ reasoning: 'hmm '.repeat(500), text: 'done', delayMs: 1 });
    const controller = new AbortController();
    let parts = 0;
    const reading = run({}, controller.signal, ({ type }) => {
      assert.equal(type, 'thinking');
      parts += 1;
      if (parts === 10) controller.abort(new Error('client disconnected'));
      return undefined;
    });
    await assert.rejects(reading, { message: 'client disconnected' });
    const { finished } = firstStep();
    assert.equal(finished?.promptTokens, 4);
    assert.ok(finished.completionTokens >= 10 && finished.completionTokens < 500);
  });

  it('charges nothing for a model that fails before its first word', async () => {
    simulator.setFault('server-error');
    await assert.rejects(run());
    for (const { finished } of meter.steps)
      assert.deepEqual(finished, { promptTokens: 0, completionTokens: 0, source: 'estimated' });
  });

  it('closes the request when the consumer throws, and leaves its entry open for settlement', async () => {
    simulator.setScript({ text: 'word '.repeat(500), delayMs: 1 });
    const reason = new Error('broken');
    await assert.rejects(
      run({}, undefined, () => {
        throw reason;
      }),
      reason,
    );
    await until(() => simulator.openCalls() === 0);
    assert.equal(simulator.closedByClient().length, 1);
    assert.ok((firstStep().seen?.completionTokens ?? 0) > 0);
  });

  it('sends nothing and charges nothing when the caller disconnects while the entry is being opened', async () => {
    const controller = new AbortController();
    const slowMeter = {
      openStep: async (intent: Parameters<typeof meter.openStep>[0]) => {
        controller.abort(new Error('client disconnected'));
        return meter.openStep(intent);
      },
    };
    const context = { signal: controller.signal, meter: slowMeter };
    await assert.rejects(
      callModel(call, dependencies, context, () => undefined),
      { message: 'client disconnected' },
    );
    assert.equal(simulator.requests().length, 0);
    assert.deepEqual(firstStep().finished, { promptTokens: 0, completionTokens: 0, source: 'estimated' });
  });

  it('opens no entry for a caller who has already disconnected', async () => {
    await assert.rejects(run({}, AbortSignal.abort(new Error('gone'))), { message: 'gone' });
    assert.equal(meter.steps.length, 0);
    assert.equal(simulator.requests().length, 0);
  });

  it('sends no second request when the caller disconnects during the wait before a retry', async () => {
    simulator.setFault('rate-limited', { retryAfter: 3 });
    const controller = new AbortController();
    const reading = run({}, controller.signal);
    await until(() => logged.length === 1);
    controller.abort(new Error('client disconnected'));
    await assert.rejects(reading, { message: 'client disconnected' });
    assert.equal(simulator.requests().length, 1);
  });

  it('lowers max_tokens to what the balance covers, with a minimum hold for a useful reply', async () => {
    const asked: StepIntent[] = [];
    const carrying = (cut: number) => ({
      async openStep(intent: StepIntent) {
        asked.push(intent);
        const step = await meter.openStep(intent);
        return { ...step, hold: intent.hold - cut };
      },
    });
    const context = { signal: new AbortController().signal, meter: carrying(60) };
    await callModel({ ...call, minTokens: 30 }, dependencies, context, () => undefined);
    assert.equal(simulator.requests().at(-1)?.body.max_tokens, 40);
    const [{ hold, minimumHold } = { hold: 0, minimumHold: 0 }] = asked;
    assert.equal(hold - (minimumHold ?? 0), 100 - 30);
  });

  it('sends nothing if the balance cannot cover the request', async () => {
    const rejection = new ServiceError('insufficient_balance', { tail: '5/300' });
    const poor = { openStep: async () => Promise.reject(rejection) };
    const context = { signal: new AbortController().signal, meter: poor };
    await assert.rejects(
      callModel(call, dependencies, context, () => undefined),
      rejection,
    );
    assert.equal(simulator.requests().length, 0);
  });

  it('does not take a slow consumer for a stalled model', async () => {
    let text = '';
    await run({ timing: { ...timing, partMs: 300 } }, undefined, (part) => {
      const isFirst = text === '';
      if (part.type === 'text') text += part.text;
      return isFirst ? new Promise((resolve) => setTimeout(resolve, 700)) : undefined;
    });
    assert.equal(text.trim().split(' ').length, 50);
  });

  it('passes a complete reply to a slow consumer, one part at a time', async () => {
    simulator.setScript({ text: 'word '.repeat(200), delayMs: 0 });
    let text = '';
    let taking = 0;
    await run({ timing: { ...timing, tailMs: 20 } }, undefined, async (part) => {
      assert.equal(taking++, 0);
      await delay(60);
      taking--;
      if (part.type === 'text') text += part.text;
    });
    assert.equal(taking, 0);
    assert.equal(text.trim().split(' ').length, 200);
  });

  it('passes a slow consumer what arrived before the connection broke', async () => {
    simulator.setScript({ text: 'one two three four five six', delayMs: 0 });
    simulator.setFault('cut', { at: 4 });
    let text = '';
    const reading = run({}, undefined, async (part) => {
      await delay(60);
      if (part.type === 'text') text += part.text;
    });
    await assert.rejects(reading, { failure: 'cut' });
    assert.equal(text.trim(), 'one two three four');
  });

  it('does not retry past the deadline of the whole call', async () => {
    simulator.setFault('rate-limited', { retryAfter: 3 });
    await assert.rejects(run({ timing: { ...timing, totalMs: 2_000 } }), { failure: 'rate_limited' });
    assert.equal(simulator.requests().length, 1);
  });

  it('raises the limit for a model that spent all of it on reasoning, once and for later requests too', async () => {
    simulator.setScript({ reasoning: 'hm '.repeat(20), finishReason: 'length' });
    await assert.rejects(run(), { failure: 'empty' });
    assert.deepEqual(
      simulator.requests().map(({ body }) => body.max_tokens),
      [100, 4_100],
    );
    assert.ok((meter.steps[1]?.hold ?? 0) - firstStep().hold === 4_000);
    simulator.clearLog();
    simulator.setScript({ reasoning: 'hm', text: 'Yes.' });
    assert.equal(await textOf(), 'Yes.');
    assert.equal(simulator.requests()[0]?.body.max_tokens, 4_100);
  });

  for (const field of ['temperature', 'max_tokens', 'stream_options'])
    it(`asks again without ${field} if the model rejects it, even for a role without retries`, async () => {
      simulator.setFault('refuses-field', { field });
      const request = { ...call.request, temperature: 0 };
      assert.equal((await textOf({ request, maxAttempts: 1 })).trim().split(' ').length, 50);
      assert.equal(simulator.requests().length, 2);
      assert.deepEqual(
        meter.steps.map(({ finished }) => [finished?.promptTokens, finished?.completionTokens]),
        [
          [0, 0],
          [11, 50],
        ],
      );
    });

  it('asks for JSON in the next form if the model rejects one, even for a role without retries', async () => {
    simulator.setFault('refuses-field', { field: 'response_format' });
    const request = { ...call.request, json: strictReply('ready', { ready: flag }) };
    assert.equal((await textOf({ request, maxAttempts: 1 })).trim().split(' ').length, 50);
    assert.deepEqual(
      simulator.requests().map(({ body }) => Object(body.response_format).type),
      ['json_schema', 'json_object', undefined],
    );
    assert.deepEqual(
      logged.map(([event, fields]) => [event, fields?.failure]),
      [
        ['model_field_refused', 'response_format'],
        ['model_field_refused', 'response_format'],
      ],
    );
  });

  it('moves the instructions to the first message if the template has no system role', async () => {
    simulator.setFault('no-system-role');
    const messages = [
      { role: 'system' as const, text: 'Be brief.' },
      { role: 'user' as const, text: 'Why?' },
    ];
    const request = { ...call.request, messages: () => messages };
    await textOf({ request, maxAttempts: 1 });
    await textOf({ request });
    assert.deepEqual(
      simulator.requests().map(({ body }) => body.messages),
      [
        messages.map(({ role, text }) => ({ role, content: text })),
        ...Array(2).fill([{ role: 'user', content: 'Be brief.\n\nWhy?' }]),
      ],
    );
    assert.deepEqual(logged, [['model_field_refused', { engine: 'openai-compatible/m', failure: 'system' }]]);
  });

  it('asks for a shorter reply if the model rejects its length, and remembers the limit', async () => {
    simulator.setFault('short-replies');
    const request = { ...call.request, maxTokens: 3_000 };
    assert.equal((await textOf({ request, maxAttempts: 1 })).trim().split(' ').length, 50);
    await textOf({ request });
    await textOf();
    assert.deepEqual(
      simulator.requests().map(({ body }) => [body.max_tokens, body.max_completion_tokens]),
      [
        [3_000, undefined],
        [1_500, undefined],
        [1_500, undefined],
        [100, undefined],
      ],
    );
  });

  it('learns the limit from concurrent requests that are rejected together', async () => {
    simulator.setFault('short-replies');
    const request = { ...call.request, maxTokens: 3_000 };
    await Promise.all([textOf({ request, maxAttempts: 1 }), textOf({ request, maxAttempts: 1 })]);
    const limits = simulator.requests().map(({ body }) => body.max_tokens);
    assert.deepEqual(limits.sort(), [1_500, 1_500, 3_000, 3_000]);
  });

  it('stops lowering the limit for a server that rejects every length', async () => {
    simulator.setFault('short-replies', { at: 1 });
    const request = { ...call.request, maxTokens: 3_000 };
    await assert.rejects(run({ request }), { failure: 'provider_error', status: 400 });
    assert.deepEqual(
      simulator.requests().map(({ body }) => body.max_tokens),
      [3_000, 2_999],
    );
  });

  it('limits the room for reasoning to the context window', async () => {
    const limits = async (contextTokens: number) => {
      simulator.clearLog();
      dependencies = { ...dependencies, contextTokens, reasoningModels: new Set() };
      simulator.setScript({ reasoning: 'Let me see.', finishReason: 'length' });
      await assert.rejects(run(), { failure: 'empty' });
      return simulator.requests().map(({ body }) => Number(body.max_tokens));
    };
    assert.deepEqual(await limits(32_000), [100, 4_100]);
    const [first, second = 0, ...others] = await limits(2_000);
    assert.deepEqual([first, others], [100, []]);
    assert.ok(second > 1_900 && second < 2_000, `${second}`);
    assert.deepEqual(await limits(100), [100], 'the same again would end the same');
  });

  it('does not retry without a required field', async () => {
    simulator.setFault('refuses-field', { field: 'messages' });
    await assert.rejects(run(), { failure: 'provider_error', status: 400 });
    assert.equal(simulator.requests().length, 1);
  });

  it('logs what failed, without the provider’s text', async () => {
    simulator.setFault('unauthorized');
    await assert.rejects(run());
    assert.deepEqual(logged, [
      [
        'model_request_failed',
        { engine: 'openai-compatible/m', failure: 'provider_error', status: 401, count: 1 },
      ],
    ]);
  });

  describe('with a provider that is down', () => {
    it('tries five times in a row, then fails at once and probes once every 30 s', async () => {
      simulator.setFault('server-error');
      for (let i = 0; i < 4; i += 1) await assert.rejects(run(), { name: 'ModelError' });
      assert.equal(simulator.requests().length, 5);
      await assert.rejects(run(), { failure: 'circuit_open' });
      assert.equal(simulator.requests().length, 5);
      assert.equal(meter.steps.length, 5);

      now += 30_000;
      await assert.rejects(run(), { name: 'ModelError' });
      assert.equal(simulator.requests().length, 6);

      now += 30_000;
      simulator.clearFaults();
      await run();
      await run();
      assert.equal(simulator.requests().length, 8);
    });

    it('does not count errors of a request itself', async () => {
      for (const mode of ['context-length', 'content-filter-400', 'empty', 'refusal'] as const) {
        simulator.clearFaults();
        simulator.setFault(mode);
        for (let i = 0; i < 6; i += 1) await assert.rejects(run(), { name: 'ModelError' });
      }
      simulator.clearFaults();
      await run();
    });

    it('does not count timeouts of roles with short deadlines', async () => {
      simulator.setFault('silent');
      const hasty = { timing: { ...timing, totalMs: 5 }, maxAttempts: 1 };
      for (let i = 0; i < 6; i += 1) await assert.rejects(run(hasty), { failure: 'timeout' });
      simulator.clearFaults();
      await run();
    });

    it('allows another probe when the caller of the first disconnects', async () => {
      simulator.setFault('server-error');
      for (let i = 0; i < 3; i += 1) await assert.rejects(run());
      now += 30_000;
      simulator.clearFaults();
      simulator.setFault('silent', { times: 1 });
      const controller = new AbortController();
      const probe = run({}, controller.signal);
      await until(() => simulator.openCalls() === 1);
      await assert.rejects(run(), { failure: 'circuit_open' });
      controller.abort(new Error('client disconnected'));
      await assert.rejects(probe, { message: 'client disconnected' });
      await run();
    });
  });
});
