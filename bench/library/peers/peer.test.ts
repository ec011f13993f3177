import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../../../packages/server/src/testing/process/temporary-folder.ts';
import { prepareCorpus } from '../corpus.ts';
import { generateRecords, preparePools } from '../files/generate.ts';
import { readSource } from '../files/generate-source.ts';
import { searchFor } from '../search-query.ts';
import { surveyCorpus } from '../survey.ts';
import { openFts5 } from './fts5.ts';
import { dayOf, dayRange, toRow } from './peer.ts';

test('FTS5 beside it holds the same records: newest first, in the years asked for, counted alike', async (t) => {
  const corpus = prepareCorpus(2_000, 10, preparePools(readSource('nowhere')));
  const fts5 = openFts5(temporaryFolder(t));
  t.after(() => fts5.close());
  const made = [...generateRecords(corpus.plan)];
  await fts5.add(made.map(toRow));
  await fts5.finish();
  const survey = surveyCorpus(corpus, new Set(['trial']));
  assert.equal(await fts5.count(searchFor('title_abstract', 'trial')), survey.documentFrequency('trial'));

  const all = await fts5.search(searchFor('title_abstract', 'trial', { limit: 100 }));
  const dayOfPmid = new Map(made.map(({ article, published }) => [article.pmid as string, dayOf(published)]));
  const days = all.map(({ pmid }) => dayOfPmid.get(pmid) ?? 0);
  assert.deepEqual(
    days,
    days.toSorted((left, right) => right - left),
  );
  const years = { from: 1990, to: 1999 };
  const nineties = await fts5.search(searchFor('title_abstract', 'trial', { limit: 100, years }));
  const { from = 0, before = 0 } = dayRange(years) ?? {};
  assert.ok(nineties.length > 0);
  for (const { pmid } of nineties) {
    const day = dayOfPmid.get(pmid) ?? 0;
    assert.ok(day >= from && day < before);
  }
});
