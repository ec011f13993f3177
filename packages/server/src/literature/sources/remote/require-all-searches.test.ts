import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceError } from '../retriever.ts';
import { fuseRanks } from './fuse-ranks.ts';
import { requireAllSearches } from './require-all-searches.ts';

const failure = new SourceError('pubmed', 'unreachable');
const found = (...pmids: string[]) => Promise.resolve({ pmids });
const failed = () => Promise.reject<{ pmids: string[] }>(failure);

test('requireAllSearches returns the hits of one search if the other failed', async () => {
  assert.deepEqual(await requireAllSearches([failed(), found('1')]), [undefined, { pmids: ['1'] }]);
});

test('requireAllSearches throws if one search failed and the other found nothing', async () => {
  await assert.rejects(requireAllSearches([found(), failed()]), failure);
  await assert.rejects(requireAllSearches([failed(), failed()]), failure);
});

test('requireAllSearches returns an empty result only if no search failed', async () => {
  assert.deepEqual(await requireAllSearches([found(), found()]), [{ pmids: [] }, { pmids: [] }]);
  assert.deepEqual(await requireAllSearches([]), []);
});

test('fuseRanks lists shared items first and breaks ties by the first list', () => {
  assert.deepEqual(fuseRanks([]), []);
  assert.deepEqual(
    fuseRanks([
      ['a', 'b'],
      ['c', 'b'],
    ]),
    ['b', 'a', 'c'],
  );
  assert.deepEqual(
    fuseRanks([
      ['a', 'b'],
      ['a', 'b'],
    ]),
    ['a', 'b'],
  );
});
