import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { aSearchQuery } from '@citewell/core/testing/a-search-query.ts';
import { renderEuropepmcQueries } from './render-queries.ts';

function render(query: Partial<SearchQuery>) {
  return renderEuropepmcQueries(aSearchQuery(query));
}

test('concepts are rendered as phrases, joined by AND and by OR, restricted to PubMed records', () => {
  assert.deepEqual(render({ concepts: ['type 2 diabetes', 'metformin'] }).searches, [
    '("type 2 diabetes" AND "metformin") AND SRC:MED',
    '("type 2 diabetes" OR "metformin") AND SRC:MED',
  ]);
});

test('a facet is rendered as the OR of its wordings', () => {
  const facets = [['T2DM', 'type 2 diabetes', '2型糖尿病'], ['metformin']];
  assert.deepEqual(render({ concepts: ['T2DM', 'metformin'], facets }).searches, [
    '(("t2dm" OR "type 2 diabetes") AND "metformin") AND SRC:MED',
    '(("t2dm" OR "type 2 diabetes") OR "metformin") AND SRC:MED',
  ]);
});

test('years are rendered as a closed range, and a category as the OR of its terms', () => {
  const query = { concepts: ['stroke'], years: { from: 2020 }, categoryTerms: ['Heart Failure', 'cardi*'] };
  assert.deepEqual(render(query).searches, [
    '("stroke") AND SRC:MED AND PUB_YEAR:[2020 TO 3000] AND ("heart failure" OR "cardi")',
  ]);
});

test('identifiers are looked up in one query without years', () => {
  const query = { pmids: ['12'] as Pmid[], dois: ['10.1/a"b'], years: { to: 2000 } };
  assert.deepEqual(render(query), { lookups: ['(EXT_ID:12 OR DOI:"10.1/ab") AND SRC:MED'], searches: [] });
});

test('syntax in a question is removed from the query', () => {
  const texts = ['((', 'OR', 'SRC:PPR', 'x" OR SRC:PPR OR "', 'canc*', '[2000 TO 2020]', '~^\\'];
  assert.deepEqual(render({ concepts: [...texts, '高血压'] }).searches, [
    '("src ppr" AND "x src ppr" AND "canc" AND "2000 to 2020") AND SRC:MED',
    '("src ppr" OR "x src ppr" OR "canc" OR "2000 to 2020" OR "高血压") AND SRC:MED',
  ]);
  assert.deepEqual(render({ text: '高血压怎么办？', language: 'zh' }), { lookups: [], searches: [] });
});
