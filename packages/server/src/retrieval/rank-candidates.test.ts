import assert from 'node:assert/strict';
import { it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { planQuery } from '../literature/query/plan-query.ts';
import { rankCandidates } from './rank-candidates.ts';

it('ranks records for a misspelled question by the corrected spelling that a source returned', () => {
  const question = 'Does metfromin reduce mortality in diabetes?';
  const query = planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
  const article = anArticle('1', {
    title: 'Metformin in diabetes.',
    abstract: [{ text: 'Metformin reduced mortality in diabetes.' }],
  });
  const rankings = [[article]];
  const fit = (more: object) =>
    rankCandidates({ rankings, ...more }, query, 2026).ranking.ranked[0]?.topicCoverage;
  assert.ok((fit({}) ?? 1) < 0.5);
  assert.equal(fit({ spelling: { typed: 'metfromin diabetes', meant: 'metformin diabetes' } }), 1);
});
