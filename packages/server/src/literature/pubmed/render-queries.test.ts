import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aSearchQuery } from '../../testing/a-search-query.ts';
import type { SearchQuery } from '../query.ts';
import { renderPubmedQueries } from './render-queries.ts';

function render(query: Partial<SearchQuery>) {
  return renderPubmedQueries(aSearchQuery(query));
}

test('concepts become untagged groups: all at once, and any of them', () => {
  assert.deepEqual(render({ concepts: ['type 2 diabetes', 'Metformin'] }).searches, [
    '(type 2 diabetes) AND (metformin)',
    '(type 2 diabetes) OR (metformin)',
  ]);
  assert.deepEqual(render({ concepts: ['stroke'] }).searches, ['(stroke)']);
});

test('a category holds for every search as a whole, not for its last term', () => {
  assert.deepEqual(render({ concepts: ['a1', 'b2'], pubmedFilter: 'x[mh] OR y[mh]' }).searches, [
    '((a1) AND (b2)) AND (x[mh] OR y[mh])',
    '((a1) OR (b2)) AND (x[mh] OR y[mh])',
  ]);
});

test('typed-in DOIs are looked up as they are, outside any category', () => {
  assert.deepEqual(render({ dois: ['10.1016/S0140-6736(24)02600-X', '10.1/b'], pubmedFilter: 'x[mh]' }), {
    lookups: ['"10.1016/S0140-6736(24)02600-X"[doi] OR "10.1/b"[doi]'],
    searches: [],
  });
});

test('question text never becomes syntax', () => {
  const searches = (text: string) => render({ concepts: [text, 'stroke'] }).searches[0];
  assert.equal(searches('(('), '(stroke)');
  assert.equal(searches('AND'), '(stroke)');
  assert.equal(searches('cancer[tiab] OR all[sb]'), '(cancer tiab all sb) AND (stroke)');
  assert.equal(searches('#1'), '(stroke)');
  assert.equal(searches('term=x&db=gene'), '(term x db gene) AND (stroke)');
  assert.equal(searches('12345678'), '(stroke)');
});

test('a Chinese question that nothing translated has nothing to search', () => {
  assert.deepEqual(render({ text: '高血压怎么办？', language: 'zh' }), { lookups: [], searches: [] });
});
