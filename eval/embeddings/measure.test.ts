import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sharedDataMissing } from '../../packages/simulators/src/corpus.ts';
import { startRerankSimulator } from '../../packages/simulators/src/llm/rerank-simulator.ts';
import { evaluateEmbeddings } from './measure.ts';

const options = { limit: 3, split: 'beir-test', quick: true, progress: () => {} } as const;

it('searches for the same questions by words, by vectors and by both, and measures the size of the vector file', async (t) => {
  const model = await startRerankSimulator();
  t.after(() => model.close());
  const settings = { CITEWELL_EMBEDDING_BASE_URL: model.url, CITEWELL_EMBEDDING_MODEL: 'words' };
  const report = await evaluateEmbeddings({ ...options, settings });
  if (!report) return t.skip(sharedDataMissing() ?? 'the collections are not in ../shared/data');
  t.diagnostic(JSON.stringify(report));
  assert.deepEqual(
    report.rows.map(({ name, questions }) => [name, questions]),
    ['medlars', 'pubmedqa'].flatMap((set) =>
      ['words', 'vectors', 'both'].map((way) => [`${set}, ${way}`, 3]),
    ),
  );
  const [words, vectors, both] = report.rows;
  assert.ok(vectors && vectors.recall_at_100 > 0, 'vectors find records by themselves');
  // Vectors that represent only words are worse than words: the loss in a set is a missed goal.
  assert.ok(both && words && both.ndcg_at_10 < words.ndcg_at_10);
  assert.deepEqual(report.missed, [
    `medlars: ${both.ndcg_at_10.toFixed(3)} with vectors, ${words.ndcg_at_10.toFixed(3)} without`,
  ]);
  // 128 numbers of one byte each.
  for (const { bytes_a_record } of report.costs) assert.ok(bytes_a_record > 128 && bytes_a_record < 500);
});

it('does not count a failed vector search as a search by words', async (t) => {
  const model = await startRerankSimulator();
  t.after(() => model.close());
  model.setFault('status_500');
  const settings = { CITEWELL_EMBEDDING_BASE_URL: model.url, CITEWELL_EMBEDDING_MODEL: 'words' };
  if (sharedDataMissing()) return t.skip(sharedDataMissing());
  await assert.rejects(evaluateEmbeddings({ ...options, settings }), /500|rejected/);
});
