import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '@citewell/simulators/until.ts';
import type OpenAI from 'openai';
import { buildOpenAiApp } from '../../testing/app/open-ai-app.ts';
import { reported } from '../../testing/app/review-app.ts';
import {
  type ResponseObject,
  responseEvents,
  responseObject,
  responseStreamEvent,
} from './responses-schema.ts';

const english = 'Does metformin lower mortality in type 2 diabetes?';
const chinese = '二甲双胍能降低2型糖尿病患者的死亡率吗？';

/** Fields missing from OpenAI's types. */
type Reply = OpenAI.Responses.Response & Pick<ResponseObject, 'citations' | 'references'>;

const messageOf = ({ output }: { output: OpenAI.Responses.ResponseOutputItem[] }) => {
  const found = output.find((item) => item.type === 'message');
  const [part] = found?.content ?? [];
  assert.ok(part?.type === 'output_text');
  return part;
};

describe('POST /v1/responses', () => {
  for (const [question, heading] of [
    [english, 'References'],
    [chinese, '参考文献'],
  ] as const)
    it(`answers with references, whole and streamed, and the stream folds to the whole: ${heading}`, {
      tags: ['v1.responses', 'v1.responses.stream'],
    }, async (t) => {
      const { client, settled, lastRecord } = await buildOpenAiApp(t);
      const whole = (await client.responses.create({ model: 'citewell', input: question })) as Reply;
      responseObject.parse(JSON.parse(JSON.stringify({ ...whole, output_text: undefined })));
      const { request_id, mode } = await lastRecord();
      assert.deepEqual([whole.id, mode, whole.status], [`resp_${request_id}`, 'responses', 'completed']);
      const [answer = '', list = ''] = whole.output_text.split(`\n\n**${heading}**\n\n`);
      assert.match(answer, /\[1\]/);
      const addresses = [...list.matchAll(/^\d+\. .*\]\((https:\/\/pubmed[^)]+)\)$/gm)].map(([, url]) => url);
      assert.deepEqual(whole.citations, addresses);
      assert.equal(whole.references?.length, addresses.length);
      const { annotations, text } = messageOf(whole);
      assert.ok(annotations.length > 0);
      for (const annotation of annotations) {
        assert.ok(annotation.type === 'url_citation');
        const marker = text.slice(annotation.start_index, annotation.end_index);
        assert.equal(annotation.url, addresses[Number(marker.slice(1, -1)) - 1], marker);
      }

      // The official helper folds the events into a response and rejects inconsistent ones.
      const events: OpenAI.Responses.ResponseStreamEvent[] = [];
      const stream = client.responses.stream({ model: 'citewell', input: question });
      for await (const event of stream) events.push(event);
      const folded = await stream.finalResponse();
      assert.equal(folded.output_text, whole.output_text);
      assert.deepEqual(messageOf(folded).annotations, annotations);
      for (const event of events) responseStreamEvent.parse(event);
      assert.deepEqual(
        events.map(({ sequence_number }) => sequence_number),
        events.map((_, at) => at),
      );
      const seen = events.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
      assert.deepEqual(
        [...new Set(seen)],
        responseEvents.filter((type) => type !== 'response.failed'),
      );
      const deltas = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''));
      assert.equal(deltas.join(''), whole.output_text);
      const last = events.at(-1);
      assert.ok(last?.type === 'response.completed');
      responseObject.parse(last.response);
      assert.deepEqual(
        settled.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`),
        ['ask ok', 'ask_stream ok'],
      );
    });

  it('reports the provider’s token counts for each model', { tags: ['v1.responses'] }, async (t) => {
    const { client, lastRecord, llm } = await buildOpenAiApp(t, { model: true });
    for (const [model, input] of [
      ['citewell', english],
      ['citewell-review', english],
      ['citewell-check', 'Metformin halved mortality. [PMID 2001]'],
    ] as const) {
      llm?.clearLog();
      const { usage } = await client.responses.create({ model, input });
      const { prompt_tokens, completion_tokens, total_tokens, charged } = await lastRecord();
      assert.deepEqual(
        [usage?.input_tokens, usage?.output_tokens, usage?.total_tokens],
        [prompt_tokens, completion_tokens, total_tokens],
      );
      assert.equal(charged, reported(llm));
      assert.ok(charged > 0, model);
    }
  });

  it('reads earlier turns, instructions and files, and skips other items', {
    tags: ['v1.responses'],
  }, async (t) => {
    const { client, llm } = await buildOpenAiApp(t, { model: true });
    const first = await client.responses.create({ model: 'citewell', input: english });
    llm?.clearLog();
    const file_data = `data:text/plain;base64,${Buffer.from('A trial of metformin in children.').toString('base64')}`;
    await client.responses.create({
      model: 'citewell',
      instructions: 'Answer as a pirate.',
      input: [
        { role: 'user', content: english },
        ...(first.output as OpenAI.Responses.ResponseInputItem[]),
        {
          ...{ type: 'reasoning', id: 'rs_1', summary: [] },
          content: [{ type: 'reasoning_text', text: 'Of another model.' }],
        },
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'And in children?' },
            { type: 'input_file', filename: 'trial.txt', file_data },
          ],
        },
        { role: 'developer', content: 'Be brief.' },
      ],
    });
    const asked = JSON.stringify(llm?.requests());
    assert.match(asked, /Does metformin lower mortality/);
    assert.match(asked, /A trial of metformin in children/);
    assert.doesNotMatch(asked, /pirate/);
  });

  it('rejects requests that need stored replies, naming the field, without a charge', {
    tags: ['v1.responses.refusals'],
  }, async (t) => {
    const { client, settled } = await buildOpenAiApp(t);
    const base = { model: 'citewell', input: english };
    const image = {
      type: 'input_image' as const,
      image_url: 'https://example.org/x.png',
      detail: 'auto' as const,
    };
    for (const [change, param] of [
      [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
      [{ conversation: 'conv_1' }, 'conversation'],
      [{ background: true }, 'background'],
      [{ text: { format: { type: 'json_object' } } }, 'text.format.type'],
      [{ input: [{ role: 'assistant', content: 'x' }] }, 'input'],
      [{ input: [] }, 'input'],
      [{ input: [{ role: 'user', content: [image] }] }, 'input[0].content[0].image_url'],
      [
        { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] },
        'input[0].content[0].file_data',
      ],
      [{ input: [{ role: 'user', content: [{ type: 'input_audio' }] }] }, 'input[0].content'],
      [{ input: '' }, 'input'],
      [{ model: 'gpt-4o' }, 'model'],
    ] as const)
      await assert.rejects(
        client.responses.create({ ...base, ...change } as OpenAI.Responses.ResponseCreateParamsNonStreaming),
        { status: 400, code: 'invalid_request', param },
      );
    assert.deepEqual(settled, []);
  });

  it('is free for titles, replays whole replies, and closes the model request when the client disconnects', {
    tags: ['v1.responses'],
  }, async (t) => {
    const { client, llm, settled, lastRecord } = await buildOpenAiApp(t, { model: true });
    const title = 'Generate a concise title for this conversation.';
    await client.responses.create({ model: 'citewell', input: title });
    assert.equal((await lastRecord()).charged, 0);
    const once = { headers: { 'Idempotency-Key': 'once' } };
    const [one, again] = [
      await client.responses.create({ model: 'citewell', input: english }, once),
      await client.responses.create({ model: 'citewell', input: english }, once),
    ];
    assert.deepEqual(again.output, one.output);
    assert.equal(settled.length, 2);
    llm?.setScript({ text: 'Metformin reduced mortality [E1]. '.repeat(200), delayMs: 20 });
    const stream = await client.responses.create({ model: 'citewell', input: english, stream: true });
    for await (const { type } of stream) if (type === 'response.output_text.delta') break;
    await until(async () => settled.length === 3 && llm?.openCalls() === 0);
    assert.equal(settled[2]?.outcome, 'client_disconnected');
  });

  it('ends a failed stream with response.failed and the code', {
    tags: ['v1.responses.stream'],
  }, async (t) => {
    const { client } = await buildOpenAiApp(t, {
      options: {
        async answer(_request, _services, { emit }) {
          await emit({ event: 'answer_chunk', data: { text: 'Metformin ' } });
          throw new Error('broken');
        },
      },
    });
    const stream = await client.responses.create({ model: 'citewell', input: english, stream: true });
    const events = await Array.fromAsync(stream);
    const last = events.at(-1);
    assert.ok(last?.type === 'response.failed');
    assert.equal(last.response.error?.code, 'internal_error');
    assert.ok(!events.some(({ type }) => type === 'response.completed'));
  });
});
