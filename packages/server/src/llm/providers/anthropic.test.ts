import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sharedDataMissing } from '@citewell/simulators/corpus.ts';
import { type LlmSimulator, startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { until } from '@citewell/simulators/until.ts';
import { recordingMeter } from '../../testing/accounting/recording-meter.ts';
import { createCircuitBreakers } from '../circuit-breakers.ts';
import { callModel } from '../model-call.ts';
import { createTokenCounter } from '../tokens/token-count.ts';
import { createAnthropic } from './anthropic.ts';
import { createAnthropicReader } from './anthropic-event.ts';
import type { ChatProvider, ChatRequest, ProviderPart } from './provider.ts';

const clock = { now: () => 0 };
const request: ChatRequest = {
  model: 'm',
  messages: () => [
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: 'What is this?', images: [{ mediaType: 'image/png', base64: 'iVBORw0KGgo=' }] },
  ],
  maxTokens: 50,
  temperature: 0.2,
};

const recorded = 'vercel-ai/anthropic/src/__fixtures__';
const text = `${recorded}/anthropic-text.chunks.txt`;

type Expected = { usage: [number, number]; finish: string; begins: string; thinks?: string };
const recordings: Record<string, Expected> = {
  [text]: { usage: [12, 30], finish: 'stop', begins: 'Hello! I' },
  'sse/test_anthropic__test_anthropic_model_thinking_part_stream.0.sse': {
    ...{
      usage: [43, 282],
      finish: 'stop',
      begins: 'Here are the basic steps',
      thinks: 'This is a straightfo',
    },
  },
  [`${recorded}/anthropic-refusal.chunks.txt`]: { usage: [18, 5], finish: 'content_filter', begins: '' },
};

describe('the Anthropic provider', () => {
  let simulator: LlmSimulator;
  let provider: ChatProvider;
  before(async () => {
    simulator = await startLlmSimulator();
  });
  beforeEach(() => {
    simulator.clearLog();
    provider = createAnthropic({ baseUrl: simulator.url, apiKey: 'sk-secret', clock });
  });
  after(() => simulator.close());

  async function collect(more: Partial<ChatRequest> = {}): Promise<ProviderPart[]> {
    const parts: ProviderPart[] = [];
    const { signal } = new AbortController();
    await provider.stream({ ...request, ...more }, { signal }, (part) => void parts.push(part));
    return parts;
  }
  const textOf = (parts: ProviderPart[], type: 'text' | 'thinking') =>
    parts.map((part) => (part.type === type ? part.text : '')).join('');

  describe('reads recorded streams', { skip: sharedDataMissing() }, () => {
    for (const [file, { usage, finish, begins, thinks = '' }] of Object.entries(recordings)) {
      it(`reads text, reasoning, usage and finish reason of ${file}`, async () => {
        simulator.replay(file);
        const parts = await collect();
        assert.ok(textOf(parts, 'text').startsWith(begins));
        assert.ok(thinks ? textOf(parts, 'thinking').startsWith(thinks) : textOf(parts, 'thinking') === '');
        const reported = parts.filter((part) => part.type === 'usage').at(-1);
        assert.deepEqual([reported?.promptTokens, reported?.completionTokens], usage);
        assert.deepEqual(parts.at(-1), { type: 'finish', reason: finish });
      });
    }

    it('sends limit, separate instructions, image data, and key and version in headers', async () => {
      simulator.replay(text);
      await collect();
      const [sent] = simulator.requests();
      assert.equal(sent?.path, '/v1/messages');
      assert.equal(sent?.body.max_tokens, 50);
      assert.deepEqual(sent?.body.system, [
        { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
      ]);
      assert.equal(sent?.headers['x-api-key'], 'sk-secret');
      assert.equal(sent?.headers['anthropic-version'], '2023-06-01');
      assert.deepEqual(sent?.body.messages, [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
            },
            { type: 'text', text: 'What is this?' },
          ],
        },
      ]);
    });

    it('keeps the kind of an HTTP error and drops its text', async () => {
      simulator.replay('http-errors/test_anthropic__test_anthropic_count_tokens_error.0.body');
      await assert.rejects(collect(), (error: Error) => {
        assert.deepEqual(
          { ...error },
          { ...error, name: 'ProviderError', failure: 'provider_error', status: 404 },
        );
        assert.doesNotMatch(`${error.message}${JSON.stringify(error)}${error.cause}`, /claude|raw|secret/);
        return true;
      });
      assert.equal(simulator.requests().length, 1);
    });

    it('reports a truncated stream, or one of another type, as interrupted', async () => {
      simulator.replay(text, { atByte: 1_000 });
      await assert.rejects(collect(), { failure: 'cut' });
      simulator.replay('sse/test_openai__test_openai_moderation_stream.0.sse');
      assert.equal((await collect()).at(-1)?.type, 'failed');
    });

    it('closes the request of a caller who disconnects midway, and charges the known prompt tokens', async (t) => {
      simulator.replay(text, { bytes: 400, delayMs: 2 });
      const counter = createTokenCounter();
      t.after(() => counter.close());
      const meter = recordingMeter();
      const controller = new AbortController();
      const reading = callModel(
        {
          kind: 'write',
          request,
          timing: { firstPartMs: 20_000, partMs: 20_000, tailMs: 20_000, totalMs: 60_000 },
          maxAttempts: 2,
        },
        {
          ...{
            provider,
            counter,
            random: () => 0,
            log: () => {},
            contextTokens: 32_000,
            reasoningModels: new Set<string>(),
            silentModels: new WeakMap(),
          },
          breakers: createCircuitBreakers(clock),
        },
        { signal: controller.signal, meter },
        () => void controller.abort(new Error('client disconnected')),
      );
      await assert.rejects(reading, { message: 'client disconnected' });
      await until(() => simulator.openCalls() === 0);
      assert.equal(simulator.closedByClient().length, 1);
      const [step] = meter.steps;
      assert.equal(step?.finished?.source, 'estimated');
      assert.ok(step.finished.completionTokens > 0);
      assert.equal(step.finished.promptTokens, 12);
    });
  });

  it('reports an unused port as unreachable', async () => {
    const gone = await startLlmSimulator();
    await gone.close();
    provider = createAnthropic({ baseUrl: gone.url, apiKey: 'k', clock });
    await assert.rejects(collect(), { failure: 'unreachable', retryable: true });
  });
});

describe('the reader of Anthropic events', () => {
  const read = (...events: object[]) => {
    const reader = createAnthropicReader();
    for (const event of events) reader.read(JSON.stringify(event));
    return reader;
  };

  it('counts cached prompt tokens as part of the prompt', () => {
    const usage = { input_tokens: 5, cache_creation_input_tokens: 20, cache_read_input_tokens: 300 };
    const start = { type: 'message_start', message: { usage } };
    const end = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } };
    assert.deepEqual(read(start, end).take(), [
      { type: 'usage', promptTokens: 325, completionTokens: undefined, cachedTokens: 300 },
      { type: 'usage', promptTokens: 325, completionTokens: 7, cachedTokens: 300 },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('classifies an error in mid-stream', () => {
    const [part] = read({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }).take();
    assert.equal(part?.type, 'failed');
    assert.ok(part?.type === 'failed' && part.error.failure === 'rate_limited' && part.error.retryable);
  });

  it('stops at unreadable data, and reports a missing end as interrupted', () => {
    const reader = createAnthropicReader();
    reader.read('{"type":"content_block_delta","del');
    assert.equal(reader.take()[0]?.type, 'failed');
    assert.throws(() => read({ type: 'ping' }).end(), { failure: 'cut' });
  });
});
