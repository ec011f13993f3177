import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '@citewell/simulators/until.ts';
import { z } from 'zod';
import { openLibrary } from '../../library/open-library.ts';
import { readConfig } from '../../platform/config.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { openMemoryStore } from '../../testing/accounting/memory-store.ts';
import { buildAdminTest } from '../../testing/app/build-admin-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { createAdministration } from './administration.ts';
import { createLibraryJobs, type LibraryJobs } from './operations/library-jobs.ts';
import { jobList, jobResponse, libraryResponse } from './operations-schemas.ts';

type Job = z.output<typeof jobResponse>;
const jobsPath = '/admin/api/library/jobs';
const citewell = fileURLToPath(new URL('../../../bin/citewell.js', import.meta.url));

/** `program` replaces `citewell` in tests that are not about its own work. */
async function setUp(t: TestContext, { program, host = 'here' }: { program?: string; host?: string } = {}) {
  const folder = temporaryFolder(t);
  const environment = { CITEWELL_DATA_DIR: folder, CITEWELL_SAMPLE: 'off' };
  const config = readConfig(environment);
  mkdirSync(config.libraryIncoming, { recursive: true });
  const clock = manualClock();
  const store = openMemoryStore(clock);
  const administration = createAdministration({ store, clock });
  const scripted = join(folder, 'program.mjs');
  if (program) writeFileSync(scripted, program);
  const makeJobs = (on = host): LibraryJobs =>
    createLibraryJobs({
      program: {
        command: process.execPath,
        argv: [program ? scripted : citewell],
        environment: { ...process.env, ...environment },
      },
      ...{ incoming: config.libraryIncoming, administration, clock, log: () => {}, host: on },
    });
  const libraryJobs = makeJobs();
  t.after(() => libraryJobs.close());
  const test = await buildAdminTest(t, { store, clock, services: { config, libraryJobs } });
  const client = await test.signIn();
  const put = (name: string, text: string) => writeFileSync(join(config.libraryIncoming, name), text);
  const look = async (id: string) => {
    const { jobs } = await client.get<{ jobs: Job[] }>(jobsPath);
    return jobs.find((job) => job.id === id);
  };
  const ended = async (id: string) => {
    let job: Job | undefined;
    await until(async () => {
      job = await look(id);
      return job?.ended_at != null;
    });
    return job as Job;
  };
  return { ...test, config, client, put, look, ended, makeJobs };
}

const record = (pmid: number, title: string) => `${JSON.stringify({ pmid: String(pmid), title })}\n`;
/** Reports its progress and works until it is told to stop. */
const endless = `process.once('SIGINT', () => process.exit(130));
console.log(JSON.stringify({ event: 'progress', file: '/far/away/pubmed24n0001.xml.gz', records: 4000, rate: 900, percent: 12.5, eta_seconds: 30 }));
setInterval(() => {}, 1000);`;

describe('library jobs over HTTP', () => {
  it('ingest files of the incoming folder with the command-line program, and are audited', async (t) => {
    const test = await setUp(t);
    test.put('good.jsonl', record(41_000_001, 'Metformin') + record(41_000_002, '二甲双胍'));
    test.put('notes.pdf', 'no records');
    const library = await test.client.get<z.output<typeof libraryResponse>>('/admin/api/library');
    z.strictObject(libraryResponse.shape).parse(library);
    assert.deepEqual(
      library.incoming.entries.map(({ name }) => name),
      ['good.jsonl'],
    );
    const started = await test.client.change<Job>('POST', jobsPath, {
      kind: 'ingest',
      path: 'good.jsonl',
      reason: '每周导入',
    });
    z.strictObject(jobResponse.shape).parse(started);
    const job = await test.ended(started.id);
    assert.equal(job.state, 'done', job.problems.join('\n'));
    assert.deepEqual(job.counts, {
      ...{ records: 2, added: 2, replaced: 0, unchanged: 0, removed: 0, rejected: 0, refused: 0 },
    });
    const written = await openLibrary(test.config.library);
    t.after(() => written.close());
    assert.equal((await written.stats()).records, 2);
    const { items } = await test.store.searchAudit({ action: 'library', limit: 10 });
    assert.deepEqual(
      items.map(({ action, actor, reason, target }) => [action, actor, reason, target]),
      [
        ['library.end', 'system', null, job.id],
        ['library.start', 'admin:mei', '每周导入', job.id],
      ],
    );
    assert.deepEqual((await test.store.verifyAudit()).drifts, []);
    // Again: everything is already in the library.
    const again = await test.client.change<Job>('POST', jobsPath, { kind: 'ingest' });
    const repeated = await test.ended(again.id);
    assert.deepEqual([repeated.state, repeated.counts?.added], ['done', 0]);
    for (const kind of ['verify', 'compact'] as const) {
      const { id } = await test.client.change<Job>('POST', jobsPath, { kind });
      assert.equal((await test.ended(id)).state, 'done', kind);
    }
    z.strictObject(jobList.shape).parse(await test.client.get(jobsPath));
  });

  it('report errors in the language of the request, and write nothing in a dry run', async (t) => {
    const test = await setUp(t);
    test.put('bad.jsonl', `${record(41_000_003, 'Aspirin')}{"pmid":"none","title":""}\n`);
    test.put('broken.xml', '<PubmedArticleSet><PubmedArticle>');
    const begin = (body: object, language: string) =>
      test.client
        .send('POST', jobsPath, { kind: 'ingest', ...body }, { 'accept-language': language })
        .then((reply) => JSON.parse(reply.body) as Job);
    const dry = await test.ended((await begin({ path: 'bad.jsonl', dry_run: true }, 'en')).id);
    assert.equal(dry.state, 'problems');
    assert.match(dry.problems.join(' '), /bad\.jsonl, line 2/);
    const all = await test.ended((await begin({}, 'zh')).id);
    assert.deepEqual([all.state, all.counts?.rejected, all.counts?.refused], ['problems', 1, 1]);
    assert.match(all.problems.join(' '), /broken\.xml.*该文件未导入/);
    test.put('bad.jsonl', '');
    const library = await openLibrary(test.config.library);
    t.after(() => library.close());
    assert.equal(
      (await library.stats()).records,
      1,
      'the dry run wrote nothing, the other one what was whole',
    );
  });

  it('run one at a time and can be cancelled by operators only', async (t) => {
    const test = await setUp(t, { program: endless });
    const { id } = await test.client.change<Job>('POST', jobsPath, { kind: 'sync' });
    await until(async () => (await test.look(id))?.progress != null);
    const running = await test.client.get<Job>(`${jobsPath}/${id}`);
    assert.deepEqual(running.progress, {
      ...{
        file: 'pubmed24n0001.xml.gz',
        files: 0,
        records: 4000,
        rate: 900,
        percent: 12.5,
        seconds_left: 30,
      },
    });
    const second = await test.client.send('POST', jobsPath, { kind: 'compact' }, { 'accept-language': 'zh' });
    assert.match(assertErrorResponse(second, 409, 'conflict'), /已有一项文献库任务/);
    const auditor = await test.signIn('auditor');
    assert.equal((await auditor.get<{ jobs: Job[] }>(jobsPath)).jobs.length, 1);
    assertErrorResponse(await auditor.send('POST', `${jobsPath}/${id}/cancel`, {}), 403, 'forbidden');
    assertErrorResponse(await auditor.send('POST', jobsPath, { kind: 'verify' }), 403, 'forbidden');
    const forged = { 'x-csrf-token': 'x'.repeat(43) };
    assertErrorResponse(
      await test.client.send('POST', `${jobsPath}/${id}/cancel`, {}, forged),
      403,
      'forbidden',
    );
    await test.client.change('POST', `${jobsPath}/${id}/cancel`, { reason: 'wrong file' });
    assert.equal((await test.ended(id)).state, 'cancelled');
    const [end] = (await test.store.searchAudit({ action: 'library.end', limit: 1 })).items;
    assert.deepEqual([end?.actor, end?.reason], ['admin:mei', 'wrong file']);
    assertErrorResponse(await test.client.send('POST', `${jobsPath}/${id}/cancel`, {}), 409, 'conflict');
    await test.client.change('POST', jobsPath, { kind: 'verify' });
  });

  it('of a killed service are interrupted on its own machine and reported as running elsewhere on others', async (t) => {
    const test = await setUp(t, { program: endless });
    const { id } = await test.client.change<Job>('POST', jobsPath, { kind: 'sync' });
    const states = async (host: string) =>
      (await test.makeJobs(host).list()).map((job) => [job.id, job.state]);
    // Read the log as a process that started after this one was killed, and as one on another machine.
    assert.deepEqual(await states('here'), [[id, 'interrupted']]);
    assert.deepEqual(await states('there'), [[id, 'elsewhere']]);
    await test.services.libraryJobs.close();
    assert.equal((await test.look(id))?.state, 'interrupted');
    assert.deepEqual(await states('there'), [[id, 'interrupted']]);
    assertErrorResponse(await test.client.send('POST', jobsPath, { kind: 'sync' }), 503, 'overloaded');
  });

  it('reject paths outside the incoming folder', async (t) => {
    const test = await setUp(t, { program: 'console.log("{}")' });
    const outside = join(test.config.dataDir, 'outside.jsonl');
    writeFileSync(outside, record(1, 'secret'));
    symlinkSync(outside, join(test.config.libraryIncoming, 'link.jsonl'));
    for (const path of ['..', '../outside.jsonl', outside, 'link.jsonl', 'none.xml', 'a/../../outside.jsonl'])
      assertErrorResponse(
        await test.client.send('POST', jobsPath, { kind: 'ingest', path }),
        400,
        'invalid_request',
      );
    for (const path of ['a\0b', 7, '\ud800'])
      assertErrorResponse(
        await test.client.send('POST', jobsPath, { kind: 'ingest', path }),
        400,
        'invalid_request',
      );
    assert.deepEqual((await test.store.searchAudit({ action: 'library', limit: 10 })).items, []);
  });

  it('on schedule wait for the running job, and are skipped if they cannot start', async (t) => {
    const test = await setUp(t, { program: endless });
    const stop = new AbortController();
    const { id } = await test.client.change<Job>('POST', jobsPath, { kind: 'compact' });
    const synced = test.services.libraryJobs.sync(stop.signal);
    await test.client.change('POST', `${jobsPath}/${id}/cancel`, {});
    const kinds = async () => (await test.client.get<{ jobs: Job[] }>(jobsPath)).jobs.map(({ kind }) => kind);
    await until(async () => (await kinds()).length === 2);
    const [sync] = (await test.client.get<{ jobs: Job[] }>(jobsPath)).jobs;
    assert.deepEqual([sync?.kind, sync?.actor], ['sync', 'system']);
    stop.abort();
    await synced;
    await test.services.libraryJobs.close();
    await test.services.libraryJobs.sync(new AbortController().signal);
  });
});
