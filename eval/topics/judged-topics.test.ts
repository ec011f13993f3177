import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sharedDataMissing } from '../../packages/simulators/src/corpus.ts';
import { fetchable, loadReviewRecords } from '../review-records.ts';
import { evaluateJudgedTopics, readJudgedTopics } from './judged-topics.ts';

it('has topics in both languages, each record judged once', () => {
  for (const set of ['judged', 'held-out'] as const) {
    const topics = readJudgedTopics(set);
    assert.ok(topics.length >= 20, set);
    assert.ok(topics.filter(({ topic }) => /\p{Script=Han}/u.test(topic)).length >= topics.length / 3, set);
    for (const { id, on, partly, off } of topics)
      assert.equal(on.union(partly).union(off).size, on.size + partly.size + off.size, id);
  }
});

it('counts the papers of reviews by their judgments', { skip: sharedDataMissing() }, async () => {
  const topics = readJudgedTopics('judged').filter(({ id }) => id === 'r03' || id === 'r07');
  const judged = new Set(
    topics.flatMap(({ on, partly, off }) => [...on, ...partly, ...off]).map((pmid) => fetchable(pmid)),
  );
  // A library of a tenth shows as well that the command works.
  const records = loadReviewRecords()?.filter(({ pmid }, at) => judged.has(pmid) || at % 10 === 0);
  const rows = await evaluateJudgedTopics(topics, records);
  const [english, chinese, all] = rows ?? [];
  assert.deepEqual([english?.topics, chinese?.topics, all?.topics], [1, 1, 2]);
  assert.equal(all?.included, Number(english?.included) + Number(chinese?.included));
  for (const row of rows ?? []) {
    assert.ok(row.included >= 2, JSON.stringify(row));
    assert.equal(row.on_topic, '1.000');
    assert.ok(Number(row.found) > 0.3, JSON.stringify(row));
  }
});
