import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSearchQuery } from '@citewell/core/testing/a-search-query.ts';
import { applySpelling } from './apply-spelling.ts';

describe('a mended spelling', () => {
  it('stands beside the words as they were typed, in every facet that has them', () => {
    const facets = [['Metfromin'], ['metfromin dose', '剂量'], ['diabetes']];
    const spelling = { typed: 'metfromin diabetes', meant: 'metformin diabetes' };
    assert.deepEqual(applySpelling(aSearchQuery({ facets }), spelling).facets, [
      ['Metfromin', 'metformin'],
      ['metfromin dose', '剂量', 'metformin dose'],
      ['diabetes'],
    ]);
  });

  it('stands beside a subject as it was typed, so that records can hold it', () => {
    const subjects = [{ name: 'metfromin', wordings: ['metfromin'], kind: 'unknown' as const }];
    const spelling = { typed: 'metfromin', meant: 'metformin' };
    assert.deepEqual(applySpelling(aSearchQuery({ subjects }), spelling).subjects, [
      { name: 'metfromin', wordings: ['metfromin', 'metformin'], kind: 'unknown' },
    ]);
  });

  it('changes nothing where there is none, or where its words are not those that were typed', () => {
    const query = aSearchQuery({ facets: [['heartfailure']] });
    assert.equal(applySpelling(query, undefined), query);
    assert.equal(applySpelling(query, { typed: 'heartfailure', meant: 'heart failure' }), query);
  });
});
