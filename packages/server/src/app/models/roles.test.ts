import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { AskResponse, CitationCheckResponse } from '@citewell/sdk';
import type { ModelRole } from '../../llm/model.ts';
import { buildModelApp } from '../../testing/app/build-model-app.ts';

/** Exercises roles with separate models: which model gets which request, and what remains when one of them is down. */
const question = 'Does zelparin prevent stroke in atrial fibrillation?';
const synthesis = /The evidence found bears on this question\./;
const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const check = {
  sentence: 'Stroke was less frequent.',
  pmid: '1',
  abstract: 'Fewer strokes were seen with it.',
};

const models: Record<ModelRole, string> = {
  ...{ planner: 'm-planner', writer: 'm-writer', verifier: 'm-verifier' },
  ...{ vision: 'm-vision', reranker: 'm-reranker' },
};

async function setUp(t: TestContext) {
  const test = await buildModelApp(
    t,
    Object.fromEntries(
      Object.entries(models).map(([role, model]) => [`CITEWELL_LLM_${role.toUpperCase()}_MODEL`, model]),
    ),
  );
  const failing = () =>
    test.health.list().flatMap(({ id, failures, requests }) => (failures > 0 ? [[id, requests]] : []));
  const asked = () => [...new Set(test.llm.requests().map(({ role, body }) => `${role} ${body.model}`))];
  return { ...test, failing: () => failing().map(([id]) => id), asked };
}

describe('roles with separate models', () => {
  it('each call their own model', async (t) => {
    const { post, asked, failing, lastCall } = await setUp(t);
    assert.match((await post('ask', { question })).json<AskResponse>().answer, synthesis);
    const { steps } = await lastCall();
    assert.deepEqual(
      steps.map(({ kind, model }) => [kind, model]),
      [
        ['plan', 'm-planner'],
        ['rank', 'm-reranker'],
        ['write', 'm-writer'],
      ],
    );
    await post('ask_stream', { question, images: [image] });
    await post('factcheck_verify', check);
    assert.deepEqual(asked().sort(), [
      ...['plan m-planner', 'rank m-reranker', 'verify m-verifier', 'vision m-vision', 'write m-writer'],
    ]);
    assert.deepEqual(failing(), []);
  });

  for (const [role, kind] of [
    ['planner', 'plan'],
    ['reranker', 'rank'],
  ] as const)
    it(`write an answer without the ${role}`, async (t) => {
      const { post, llm, failing } = await setUp(t);
      llm.setFault('server-error', { role: kind });
      // Often enough to open a shared circuit breaker.
      for (let times = 0; times < 6; times += 1) {
        const reply = await post('ask', { question });
        assert.match(reply.json<AskResponse>().answer, synthesis, `${times}`);
      }
      assert.deepEqual(failing(), [role]);
    });

  it('answer in quotations without the writer, searched by the plan', async (t) => {
    const { post, llm, failing, asked } = await setUp(t);
    llm.setFault('server-error', { role: 'write' });
    const { answer, references } = (await post('ask', { question })).json<AskResponse>();
    assert.doesNotMatch(answer, synthesis);
    assert.ok(references.length > 0 && /\[1\]/.test(answer));
    assert.ok(asked().includes('plan m-planner'));
    assert.deepEqual(failing(), ['writer']);
  });

  it('report that images could not be read without the vision model', async (t) => {
    const { post, llm, failing } = await setUp(t);
    llm.setFault('server-error', { role: 'vision' });
    const reply = await post('ask_stream', { question, images: [image] });
    assert.equal(reply.statusCode, 200);
    assert.match(reply.body, /image/i);
    assert.match(reply.body, /event: references/);
    assert.deepEqual(failing(), ['vision']);
  });

  it('check a citation by rules without the verifier', async (t) => {
    const { post, llm, failing } = await setUp(t);
    llm.setFault('server-error', { role: 'verify' });
    const reply = await post('factcheck_verify', check);
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.json<CitationCheckResponse>().pmid, check.pmid);
    assert.deepEqual(failing(), ['verifier']);
  });

  for (const topic of ['Zelparin', 'zelparin 的作用'])
    it(`outline a review with the writer, whose failure it is: ${topic}`, async (t) => {
      const { post, llm, failing, asked } = await setUp(t);
      llm.setFault('server-error', { role: 'outline' });
      assert.equal((await post('expert', { question: topic })).statusCode, 200);
      assert.ok(asked().includes('outline m-writer'), asked().join());
      assert.deepEqual(failing(), ['writer']);
    });
});
