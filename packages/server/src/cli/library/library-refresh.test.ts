import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { syntheticPmids } from '@citewell/simulators/pubmed/synthetic-records.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { chinese, terminal } from '../../testing/process/terminal.ts';

async function start(t: TestContext, environment: Record<string, string> = {}) {
  const pubmed = await startEutilsSimulator({ rateLimit: false });
  const europepmc = await startEuropepmcSimulator();
  t.after(() => Promise.all([pubmed.close(), europepmc.close()]));
  const at = terminal(t, {
    ...{ CITEWELL_PUBMED_BASE_URL: pubmed.url, CITEWELL_EUROPEPMC_BASE_URL: europepmc.url },
    CITEWELL_SOURCES: 'pubmed,europepmc,library',
    ...environment,
  });
  const file = join(temporaryFolder(t), 'old.jsonl');
  // Earlier releases stored records without details of the journal issue.
  const old = [syntheticPmids.trial, syntheticPmids.noAuthors, '999999999'];
  writeFileSync(file, old.map((pmid) => `${JSON.stringify({ pmid, title: `Kept ${pmid}` })}\n`).join(''));
  assert.equal((await at.run('library', 'ingest', file)).code, 0);
  const show = async (pmid: string) => JSON.parse((await at.run('library', 'show', pmid, '--json')).out);
  return { pubmed, europepmc, show, ...at };
}

describe('citewell library refresh', () => {
  it('fills missing fields of records from PubMed, keeps the others, and asks only once', async (t) => {
    const { pubmed, run, show } = await start(t);
    const { code, out } = await run('library', 'refresh', '--json');
    assert.deepEqual(
      [code, JSON.parse(out)],
      [0, { event: 'done', records: 3, asked: 3, filled: 2, missing: 1 }],
    );
    assert.partialDeepStrictEqual(await show(syntheticPmids.trial), {
      ...{ title: `Kept ${syntheticPmids.trial}`, volume: '12', issue: '3', pages: '201-10' },
      ...{ issn: '0000-0027', doi: '10.5555/simul.2021.0001', pmcid: 'PMC99000001', authors: [] },
    });
    pubmed.clearLog();
    assert.match((await run('library', 'refresh')).out, /^1 of 3 records lacked .*: 0 filled, 1 not found/);
    const ids = pubmed.log().map(({ params }) => params.id ?? params.term);
    assert.ok(ids.every((id) => !id?.includes(syntheticPmids.trial)));
    assert.match((await run('library', 'verify')).out, /valid/);
  });

  it('asks Europe PMC if PubMed fails', async (t) => {
    const { pubmed, run, show } = await start(t, chinese);
    pubmed.setFault('blocked');
    const { err, code } = await run('library', 'refresh');
    // PubMed may have what Europe PMC lacks.
    assert.deepEqual([code, /无法访问任何来源.*继续：citewell library refresh/.test(err)], [1, true]);
    pubmed.clearFaults();
    assert.match(
      (await run('library', 'refresh')).out,
      /3 篇缺少题录信息：已补全 2 篇，1 篇在各来源中均未找到/,
    );
    assert.equal((await show(syntheticPmids.trial)).volume, '12');
  });

  it('exits 2 if no remote source is configured', async (t) => {
    const { run } = await start(t, { CITEWELL_SOURCES: 'library' });
    const { code, err } = await run('library', 'refresh');
    assert.deepEqual([code, /lists no remote source/.test(err)], [2, true]);
  });
});
