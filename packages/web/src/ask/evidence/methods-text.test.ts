import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RunRecord } from '@citewell/sdk';
import { methodsText } from './methods-text.ts';

const run = {
  started_at: '2026-11-22T10:00:00.000Z',
  service: { name: 'citewell', version: '1.0.0' },
  searches: [{ source: 'library', query: 'metformin', total: 80, at: '2026-11-22T10:00:00.000Z' }],
  query: { date_from: null, date_to: null },
  unavailable: ['pubmed', 'europepmc'],
  counts: { found: 80, articles: 1, cited: 1, retracted_excluded: 0 },
} as unknown as RunRecord;

describe('the methods paragraph', () => {
  it('names the sources that failed, in both languages', () => {
    assert.match(
      methodsText(run, 'en'),
      /the local library: metformin \(80 records\)\. PubMed and Europe PMC could not be searched, or only in part\./,
    );
    assert.match(methodsText(run, 'zh'), /PubMed、Europe PMC未能检索或未返回全部记录。/);
  });

  it('mentions no failure if all sources answered', () => {
    for (const language of ['en', 'zh'] as const)
      assert.doesNotMatch(methodsText({ ...run, unavailable: [] }, language), /could not|未能/);
  });
});
