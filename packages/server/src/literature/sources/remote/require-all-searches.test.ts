import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceError } from '../retriever.ts';
import { fuseRanks } from './fuse-ranks.ts';
import { requireAllSearches } from './require-all-searches.ts';

const failure = new SourceError('pubmed', 'unreachable');
const found = (...pmids: string[]) => Promise.resolve({ pmids });
const failed = () => Promise.reject<{ pmids: string[] }>(failure);

test('where one search failed, what the other found stands', async () => {
  assert.deepEqual(await requireAllSearches([failed(), found('1')]), [undefined, { pmids: ['1'] }]);
});

test('where one search failed and the other found nothing, nothing is known', async () => {
  await assert.rejects(requireAllSearches([found(), failed()]), failure);
  await assert.rejects(requireAllSearches([failed(), failed()]), failure);
});

test('nothing is there only where every search says so', async () => {
  assert.deepEqual(await requireAllSearches([found(), found()]), [{ pmids: [] }, { pmids: [] }]);
  assert.deepEqual(await requireAllSearches([]), []);
});

test('ranks of two lists are one: what both have comes first, of equals what the first list has', () => {
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
