import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { recordingsDir } from '@citewell/simulators/llm/llm-recordings.ts';
import { type LlmSimulator, llmFaults, startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { answerPrompt } from '../../features/answers/model/answer-prompt.ts';
import { toCitable } from '../../literature/ranking/passage.ts';
import { planPrompt } from '../../retrieval/planning/plan-prompt.ts';

describe('the simulated model', () => {
  let simulator: LlmSimulator;
  before(async () => {
    simulator = await startLlmSimulator();
  });
  after(() => simulator.close());
  beforeEach(() => {
    simulator.setScript(undefined);
    simulator.clearFaults();
    simulator.clearLog();
    simulator.replay(undefined);
  });

  const post = (path: string, body: unknown) =>
    fetch(simulator.origin + path, { method: 'POST', body: JSON.stringify(body) });
  const ask = (messages: { role: string; text: string }[], fields: object = {}) =>
    post('/v1/chat/completions', {
      model: 'm',
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      ...fields,
    });
  const contentOf = async (reply: Response) =>
    ((await reply.json()) as { choices: { message: { content: string } }[] }).choices[0]?.message.content ??
    '';

  const article = toCitable(anArticle('111'));
  const evidence = {
    question: 'Does metformin help?',
    history: [],
    language: 'en' as const,
    passages: [
      { id: 'E4', article, text: 'HbA1c fell by 1.1 %. More was not seen.', start: 0, end: 20, score: 1 },
    ],
    attachment: [],
  };

  it('writes from the evidence block with its citation markers, in the language of the prompt', async () => {
    const english = await contentOf(await ask(answerPrompt(evidence, 'b')));
    assert.equal(english, 'The evidence found bears on this question. HbA1c fell by 1.1 % [E4].');
    const chinese = await contentOf(await ask(answerPrompt({ ...evidence, language: 'zh' }, 'b')));
    assert.equal(chinese, '现有证据与该问题有关。HbA1c fell by 1.1 % [E4]。');
  });

  it('plans a question in either language as JSON', async () => {
    for (const [question, language, term] of [
      ['Does metformin prevent stroke?', 'en', 'metformin'],
      ['二甲双胍能预防卒中吗？', 'zh', 'metformin'],
    ] as const) {
      const prompt = planPrompt({ question, history: [], language }, 'b');
      const plan = JSON.parse(await contentOf(await ask(prompt)));
      assert.equal(plan.question, question);
      assert.ok(
        plan.concepts.some((concept: { term: string }) => concept.term === term),
        question,
      );
    }
  });

  it('streams a script in chunks of the given length, with the given usage', async () => {
    simulator.setScript({
      text: '血糖下降了',
      reasoning: 'hm',
      chunkCharacters: 2,
      usage: { promptTokens: 7, completionTokens: 9 },
    });
    const text = await (await ask([], { stream: true })).text();
    const deltas = [...text.matchAll(/"delta":(\{[^}]*\})/g)].map(([, delta]) => JSON.parse(delta ?? ''));
    assert.deepEqual(
      deltas.flatMap(({ reasoning_content, content }) => reasoning_content ?? (content || [])),
      ['hm', '血糖', '下降', '了'],
    );
    assert.match(text, /"usage":\{"prompt_tokens":7,"completion_tokens":9,"total_tokens":16\}/);
    assert.ok(text.endsWith('data: [DONE]\n\n'));
  });

  it('is controlled by HTTP like the other simulators', async () => {
    await post('/__script', { text: 'scripted' });
    await post('/__fault', { mode: 'unauthorized', times: 1 });
    assert.equal((await ask([])).status, 401);
    assert.equal(await contentOf(await ask([])), 'scripted');
    const log = (await (await fetch(`${simulator.origin}/__log`)).json()) as {
      requests: { role: string; fault?: string }[];
    };
    assert.deepEqual(
      log.requests.map(({ role, fault }) => [role, fault]),
      [
        ['write', 'unauthorized'],
        ['write', undefined],
      ],
    );
    const faults = (await (await fetch(`${simulator.origin}/__faults`)).json()) as object;
    assert.deepEqual(Object.keys(faults), Object.keys(llmFaults));
    assert.equal((await post('/__fault', { mode: 'no such' })).status, 400);
    assert.equal((await post('/__nothing', {})).status, 400);
    assert.equal((await fetch(`${simulator.url}/models`)).status, 200);
    assert.equal((await post('/v1/elsewhere', {})).status, 404);
  });

  it('applies a fault only to its role', async () => {
    simulator.setFault('server-error', { role: 'plan' });
    assert.equal((await ask(answerPrompt(evidence, 'b'))).status, 200);
    const plan = planPrompt({ question: 'q', history: [], language: 'en' }, 'b');
    assert.equal((await ask(plan)).status, 500);
  });

  it('records callers that disconnected early', async () => {
    simulator.setFault('stall');
    const reply = await ask([], { stream: true });
    assert.equal(simulator.openCalls(), 1);
    await reply.body?.cancel();
    while (simulator.openCalls() > 0) await new Promise(setImmediate);
    assert.equal(simulator.closedByClient().length, 1);
    simulator.clearFaults();
    simulator.setFault('cut');
    await assert.rejects(async () => (await ask([], { stream: true })).text());
    assert.equal(simulator.closedByClient().length, 1);
  });

  it('records each request and how its reply ended', async () => {
    const usage = { promptTokens: 7, completionTokens: 9 };
    const stream = { stream: true };
    simulator.setScript({ text: 'one two three', reasoning: 'hm ', usage });
    await (await ask([], stream)).text();
    await (await ask([])).text();
    simulator.setFault('no-usage', { times: 1 });
    await (await ask([], stream)).text();
    simulator.setFault('cut', { at: 3, times: 1 });
    await assert.rejects(async () => (await ask([], stream)).text());
    simulator.setFault('stall', { at: 4 });
    const reply = await ask([], stream);
    await reply.body?.cancel();
    while (simulator.openCalls() > 0) await new Promise(setImmediate);
    assert.deepEqual(
      simulator.requests().map(({ sent }) => sent),
      [
        { text: 'hm one two three', usage, over: 'complete' },
        { text: 'hm one two three', usage, over: 'complete' },
        { text: 'hm one two three', usage: undefined, over: 'complete' },
        { text: 'hm one', usage: undefined, over: 'broken' },
        { text: 'hm one two', usage: undefined, over: 'left' },
      ],
    );
  });

  it('matches requests by a text in their prompt, and lets a test inspect each before replying', async () => {
    const seen: string[] = [];
    simulator.onRequest(async ({ body }) => {
      await new Promise(setImmediate);
      seen.push(String(body.messages?.[0]?.content));
    });
    simulator.setScript({ text: 'to all' });
    simulator.setScript({ text: 'to you' }, 'write', '(#7)');
    simulator.setFault('server-error', { match: '(#8)' });
    simulator.setFault('unauthorized', { match: '(#9)' });
    const asked = (text: string) => ask([{ role: 'user', text }]);
    assert.equal(await contentOf(await asked('q (#7)')), 'to you');
    assert.equal(await contentOf(await asked('q (#6)')), 'to all');
    assert.deepEqual([(await asked('q (#8)')).status, (await asked('q (#9)')).status], [500, 401]);
    assert.deepEqual(seen, ['q (#7)', 'q (#6)', 'q (#8)', 'q (#9)']);
    simulator.onRequest(undefined);
    simulator.setScript(undefined, 'write', '(#7)');
    assert.equal(await contentOf(await asked('q (#7)')), 'to all');
  });

  it('replays a recording byte for byte, in any chunk size', async (t) => {
    const file = 'sse/test_deepseek__test_deepseek_model_thinking_stream.0.sse';
    let recorded: Buffer;
    try {
      recorded = readFileSync(`${recordingsDir}/${file}`);
    } catch {
      t.skip('../shared/data is not here');
      return;
    }
    for (const bytes of [undefined, 1000]) {
      await post('/__replay', { file, bytes });
      const reply = Buffer.from(await (await ask([], { stream: true })).arrayBuffer());
      assert.ok(reply.equals(recorded));
    }
    assert.equal((await post('/__replay', { file: '../README.md' })).status, 400);
  });
});
