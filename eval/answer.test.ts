import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sharedDataMissing } from '../packages/simulators/src/corpus.ts';
import { evaluateAnswers, loadAnswerSet } from './answer.ts';

it('answers questions about real records, cites the record in question, and has no dangling citation', async (t) => {
  const set = loadAnswerSet();
  if (!set) return t.skip(sharedDataMissing() ?? 'PubMedQA is not in ../shared/data');
  const report = await evaluateAnswers({ ...set, questions: set.questions.slice(0, 15) });
  t.diagnostic(JSON.stringify(report));
  assert.equal(report.dangling_citations, 0);
  assert.equal(report.errors, 0);
  assert.ok(report.own_record_cited >= 0.9, `${report.own_record_cited}`);
});
