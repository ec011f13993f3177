import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSearchQuery } from '@citewell/core/testing/a-search-query.ts';
import { withSpelling } from './respell.ts';

describe('a mended spelling', () => {
  it('stands beside the words as they were typed, in every facet that has them', () => {
    const facets = [['Metfromin'], ['metfromin dose', '剂量'], ['diabetes']];
    const spelling = { typed: 'metfromin diabetes', meant: 'metformin diabetes' };
    assert.deepEqual(withSpelling(aSearchQuery({ facets }), spelling).facets, [
      ['Metfromin', 'metformin'],
      ['metfromin dose', '剂量', 'metformin dose'],
      ['diabetes'],
    ]);
  });

  it('changes nothing where there is none, or where its words are not those that were typed', () => {
    const query = aSearchQuery({ facets: [['heartfailure']] });
    assert.equal(withSpelling(query, undefined), query);
    assert.equal(withSpelling(query, { typed: 'heartfailure', meant: 'heart failure' }), query);
  });
});
