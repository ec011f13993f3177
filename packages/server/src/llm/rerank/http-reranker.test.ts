import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { type RerankFault, startRerankSimulator } from '@citewell/simulators/llm/rerank-simulator.ts';
import { applyReranker } from '../../literature/ranking/apply-reranker.ts';
import { fuseRankings } from '../../literature/ranking/fuse.ts';
import { rankArticles } from '../../literature/ranking/rank.ts';
import { createHttpReranker } from './http-reranker.ts';

const texts = ['Aspirin after stroke.', 'Metformin in diabetes.', '二甲双胍治疗2型糖尿病。'];
const candidates = texts.map((text, at) => ({ pmid: String(at + 1) as Pmid, text }));
const asked = (text: string) => ({ text, language: 'en' as const, concepts: [] });
const never = new AbortController().signal;

async function setUp(
  t: TestContext,
  { kind = 'rerank', deadlineMs = 10_000 }: { kind?: 'rerank' | 'embeddings'; deadlineMs?: number } = {},
) {
  const simulator = await startRerankSimulator();
  t.after(() => simulator.close());
  const logged: unknown[] = [];
  let now = 0;
  const reranker = createHttpReranker(
    { kind, baseUrl: simulator.url, apiKey: 'rk-0123', model: 'ranker-1' },
    { clock: { now: () => now }, log: (_level, event, fields) => logged.push([event, fields]), deadlineMs },
  );
  t.after(() => reranker.close());
  const advance = (ms: number) => {
    now += ms;
  };
  return { simulator, reranker, logged, advance };
}

describe('a reranker over HTTP', () => {
  it('sends the requests of Cohere and Jina, and returns scores in the order of the texts', async (t) => {
    const { simulator, reranker } = await setUp(t);
    const scores = await reranker.score(asked('metformin'), candidates, never);
    assert.deepEqual(scores, [0, 1, 0]);
    assert.deepEqual(simulator.requests, [
      {
        path: '/v1/rerank',
        authorization: 'Bearer rk-0123',
        body: { model: 'ranker-1', query: 'metformin', documents: texts, top_n: 3 },
      },
    ]);
  });

  it('can be an embedding model, with cosine similarity', async (t) => {
    const { simulator, reranker } = await setUp(t, { kind: 'embeddings' });
    const [aspirin = 0, metformin = 0, chinese = 0] =
      (await reranker.score(asked('二甲双胍 metformin'), candidates, never)) ?? [];
    assert.ok(chinese > metformin && metformin > aspirin);
    assert.equal(simulator.requests[0]?.path, '/v1/embeddings');
    assert.deepEqual(simulator.requests[0]?.body.input, ['二甲双胍 metformin', ...texts]);
  });

  for (const kind of ['rerank', 'embeddings'] as const)
    for (const fault of ['status_500', 'status_401', 'not_json', 'wrong_shape', 'too_few', 'cut'] as const)
      it(`reports a failed request: ${kind}, ${fault}`, async (t) => {
        const { simulator, reranker, logged } = await setUp(t, { kind });
        simulator.setFault(fault);
        assert.equal(await reranker.score(asked('metformin'), candidates, never), undefined);
        assert.equal(logged.length, 1);
        const known: Partial<Record<RerankFault, unknown>> = {
          status_500: ['reranker_failed', { failure: 'rejected', status: 500 }],
          status_401: ['reranker_failed', { failure: 'rejected', status: 401 }],
        };
        if (known[fault]) assert.deepEqual(logged[0], known[fault]);
        simulator.setFault(undefined);
        assert.equal((await reranker.score(asked('metformin'), candidates, never))?.length, 3);
      });

  it('stops at its deadline and closes the request', async (t) => {
    // Long enough for the request to arrive on a busy machine.
    const { simulator, reranker, logged } = await setUp(t, { deadlineMs: 500 });
    simulator.setFault('hangs');
    assert.equal(await reranker.score(asked('metformin'), candidates, never), undefined);
    assert.deepEqual(logged, [['reranker_failed', { failure: 'timeout' }]]);
    await simulator.left();
  });

  it('closes the request when its caller disconnects', async (t) => {
    const { simulator, reranker, logged } = await setUp(t);
    simulator.setFault('hangs');
    const controller = new AbortController();
    const scoring = reranker.score(asked('metformin'), candidates, controller.signal);
    controller.abort(new Error('gone'));
    await assert.rejects(scoring, /gone/);
    assert.deepEqual(logged, []);
  });

  it('is skipped for a while after repeated failures', async (t) => {
    const { simulator, reranker, advance } = await setUp(t);
    simulator.setFault('status_500');
    for (let tried = 0; tried < 6; tried++) await reranker.score(asked('metformin'), candidates, never);
    assert.equal(simulator.requests.length, 5);
    simulator.setFault(undefined);
    advance(30_000);
    assert.equal((await reranker.score(asked('metformin'), candidates, never))?.length, 3);
  });
});

describe('ordering by a reranker', () => {
  const articles = [
    anArticle('1', { title: 'Metformin and lactic acidosis.', abstract: [{ text: 'Metformin metformin.' }] }),
    anArticle('2', { title: 'Metformin and the gut.', abstract: [{ text: 'Metformin.' }] }),
    anArticle('3', { title: '二甲双胍与肠道菌群。', abstract: [{ text: 'Metformin.' }] }),
  ];
  const ranking = () => rankArticles(fuseRankings([articles]), { facets: [['metformin']] }, 2026);
  const order = ({ ranked }: ReturnType<typeof ranking>) => ranked.map(({ article }) => article.pmid);

  it('reorders papers with falling scores, and keeps all of them', async (t) => {
    const { simulator, reranker } = await setUp(t);
    simulator.setScript((_question, text) => (text.includes('肠道') ? 1 : 0));
    const reranked = await applyReranker(ranking(), asked('二甲双胍与肠道菌群'), reranker, never);
    assert.equal(reranked.ranked[0]?.article.pmid, '3');
    assert.deepEqual(order(reranked).sort(), order(ranking()).sort());
    const scores = reranked.ranked.map(({ score }) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    );
  });

  it('keeps our order if the reranker fails or is not configured, or if there is nothing to choose', async (t) => {
    const { simulator, reranker } = await setUp(t);
    simulator.setFault('not_json');
    assert.deepEqual(await applyReranker(ranking(), asked('metformin'), reranker, never), ranking());
    assert.deepEqual(await applyReranker(ranking(), asked('metformin'), undefined, never), ranking());
    simulator.requests.length = 0;
    const one = { ...ranking(), ranked: ranking().ranked.slice(0, 1) };
    assert.deepEqual(await applyReranker(one, asked('metformin'), reranker, never), one);
    assert.deepEqual(simulator.requests, []);
  });
});
