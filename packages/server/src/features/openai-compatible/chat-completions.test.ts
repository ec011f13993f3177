import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type OpenAI from 'openai';
import { SourceError } from '../../literature/sources/retriever.ts';
import { buildOpenAiApp } from '../../testing/app/open-ai-app.ts';
import { reported } from '../../testing/app/review-app.ts';
import { scriptedRetriever } from '../../testing/app/scripted.ts';
import { type ChatCompletion, chatCompletion, chatCompletionChunk } from './completion-schema.ts';

const english = 'Does metformin lower mortality in type 2 diabetes?';
const chinese = '二甲双胍能降低2型糖尿病患者的死亡率吗？';
const user = (content: string) => [{ role: 'user' as const, content }];

/** Fields missing from OpenAI's types. */
type Reply = OpenAI.ChatCompletion & Pick<ChatCompletion, 'citations' | 'references'>;

/** Sends the request with and without a stream, whose chunks are joined as clients do. */
async function both(client: OpenAI, model: string, content: string) {
  const whole = (await client.chat.completions.create({ model, messages: user(content) })) as Reply;
  const stream = await client.chat.completions.create({
    ...{ model, messages: user(content), stream: true, stream_options: { include_usage: true } },
  });
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  const text = deltas.map((delta) => delta.content ?? '').join('');
  return { whole, chunks, deltas, text, message: whole.choices[0]?.message };
}

describe('GET /v1/models', () => {
  it('lists the models of the key’s modules', { tags: ['v1.models'] }, async (t) => {
    const { client, clientOf, createKey, settled } = await buildOpenAiApp(t);
    const idsOf = async (asked: OpenAI) => (await asked.models.list()).data.map(({ id }) => id);
    assert.deepEqual(await idsOf(client), ['citewell', 'citewell-review', 'citewell-check']);
    for (const [module, id] of [
      ['ask_agent', 'citewell'],
      ['expert_agent', 'citewell-review'],
      ['factcheck', 'citewell-check'],
    ] as const)
      assert.deepEqual(await idsOf(clientOf(await createKey({ modules: [module] }))), [id]);
    await assert.rejects(idsOf(clientOf('cw_wrong')), { status: 401, code: 'invalid_key' });
    assert.deepEqual(settled, []);
  });

  it('returns a single model, or 404', { tags: ['v1.model'] }, async (t) => {
    const { client, clientOf, createKey } = await buildOpenAiApp(t);
    const { id, object } = await client.models.retrieve('citewell-check');
    assert.deepEqual([id, object], ['citewell-check', 'model']);
    for (const model of ['gpt-4o', '__proto__', 'x/y', '100%'])
      await assert.rejects(client.models.retrieve(model), { status: 404, code: 'not_found' });
    const checker = clientOf(await createKey({ modules: ['factcheck'] }));
    await assert.rejects(checker.models.retrieve('citewell'), {
      status: 404,
      message: /Available: citewell-check\./,
    });
    await assert.rejects(clientOf('cw_wrong').models.retrieve('citewell'), { status: 401 });
  });
});

describe('POST /v1/chat/completions', () => {
  for (const [language, question, heading] of [
    ['en', english, 'References'],
    ['zh', chinese, '参考文献'],
  ] as const)
    it(`answers with references, whole and streamed: ${language}`, {
      tags: ['v1.chat', 'v1.chat.stream', 'v1.chat.citations'],
    }, async (t) => {
      const { client, settled } = await buildOpenAiApp(t);
      const { whole, chunks, deltas, text, message } = await both(client, 'citewell', question);
      chatCompletion.parse(whole);
      for (const chunk of chunks) chatCompletionChunk.parse(chunk);
      assert.equal(text, message?.content);
      const [answer = '', list = ''] = text.split(`\n\n**${heading}**\n\n`);
      assert.match(answer, /\[1\]/);
      const addresses = [...list.matchAll(/^\d+\. .*\]\((https:\/\/pubmed[^)]+)\)$/gm)].map(([, url]) => url);
      assert.ok(addresses.length > 1);
      assert.deepEqual(whole.citations, addresses);
      assert.equal(whole.references.length, addresses.length);
      const annotations = message?.annotations ?? [];
      for (const { url_citation: cited } of annotations) {
        const marker = text.slice(cited.start_index, cited.end_index);
        assert.equal(cited.url, addresses[Number(marker.slice(1, -1)) - 1], marker);
        assert.ok(cited.title);
      }
      assert.equal(new Set(annotations.map(({ url_citation: { url } }) => url)).size, addresses.length);
      assert.deepEqual(
        deltas.flatMap((delta) => (delta as { annotations?: object[] }).annotations ?? []),
        annotations,
      );
      assert.equal(deltas[0]?.role, 'assistant');
      assert.ok(deltas.some((delta) => 'reasoning_content' in delta));
      assert.ok(message && 'reasoning_content' in message && message.reasoning_content);
      const ends = chunks.flatMap(({ choices }) => choices.map(({ finish_reason: end }) => end));
      assert.deepEqual([ends.at(-1), ends.slice(0, -1).every((end) => end === null)], ['stop', true]);
      assert.deepEqual(
        settled.map(({ endpoint, outcome }) => [endpoint, outcome]),
        [
          ['ask', 'ok'],
          ['ask_stream', 'ok'],
        ],
      );
    });

  it('reports the provider’s token counts, equal to my_usage', {
    tags: ['v1.chat.usage'],
  }, async (t) => {
    const { client, lastRecord, llm } = await buildOpenAiApp(t, { model: true });
    const records: object[] = [];
    for (const model of ['citewell', 'citewell-review', 'citewell-check'])
      for (const stream of [false, true]) {
        llm?.clearLog();
        const content = model === 'citewell-check' ? 'Metformin halved mortality. [PMID 2001]' : english;
        const asked = { model, messages: user(content) };
        const replies = stream
          ? await Array.fromAsync(
              await client.chat.completions.create({
                ...{ ...asked, stream, stream_options: { include_usage: true } },
              }),
            )
          : [await client.chat.completions.create(asked)];
        const { usage } = replies.at(-1) ?? {};
        const record = await lastRecord();
        const { prompt_tokens, completion_tokens, total_tokens, charged, mode, request_id } = record;
        assert.deepEqual(usage, { prompt_tokens, completion_tokens, total_tokens });
        assert.equal(charged, reported(llm));
        assert.ok(charged > 0, model);
        assert.deepEqual([mode, replies[0]?.id], ['chat_completions', `chatcmpl-${request_id}`]);
        for (const reply of replies.slice(0, -1)) assert.equal(reply.usage, null);
        records.push(record);
      }
    assert.equal(records.length, 6);
  });

  it('omits usage from a stream unless requested', { tags: ['v1.chat.stream'] }, async (t) => {
    const { send } = await buildOpenAiApp(t);
    const { headers, body } = await send({ model: 'citewell', messages: user(english), stream: true });
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.ok(body.endsWith('data: [DONE]\n\n') && !body.includes('"usage"') && !body.includes('event:'));
  });

  it('reads earlier turns as history, without their reference lists', {
    tags: ['v1.chat.history'],
  }, async (t) => {
    const { client, llm } = await buildOpenAiApp(t, { model: true });
    const first = await client.chat.completions.create({ model: 'citewell', messages: user(english) });
    const { content = '' } = first.choices[0]?.message ?? {};
    llm?.clearLog();
    await client.chat.completions.create({
      model: 'citewell',
      messages: [
        { role: 'system', content: 'You are a pirate.' },
        ...user(english),
        { role: 'assistant', content },
        ...user('And in older people?'),
      ],
    });
    const prompts = JSON.stringify(llm?.requests().map(({ body }) => body.messages));
    assert.ok(
      prompts.includes(english) && !prompts.includes('pirate') && !prompts.includes('**References**'),
    );
  });

  it('runs once under an Idempotency-Key, whole and streamed', {
    tags: ['v1.chat.idempotent'],
  }, async (t) => {
    const { send, settled } = await buildOpenAiApp(t);
    for (const stream of [false, true]) {
      const asked = { model: 'citewell', messages: user(english), stream };
      const headers = { 'idempotency-key': `once ${stream}` };
      const first = await send(asked, headers);
      const second = await send(asked, headers);
      assert.deepEqual([first.status, second.status], [200, 200]);
      assert.equal(second.headers['idempotency-replayed'], 'true');
      assert.equal(second.headers['content-type'], first.headers['content-type']);
      const withoutProgress = first.body
        .split('\n\n')
        .filter((frame) => !/"delta":\{"reasoning_content"/.test(frame))
        .join('\n\n');
      assert.equal(second.body, withoutProgress);
      assert.equal((await send({ ...asked, model: 'citewell-review' }, headers)).status, 409);
    }
    assert.equal(settled.length, 2);
  });

  it('writes reviews with the model citewell-review', { tags: ['v1.review'] }, async (t) => {
    const { client, settled } = await buildOpenAiApp(t, { model: true });
    const { whole, text, message } = await both(
      client,
      'citewell-review',
      'Metformin and mortality in diabetes',
    );
    for (const review of [text, message?.content ?? '']) {
      assert.match(review, /^# ./);
      assert.match(review, /\n## Search methods\n/);
      assert.match(review, /\n\n\*\*References\*\*\n\n1\. /);
    }
    assert.equal(text, message?.content);
    assert.ok(whole.citations.length > 2);
    assert.deepEqual(
      settled.map(({ endpoint }) => endpoint),
      ['expert', 'expert_stream'],
    );
  });

  it('returns the finished part of an interrupted review, with the error', {
    tags: ['v1.review', 'v1.chat.errors'],
  }, async (t) => {
    const { send, llm } = await buildOpenAiApp(t, { model: true });
    llm?.setFault('rate-limited', { role: 'section', match: 'This part is the conclusion' });
    const asked = { model: 'citewell-review', messages: user('Metformin and mortality in diabetes') };
    const whole = await send(asked);
    const { choices, usage } = JSON.parse(whole.body) as ChatCompletion;
    assert.equal(whole.headers['x-incomplete'], 'upstream_unavailable');
    assert.equal(Number(whole.headers['x-tokens-charged']), reported(llm));
    assert.equal(choices[0]?.finish_reason, 'length');
    assert.match(choices[0]?.message.content ?? '', /\n## Incomplete\n.+\n\n\*\*References\*\*/s);
    assert.equal(usage.total_tokens, reported(llm));
    const { body } = await send({ ...asked, stream: true });
    assert.match(body, /\*\*References\*\*.*"code":"upstream_unavailable"\}\}\n\ndata: \[DONE\]\n\n$/s);
  });

  it('is accumulated by the OpenAI client into the same completion', {
    tags: ['v1.chat.stream'],
  }, async (t) => {
    const { client } = await buildOpenAiApp(t);
    const stream = client.chat.completions.stream({ model: 'citewell', messages: user(english) });
    const whole = await client.chat.completions.create({ model: 'citewell', messages: user(english) });
    const { choices } = await stream.finalChatCompletion();
    assert.equal(choices[0]?.message.content, whole.choices[0]?.message.content);
    assert.equal(choices[0]?.finish_reason, 'stop');
  });

  it('checks a sentence with the model citewell-check, in both languages', {
    tags: ['v1.check'],
  }, async (t) => {
    const { client, settled } = await buildOpenAiApp(t);
    for (const [content, verdict] of [
      [
        'Metformin reduced mortality in adults with type 2 diabetes. [PMID 2001]',
        'The article supports the sentence',
      ],
      [
        'Metformin increased mortality in adults with type 2 diabetes (PMID: 2001).',
        'The sentence deviates from the article',
      ],
      ['二甲双胍增加了2型糖尿病成人的死亡率。【PMID：2001】', '此句与该文献不符'],
    ] as const) {
      const { whole, text, message } = await both(client, 'citewell-check', content);
      assert.equal(text, message?.content);
      assert.ok(text.startsWith(`**${verdict}** [1]\n\n`), text);
      assert.deepEqual(whole.citations, ['https://pubmed.ncbi.nlm.nih.gov/2001/']);
    }
    assert.deepEqual([...new Set(settled.map(({ endpoint }) => endpoint))], ['factcheck_verify']);
    assert.equal(settled.length, 6);
  });

  it('ends a failed stream with an error and [DONE], and a whole reply with its status', {
    tags: ['v1.chat.errors'],
  }, async (t) => {
    const down = await buildOpenAiApp(t, {
      remote: [scriptedRetriever('pubmed', new SourceError('pubmed', 'unreachable'))],
    });
    await assert.rejects(
      down.client.chat.completions.create({ model: 'citewell', messages: user(english) }),
      { status: 502, code: 'upstream_unavailable', type: 'server_error' },
    );
    const { status, body } = await down.send({ model: 'citewell', messages: user(english), stream: true });
    const frames = body.trimEnd().split('\n\n');
    assert.deepEqual([status, frames.at(-1)], [200, 'data: [DONE]']);
    const { error } = JSON.parse((frames.at(-2) ?? '').slice('data: '.length));
    assert.deepEqual(Object.keys(error), ['message', 'type', 'param', 'code']);
    assert.equal(error.code, 'upstream_unavailable');
    assert.ok(!body.includes('"finish_reason":"stop"'));
    const stream = await down.client.chat.completions.create({
      ...{ model: 'citewell', messages: user(english), stream: true },
    });
    await assert.rejects(Array.fromAsync(stream), /could not be reached/);
  });
});
