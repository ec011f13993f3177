import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sharedDataMissing } from '../../testing/corpus.ts';
import { type LlmSimulator, startLlmSimulator } from '../../testing/llm-simulator.ts';
import { recordingMeter } from '../../testing/recording-meter.ts';
import { until } from '../../testing/until.ts';
import { createAiSdkProvider } from './ai-sdk.ts';
import { callModel } from './call.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { ChatProvider, ChatRequest, ProviderPart } from './provider.ts';
import { createTokenCounter } from './token-count.ts';

const clock = { now: () => 0 };
const request: ChatRequest = {
  model: 'm',
  messages: [
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: 'What is this?', images: [{ mediaType: 'image/png', base64: 'iVBORw0KGgo=' }] },
  ],
  maxTokens: 50,
  temperature: 0.2,
};

const anthropic = 'vercel-ai/anthropic/src/__fixtures__';
const openai = 'vercel-ai/openai/src/responses/__fixtures__';

type Expected = { usage: [number, number]; finish: string; begins: string; thinks?: string };
const recordings: ['anthropic' | 'openai', string, Expected][] = [
  [
    'anthropic',
    `${anthropic}/anthropic-text.chunks.txt`,
    { usage: [12, 30], finish: 'stop', begins: 'Hello! I' },
  ],
  [
    'anthropic',
    'sse/test_anthropic__test_anthropic_model_thinking_part_stream.0.sse',
    { usage: [43, 282], finish: 'stop', begins: 'Here are the basic steps', thinks: 'This is a straightfo' },
  ],
  [
    'anthropic',
    `${anthropic}/anthropic-refusal.chunks.txt`,
    { usage: [18, 5], finish: 'content_filter', begins: '' },
  ],
  [
    'openai',
    `${openai}/openai-web-search-tool.1.chunks.txt`,
    { usage: [31073, 4416], finish: 'stop', begins: 'I checked today’s' },
  ],
  [
    'openai',
    `${openai}/github-copilot-id-rotation.1.chunks.txt`,
    { usage: [19, 105], finish: 'stop', begins: 'There are **3**', thinks: '**Counting' },
  ],
  [
    'openai',
    'sse/test_openai__test_openai_instructions_with_responses_logprobs_streaming.0.sse',
    { usage: [25, 10], finish: 'stop', begins: 'The capital of Minas Gerais' },
  ],
];

describe('the SDK adapters', { skip: sharedDataMissing() }, () => {
  let simulator: LlmSimulator;
  const providers = new Map<string, ChatProvider>();
  before(async () => {
    simulator = await startLlmSimulator();
    for (const name of ['anthropic', 'openai'] as const) {
      providers.set(name, createAiSdkProvider({ name, baseUrl: simulator.url, apiKey: 'sk-secret', clock }));
    }
  });
  after(() => simulator.close());
  beforeEach(() => simulator.clearLog());

  const of = (name: string) => providers.get(name) as ChatProvider;
  async function collect(name: string, signal = new AbortController().signal): Promise<ProviderPart[]> {
    const parts: ProviderPart[] = [];
    await of(name).stream(request, { signal }, (part) => void parts.push(part));
    return parts;
  }
  const textOf = (parts: ProviderPart[], type: 'text' | 'thinking') =>
    parts.map((part) => (part.type === type ? part.text : '')).join('');

  for (const [name, file, { usage, finish, begins, thinks = '' }] of recordings) {
    it(`${name}: text, reasoning, usage and end of ${file}`, async () => {
      simulator.replay(file);
      const parts = await collect(name);
      assert.ok(textOf(parts, 'text').startsWith(begins));
      assert.ok(thinks ? textOf(parts, 'thinking').startsWith(thinks) : textOf(parts, 'thinking') === '');
      const told = parts.filter((part) => part.type === 'usage').at(-1);
      assert.deepEqual([told?.promptTokens, told?.completionTokens], usage);
      assert.deepEqual(parts.at(-1), { type: 'finish', reason: finish });
    });
  }

  it('ask as they are told: limit, image as data, key in a header, nothing kept by OpenAI', async () => {
    simulator.replay(`${anthropic}/anthropic-text.chunks.txt`);
    await collect('anthropic');
    simulator.replay(`${openai}/github-copilot-id-rotation.1.chunks.txt`);
    await collect('openai');
    const [toAnthropic, toOpenAi] = simulator.requests();
    assert.equal(toAnthropic?.path, '/v1/messages');
    assert.equal(toAnthropic?.body.max_tokens, 50);
    assert.equal(toAnthropic?.headers['x-api-key'], 'sk-secret');
    assert.match(JSON.stringify(toAnthropic?.body.messages), /"type":"base64".*iVBORw0KGgo=/);
    assert.equal(toOpenAi?.path, '/v1/responses');
    assert.equal(toOpenAi?.body.max_output_tokens, 50);
    assert.equal(toOpenAi?.body.store, false);
    assert.equal(toOpenAi?.headers.authorization, 'Bearer sk-secret');
    assert.match(JSON.stringify(toOpenAi?.body.input), /data:image\/png;base64,iVBORw0KGgo=/);
  });

  it('an HTTP error keeps its kind and loses its words', async () => {
    for (const [name, file, failure, status] of [
      ['anthropic', 'test_anthropic__test_anthropic_count_tokens_error.0', 'provider_error', 404],
      ['openai', 'test_openrouter__test_openrouter_errors_raised.0', 'rate_limited', 429],
    ] as const) {
      simulator.replay(`http-errors/${file}.body`);
      await assert.rejects(collect(name), (error: Error) => {
        assert.deepEqual({ ...error }, { ...error, name: 'ProviderError', failure, status });
        assert.doesNotMatch(`${error.message}${JSON.stringify(error)}${error.cause}`, /claude|raw|secret/);
        return true;
      });
      assert.equal(simulator.requests().length, 1);
      simulator.clearLog();
    }
  });

  it('an error object at the start of a stream is a failure, not an empty answer', async () => {
    simulator.replay(`${openai}/openai-error.1.chunks.txt`);
    await assert.rejects(collect('openai'), { failure: 'rate_limited' });
  });

  it('a stream that breaks off, or ends without an end, is cut', async () => {
    simulator.replay(`${anthropic}/anthropic-text.chunks.txt`, { atByte: 1_000 });
    await assert.rejects(collect('anthropic'), { failure: 'cut' });
    simulator.replay(`${openai}/github-copilot-id-rotation.1.chunks.txt`, { atByte: 4_000 });
    await assert.rejects(collect('openai'), { failure: 'cut' });
    simulator.replay('sse/test_openai__test_openai_moderation_stream.0.sse');
    await assert.rejects(collect('anthropic'), { name: 'ProviderError' });
  });

  it('a port nobody listens on is unreachable', async () => {
    const gone = await startLlmSimulator();
    await gone.close();
    const provider = createAiSdkProvider({ name: 'anthropic', baseUrl: gone.url, apiKey: 'k', clock });
    await assert.rejects(
      provider.stream(request, { signal: new AbortController().signal }, () => undefined),
      {
        failure: 'unreachable',
        retryable: true,
      },
    );
  });

  for (const [name, file, promptTokens] of [
    ['anthropic', `${anthropic}/anthropic-text.chunks.txt`, 12],
    ['openai', `${openai}/openai-web-search-tool.1.chunks.txt`, undefined],
  ] as const) {
    it(`${name}: a caller who leaves in mid-answer closes the request; the prompt costs what is known of it`, async (t) => {
      simulator.replay(file, { bytes: 400, delayMs: 2 });
      const counter = createTokenCounter();
      t.after(() => counter.close());
      const meter = recordingMeter();
      const controller = new AbortController();
      const reading = callModel(
        {
          kind: 'write',
          request,
          timing: { firstPartMs: 20_000, partMs: 20_000, tailMs: 20_000, totalMs: 60_000 },
          tries: 2,
        },
        {
          provider: of(name),
          breaker: createCircuitBreaker(clock),
          counter,
          random: () => 0,
          log: () => {},
          thinkers: new Set(),
        },
        { signal: controller.signal, meter },
        () => void controller.abort(new Error('client gone')),
      );
      await assert.rejects(reading, { message: 'client gone' });
      await until(() => simulator.openCalls() === 0);
      assert.equal(simulator.closedByClient().length, 1);
      const [step] = meter.steps;
      assert.equal(step?.finished?.source, 'estimated');
      assert.ok(step.finished.completionTokens > 0);
      if (promptTokens !== undefined) assert.equal(step.finished.promptTokens, promptTokens);
      else assert.ok(step.finished.promptTokens > 0);
    });
  }
});
