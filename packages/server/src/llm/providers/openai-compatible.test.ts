import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sharedDataMissing } from '@citewell/simulators/corpus.ts';
import { loadRecording } from '@citewell/simulators/llm/llm-recordings.ts';
import { type LlmSimulator, startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { until } from '@citewell/simulators/until.ts';
import fc from 'fast-check';
import { list, strictReply, text } from '../reply-schema.ts';
import { createAnthropicReader } from './anthropic-event.ts';
import { createChunkReader } from './openai-chunk.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';
import type {
  ChatProvider,
  ChatRequest,
  ProviderError,
  ProviderPart,
  ProviderPartConsumer,
} from './provider.ts';
import { readReply } from './streamed-chat.ts';

const clock = { now: () => 0 };
const plain = { opensInThought: false, onThoughtEnd() {} };
const json = strictReply('outline', { headings: list(text) });
const request: ChatRequest = {
  model: 'm',
  messages: () => [
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: '二甲双胍?' },
  ],
  maxTokens: 50,
};

/** Returns parts as a list with adjacent text joined, independent of how the network split the stream. */
async function collect(read: (take: ProviderPartConsumer) => Promise<void>): Promise<ProviderPart[]> {
  const parts: ProviderPart[] = [];
  await read((part) => {
    const last = parts.at(-1);
    if (last && (last.type === 'text' || last.type === 'thinking') && last.type === part.type)
      last.text += part.text;
    else parts.push({ ...part });
    return undefined;
  });
  return parts;
}

function textOf(parts: ProviderPart[], type: 'text' | 'thinking'): string {
  return parts.map((part) => (part.type === type ? part.text : '')).join('');
}

/** Reads a reply of these bytes. */
function reading(chunks: Iterable<Uint8Array>, type = 'text/event-stream') {
  return async (take: ProviderPartConsumer) => {
    const body = readReply(
      { status: 200, headers: { 'content-type': type } },
      createChunkReader(plain),
      take,
    );
    for (const bytes of chunks) await body.take(bytes);
    await body.end();
  };
}

/** Recording → [prompt, completion], the beginning and the end of its text, and the beginning of its reasoning. */
const recordings: Record<string, [usage: [number, number], begins: string, ends: string, thinks?: string]> = {
  'sse/test_deepseek__test_deepseek_model_thinking_stream.0.sse': [
    [6, 212],
    'Hello there! 😊',
    'can I help you today?',
    'Hmm, the user just',
  ],
  'sse/test_huggingface__test_hf_model_thinking_part_iter.0.sse': [
    [10, 955],
    'Crossing the street safely',
    '🌟',
    '\nOkay, the user asked',
  ],
  'sse/test_mistral__test_mistral_model_thinking_part_iter.0.sse': [
    [10, 232],
    'To cross the street safely',
    'crossing.',
    'Okay, the user',
  ],
  'sse/test_openai__test_openai_moderation_stream.0.sse': [[13, 11], 'Paris.', 'Paris.'],
  'sse/test_openai__test_run_stream_sync_streams_real_model.1.sse': [
    [78, 9],
    'The capital of the UK',
    'London.',
  ],
  'sse/test_openrouter__test_openrouter_stream_with_reasoning.0.sse': [[9, 104], 'I’m ChatGPT', '!'],
  'sse/test_openrouter__test_openrouter_streaming_reasoning.0.sse': [
    [43, 36],
    '2 + 2 = 4',
    '4',
    'This is a simple',
  ],
  'sse/test_openrouter__test_openrouter_advisor_tool_stream.0.sse': [[888, 74], 'I recommend', ''],
  'sse/test_snowflake__test_snowflake_thinking_streaming.0.sse': [[45, 73], '15 × 27', '', '15 * 27 = 405'],
  'sse/test_stream_close__test_cancel_recorded_provider_stream_huggingface_.1.sse': [
    [40, 2],
    'Paris',
    'Paris',
  ],
  'vercel-ai/alibaba/src/__fixtures__/alibaba-reasoning.chunks.txt': [
    [24, 1355],
    'The word',
    '3**',
    'We are asked:',
  ],
  'vercel-ai/openai/src/chat/__fixtures__/openai-text.chunks.txt': [[16, 300], '**Holiday Name', '.'],
  'vercel-ai/groq/src/__fixtures__/groq-reasoning.chunks.txt': [
    [17, 1107],
    'The word',
    '',
    'Okay, let me try',
  ],
  'vercel-ai/moonshotai/src/__fixtures__/moonshotai-stream.chunks.txt': [
    [9, 12],
    'Hello!',
    '!',
    'Thinking aloud. ',
  ],
  'vercel-ai/openai/src/chat/__fixtures__/azure-model-router.1.chunks.txt': [
    [15, 78],
    'Capital of Denmark.',
    '.',
  ],
  'vercel-ai/perplexity/src/__fixtures__/perplexity-text.chunks.txt': [[11, 434], '**EcoVista Day**', '[5]'],
  // xAI's completion_tokens (1) omit the 290 of its reasoning; its total includes them.
  'vercel-ai/xai/src/__fixtures__/xai-text.chunks.txt': [[12, 291], 'Hello', 'Hello', 'First, the user'],
};

describe('the OpenAI-compatible adapter', () => {
  let simulator: LlmSimulator;
  let provider: ChatProvider;
  const ask =
    (more: Partial<ChatRequest> = {}, signal = new AbortController().signal) =>
    (take: ProviderPartConsumer) =>
      provider.stream({ ...request, ...more }, { signal }, take);

  before(async () => {
    simulator = await startLlmSimulator();
  });
  beforeEach(() => {
    simulator.setScript({ text: 'Yes.' });
    simulator.clearFaults();
    simulator.clearLog();
    simulator.replay(undefined);
    provider = createOpenAiCompatible({ baseUrl: simulator.url, apiKey: 'sk-secret', clock });
  });
  after(() => simulator.close());

  describe('reads recorded streams of providers: text, reasoning and usage as the files have them', () => {
    for (const [file, [usage, begins, ends, thinks]] of Object.entries(recordings)) {
      it(file, { skip: sharedDataMissing() }, async () => {
        simulator.replay(file);
        const parts = await collect(ask());
        const text = textOf(parts, 'text');
        const reported = parts.filter((part) => part.type === 'usage').at(-1);
        assert.deepEqual([reported?.promptTokens, reported?.completionTokens], usage);
        assert.ok(text.startsWith(begins), text.slice(0, 60));
        assert.ok(text.endsWith(ends), text.slice(-60));
        const thinking = textOf(parts, 'thinking');
        assert.ok(thinks ? thinking.startsWith(thinks) : thinking === '', thinking.slice(0, 60));
        assert.deepEqual(
          parts.filter((part) => part.type === 'finish'),
          [{ type: 'finish', reason: 'stop' }],
        );
      });
    }

    it('reports an answer that was cut at its limit', { skip: sharedDataMissing() }, async () => {
      simulator.replay('vercel-ai/deepseek/src/chat/__fixtures__/deepseek-text.chunks.txt');
      assert.deepEqual(
        (await collect(ask())).filter((part) => part.type === 'finish'),
        [{ type: 'finish', reason: 'length' }],
      );
    });

    it('ends without text after an unrequested tool call', {
      skip: sharedDataMissing(),
    }, async () => {
      simulator.replay('vercel-ai/groq/src/__fixtures__/groq-tool-call.chunks.txt');
      const parts = await collect(ask());
      assert.equal(textOf(parts, 'text'), '');
      assert.deepEqual(parts.at(-1), { type: 'finish', reason: 'other' });
    });
  });

  it('returns the same parts wherever the bytes are split', { skip: sharedDataMissing() }, async () => {
    for (const file of [
      'sse/test_deepseek__test_deepseek_model_thinking_stream.0.sse',
      'sse/test_openrouter__test_openrouter_streaming_reasoning.0.sse',
      'sse/test_snowflake__test_snowflake_thinking_streaming.0.sse',
    ]) {
      const { bytes } = loadRecording(file);
      const whole = await collect(reading([bytes]));
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 40 }), async (places) => {
          const cuts = [0, ...places.sort((a, b) => a - b), bytes.length];
          const chunks = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
          assert.deepEqual(await collect(reading(chunks)), whole);
        }),
        { numRuns: 60 },
      );
    }
  });

  it('returns the same parts for single bytes, CRLF and a byte order mark', async () => {
    const stream =
      '\uFEFF: hi\r\n\r\ndata: {"choices":[{"delta":{"content":"β受体 😊"}}]}\r\n\r\ndata: [DONE]\r\n\r\n';
    const chunks = Array.from(Buffer.from(stream), (byte) => Uint8Array.of(byte));
    assert.deepEqual(await collect(reading(chunks)), [
      { type: 'text', text: 'β受体 😊' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('reports a stream without finish_reason or [DONE] as interrupted, after its text', async () => {
    const chunk = Buffer.from('data: {"choices":[{"delta":{"content":"half"}}]}\n\n');
    const seen: ProviderPart[] = [];
    await assert.rejects(
      reading([chunk])((part) => void seen.push(part)),
      { failure: 'cut' },
    );
    assert.deepEqual(seen, [{ type: 'text', text: 'half' }]);
  });

  it('does not treat "" or "null" as a finish reason, and keeps text after a finish reason', async () => {
    const chunk = (content: string, reason: string | null) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: reason }] })}\n\n`;
    const stream = chunk('a', '') + chunk('b', 'null') + chunk('c', 'stop') + chunk('d', 'stop');
    assert.deepEqual(await collect(reading([Buffer.from(stream)])), [
      { type: 'text', text: 'abc' },
      { type: 'finish', reason: 'stop' },
      { type: 'text', text: 'd' },
    ]);
  });

  it('treats impossible usage figures as unknown', async () => {
    const usages = [{ prompt_tokens: -5, completion_tokens: 1e9 }, { prompt_tokens: '7' }, {}];
    for (const usage of usages) {
      const stream = `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;
      const parts = await collect(reading([Buffer.from(stream)]));
      assert.deepEqual(parts[0], { type: 'usage', promptTokens: undefined, completionTokens: undefined });
    }
  });

  it('throws only ProviderError for any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.json(), fc.string()), { maxLength: 5 }), async (datas) => {
        const stream = datas.map((data) => `data: ${data.replace(/[\r\n]/g, ' ')}\n\n`).join('');
        try {
          await collect(reading([Buffer.from(stream)]));
        } catch (error) {
          assert.equal((error as Error).name, 'ProviderError');
        }
      }),
    );
  });

  it('reads a whole JSON reply from a server that does not stream', async () => {
    const whole = {
      choices: [{ message: { content: 'Whole.', reasoning_content: 'hm' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    };
    const bytes = Buffer.from(JSON.stringify(whole));
    const parts = await collect(reading([bytes.subarray(0, 20), bytes.subarray(20)], 'application/json'));
    assert.deepEqual(parts, [
      { type: 'usage', promptTokens: 3, completionTokens: 2 },
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'Whole.' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('stops reading at 512 KB of one event or unstreamed reply', async () => {
    const delta = (text: string) => `data: {"choices":[{"delta":{"content":"${text}"}}]}`;
    const end = '\n\ndata: [DONE]\n\n';
    const fits = await collect(reading([Buffer.from(delta('x'.repeat(500_000)) + end)]));
    assert.equal(textOf(fits, 'text').length, 500_000);
    const chunk = Buffer.alloc(16_384, 'x');
    const lines = Buffer.from(`data: ${'x'.repeat(1_000)}\n`.repeat(16));
    const fields = Buffer.from('event: x\nid: y\n: z\n\n'.repeat(820));
    const replies: [type: string, begins: string, then: Buffer][] = [
      ['text/event-stream', '', fields],
      ['text/event-stream', 'data: {"choices":[{"delta":{"content":"', chunk],
      ['text/event-stream', ': ', chunk],
      ['application/json', '{"choices":[{"message":{"content":"', chunk],
    ];
    for (const [type, begins, then] of replies) {
      let given = 0;
      const chunks = function* () {
        yield Buffer.from(begins);
        for (; given < 1_000; given++) yield then;
      };
      await assert.rejects(collect(reading(chunks(), type)), { failure: 'provider_error' }, begins);
      assert.ok(given <= 32, `${given} chunks were read`);
    }
    const manyLines = [...Array.from({ length: 40 }, () => lines), Buffer.from('\n')];
    await assert.rejects(collect(reading(manyLines)), { failure: 'provider_error' });
  });

  for (const [vendor, createReader] of [
    ['OpenAI', createChunkReader],
    ['Anthropic', createAnthropicReader],
  ] as const)
    it(`reads at most 100 events of ${vendor} that are not JSON`, () => {
      for (const data of ['', 'ping', '['.repeat(100)]) {
        const reader = createReader(plain);
        for (let count = 0; count < 100; count++) reader.read(data);
        assert.throws(() => reader.read(data), { name: 'ProviderError', failure: 'provider_error' });
      }
    });

  it('recognizes an error sent as JSON with status 200', async () => {
    const bytes = Buffer.from('{"error":{"code":429,"message":"slow down, sk-secret"}}');
    const [part] = await collect(reading([bytes], 'application/json'));
    assert.equal(part?.type, 'failed');
    assert.deepEqual([part.error.failure, part.error.status], ['rate_limited', 429]);
    assert.doesNotMatch(JSON.stringify(part), /secret/);
  });

  for (const [type, of] of [
    ['text/event-stream', 'a stream'],
    ['text/plain', 'a text'],
    ['', 'nothing'],
  ] as const)
    it(`recognizes an error sent as JSON by ${of}`, async () => {
      const bytes = Buffer.from('\uFEFF\r\n{"error":{"code":429,"message":"slow down"}}\n');
      const parts = collect(reading([bytes.subarray(0, 2), bytes.subarray(2)], type));
      assert.deepEqual(Object((await parts)[0]).error?.failure, 'rate_limited');
    });

  it('recognizes errors without an `error` wrapper, streamed and whole', async () => {
    for (const [error, failure] of [
      [
        '{"object":"error","message":"This model\'s maximum context length is 4096","code":400}',
        'context_length',
      ],
      ['{"code":"DataInspectionFailed","message":"Input data may …","request_id":"1"}', 'content_filter'],
      ['{"detail":"Rate limit exceeded"}', 'rate_limited'],
      ['{"message":"no"}', 'provider_error'],
    ] as const)
      for (const text of [error, `event:error\ndata:${error}\n\n`]) {
        const [part] = await collect(reading([Buffer.from(text)]));
        assert.equal(Object(part).error?.failure, failure, text);
      }
  });

  it('reads a stream whose content type is JSON', async () => {
    const bytes = Buffer.from(`: hi\n\ndata: {"choices":[{"delta":{"content":"yes"}}]}\n\ndata: [DONE]\n\n`);
    assert.deepEqual(await collect(reading([bytes], 'application/json')), [
      { type: 'text', text: 'yes' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('reads a last event without a blank line, and ignores a truncated one', async () => {
    const begin = 'data: {"choices":[{"delta":{"content":"yes"}}]}\n\n';
    for (const end of ['data: [DONE]', 'data: [DONE]\n', 'data: {"choices":[{"finish_reason":"stop"}]}'])
      assert.deepEqual(await collect(reading([Buffer.from(begin + end)])), [
        { type: 'text', text: 'yes' },
        { type: 'finish', reason: 'stop' },
      ]);
    const cut = collect(reading([Buffer.from(`${begin}data: {"choices":[{"finish_rea`)]));
    await assert.rejects(cut, { failure: 'cut', retryable: true });
  });

  it('requests a stream with usage, and sends the key in the header and images as data', async () => {
    await collect(
      ask({
        temperature: 0.2,
        json,
        messages: () => [
          { role: 'user', text: 'what?', images: [{ mediaType: 'image/png', base64: 'AAAA' }] },
        ],
      }),
    );
    const [sent] = simulator.requests();
    assert.deepEqual(sent?.body, {
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'what?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
      ],
      stream: true,
      max_tokens: 50,
      stream_options: { include_usage: true },
      temperature: 0.2,
      response_format: { type: 'json_schema', json_schema: json },
    });
    assert.equal(sent?.headers.authorization, 'Bearer sk-secret');
  });

  it('sends no key if none is configured', async () => {
    provider = createOpenAiCompatible({ baseUrl: simulator.url, apiKey: undefined, clock });
    await collect(ask());
    assert.equal(simulator.requests()[0]?.headers.authorization, undefined);
  });

  for (const [field, instead] of [
    ['stream_options', undefined],
    ['temperature', undefined],
    ['max_tokens', 'max_completion_tokens'],
  ] as const) {
    it(`leaves out ${field} once a model has rejected it, and marks the error as retryable`, async () => {
      simulator.setFault('refuses-field', { field });
      const full = { temperature: 0, json };
      await assert.rejects(collect(ask(full)), { failure: 'provider_error', status: 400, retryable: true });
      assert.notEqual(textOf(await collect(ask(full)), 'text'), '');
      const [, second] = simulator.requests();
      assert.ok(!(field in (second?.body ?? {})));
      if (instead) assert.equal(second?.body[instead], 50);
      await assert.rejects(collect(ask({ ...full, model: 'another' })), { status: 400 });
    });
  }

  it('keeps no provider text in an error', async () => {
    simulator.setFault('unauthorized');
    await assert.rejects(collect(ask()), (error: ProviderError) => {
      assert.equal(error.status, 401);
      assert.doesNotMatch(`${error.message} ${JSON.stringify(error)} ${error.cause}`, /simulated|secret/);
      return true;
    });
  });

  it('closes the request when its consumer stops, and when the signal aborts', async () => {
    simulator.setFault('stall');
    const enough = new Error('enough');
    await assert.rejects(
      ask()(() => {
        throw enough;
      }),
      enough,
    );
    await until(() => simulator.openCalls() === 0);

    const controller = new AbortController();
    const reason = new Error('left');
    const reading = collect(ask({}, controller.signal));
    await until(() => simulator.openCalls() === 1);
    controller.abort(reason);
    await assert.rejects(reading, reason);
    await until(() => simulator.openCalls() === 0);
    assert.equal(simulator.closedByClient().length, 2);
  });

  it('reuses the connection after a complete reply', async () => {
    await collect(ask());
    await new Promise((resolve) => setTimeout(resolve, 20));
    await collect(ask());
    const ports = simulator.requests().map(({ connection }) => connection);
    assert.equal(new Set(ports).size, 1);
  });

  it('reports an unused port as unreachable', async () => {
    const gone = await startLlmSimulator();
    await gone.close();
    provider = createOpenAiCompatible({ baseUrl: gone.url, apiKey: undefined, clock });
    await assert.rejects(collect(ask()), { failure: 'unreachable', retryable: true });
  });

  it('asks OpenAI, and no other server, not to store requests', async () => {
    const own = createOpenAiCompatible({ name: 'openai', baseUrl: simulator.url, apiKey: 'sk', clock });
    await own.stream(request, { signal: new AbortController().signal }, () => undefined);
    await collect(ask());
    assert.deepEqual(
      simulator.requests().map(({ body }) => body.store),
      [false, undefined],
    );
    assert.equal(own.name, 'openai');
  });
});
