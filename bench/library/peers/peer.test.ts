import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../packages/server/src/testing/process/temporary-folder.ts';
import { prepareCorpus } from '../corpus.ts';
import { generateRecords, preparePools } from '../files/generate.ts';
import { readSource } from '../files/generate-source.ts';
import { searchFor } from '../search-query.ts';
import { surveyCorpus } from '../survey.ts';
import { openFts5 } from './fts5.ts';
import { dayOf, dayRange, type Peer, toRow } from './peer.ts';
import { isTantivyBuilt, openTantivy } from './tantivy.ts';

test('FTS5 finds the same records, newest first, within the same years and with the same total', (t) =>
  findsTheSame(t, openFts5(temporaryFolder(t))));

test(
  'Tantivy finds the same records, newest first, within the same years and with the same total',
  {
    skip: isTantivyBuilt() ? false : 'it is built by npm run bench -- library --only tantivy',
  },
  async (t) => findsTheSame(t, await openTantivy(temporaryFolder(t))),
);

async function findsTheSame(t: TestContext, peer: Peer): Promise<void> {
  const corpus = prepareCorpus(2_000, 10, preparePools(readSource('nowhere')));
  t.after(() => peer.close());
  const made = [...generateRecords(corpus.plan)];
  await peer.add(made.map(toRow));
  await peer.finish();
  const survey = surveyCorpus(corpus, new Set(['trial']));
  assert.equal(await peer.count(searchFor('title_abstract', 'trial')), survey.documentFrequency('trial'));

  const all = await peer.search(searchFor('title_abstract', 'trial', { limit: 100 }));
  const dayOfPmid = new Map(made.map(({ article, published }) => [article.pmid as string, dayOf(published)]));
  const days = all.map(({ pmid }) => dayOfPmid.get(pmid) ?? 0);
  assert.deepEqual(
    days,
    days.toSorted((left, right) => right - left),
  );
  const years = { from: 1990, to: 1999 };
  const nineties = await peer.search(searchFor('title_abstract', 'trial', { limit: 100, years }));
  const { from = 0, before = 0 } = dayRange(years) ?? {};
  assert.ok(nineties.length > 0);
  for (const { pmid } of nineties) {
    const day = dayOfPmid.get(pmid) ?? 0;
    assert.ok(day >= from && day < before);
  }
}
