import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildServices } from '../../app/services.ts';
import { readConfig } from '../../platform/config.ts';
import { whyNoOpenSearch } from '../../testing/library/opensearch/jars.ts';
import { newLibrary } from '../../testing/library/opensearch/new-library.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { chinese, terminal } from '../../testing/process/terminal.ts';

const record = '{"pmid":"38000001","title":"斑马鱼脓毒症 zebrafish sepsis","year":"2020"}\n';

describe('citewell with a library in OpenSearch', { skip: whyNoOpenSearch() }, () => {
  it('creates none by a command that only reads, under a mistyped name', async (t) => {
    const { url, indices } = await newLibrary(t);
    for (const [environment, sentence] of [
      [{}, /has no library "t\w+"\. Check that name/],
      [chinese, /没有文献库 "t\w+"。请检查该名称/],
    ] as const) {
      const settings = { CITEWELL_LIBRARY_URL: url, CITEWELL_SOURCES: 'library', ...environment };
      const { run } = terminal(t, settings);
      for (const argv of [
        ['library', 'stats', '--json'],
        ['library', 'show', '38000001'],
        ['library', 'export'],
        ['library', 'verify'],
        ['library', 'compact'],
        ['library', 'rebuild'],
        ['search', 'zebrafish sepsis'],
      ]) {
        const { code, err } = await run(...argv);
        assert.equal(code, 1, argv.join(' '));
        assert.match(err, sentence, argv.join(' '));
      }
    }
    assert.deepEqual(await indices(), []);
  });

  it('keeps saying that the library is lost, until it is created anew', async (t) => {
    const { url, change, indices } = await newLibrary(t);
    const folder = temporaryFolder(t);
    const file = join(folder, 'a.jsonl');
    writeFileSync(file, record);
    const settings = { CITEWELL_LIBRARY_URL: url, CITEWELL_SOURCES: 'library', CITEWELL_SAMPLE: 'off' };
    const { run, dataDir } = terminal(t, settings);
    assert.equal((await run('library', 'ingest', file)).code, 0);
    assert.match((await run('search', 'zebrafish sepsis')).out, /38000001/);
    const again = await run('library', 'create');
    assert.deepEqual([again.code, /exists in OpenSearch/.test(again.err)], [1, true]);
    await change('DELETE', '-*');
    for (const argv of [
      ['search', 'zebrafish sepsis'],
      ['library', 'stats'],
      ['library', 'ingest', file],
    ])
      assert.match((await run(...argv)).err, /has no library/, argv.join(' '));
    // A replica whose data folder is new.
    rmSync(dataDir, { recursive: true, force: true });
    assert.match((await run('search', 'zebrafish sepsis')).err, /has no library/);
    assert.deepEqual(await indices(), []);
    assert.match((await run('library', 'create')).out, /Created a new, empty library/);
    assert.equal(JSON.parse((await run('library', 'stats', '--json')).out).records, 0);
  });

  it('lists a record that it cannot store, with line and reason, and stores the others of the file', async (t) => {
    const { url } = await newLibrary(t);
    const file = join(temporaryFolder(t), 'a.nbib');
    const entry = (pmid: number, doi: string) =>
      `PMID- ${pmid}\nTI  - Zebrafish ${pmid}\nLID - 10.1/${doi} [doi]\n`;
    writeFileSync(file, [entry(1, 'a'), entry(2, 'b'.repeat(40_000)), entry(3, 'c')].join('\n'));
    for (const [environment, sentence] of [
      [{}, /cannot store the record/],
      [chinese, /无法存储该记录/],
    ] as const) {
      const { run, dataDir } = terminal(t, {
        ...{ CITEWELL_LIBRARY_URL: url, CITEWELL_SOURCES: 'library', ...environment },
      });
      assert.equal((await run('library', 'ingest', file)).code, 1);
      const [list = ''] = readdirSync(join(dataDir, 'rejected'));
      const [line, none] = readFileSync(join(dataDir, 'rejected', list), 'utf8').split('\n');
      const rejected = JSON.parse(line ?? '');
      assert.deepEqual([rejected.line, none], [5, '']);
      assert.match(rejected.reason, sentence);
      assert.equal(JSON.parse((await run('library', 'stats', '--json')).out).records, 2);
    }
  });

  it('is served, verified and exported during a rebuild or after an interrupted one, and refuses only changes', async (t) => {
    const { url, change } = await newLibrary(t);
    const file = join(temporaryFolder(t), 'a.jsonl');
    writeFileSync(file, record);
    const settings = { CITEWELL_LIBRARY_URL: url, CITEWELL_SOURCES: 'library' };
    const { run } = terminal(t, { ...settings, CITEWELL_SAMPLE: 'off' });
    assert.equal((await run('library', 'ingest', file)).code, 0);
    // As an earlier release left it: a start would remove the demonstration records.
    await change('POST', '-state/_update/setting:demonstration?refresh=true', { doc: { value: 'auto' } });
    await change('PUT', '-records/_settings', { 'index.blocks.write': true });
    const verified = await run('library', 'verify');
    assert.equal(verified.code, 1);
    assert.match(verified.err, /-records-1 is blocked by index\.blocks\.write/);
    assert.match((await run('library', 'export')).out, /zebrafish sepsis/);
    const logged: string[] = [];
    const config = readConfig({ ...settings, CITEWELL_DATA_DIR: temporaryFolder(t) });
    const services = await buildServices(config, (_level, event) => logged.push(event));
    t.after(() => services.close());
    await services.prepareDemonstration();
    assert.deepEqual(logged, ['demonstration_kept']);
    assert.equal((await services.library.stats()).records, 1);
    for (const [environment, sentence] of [
      [{}, /cannot be changed: a rebuild is in progress or was interrupted/],
      [chinese, /当前不接受更改/],
    ] as const)
      for (const argv of [
        ['library', 'ingest', file],
        ['library', 'demo', 'on'],
        ['library', 'compact'],
      ]) {
        const refused = await terminal(t, { ...settings, ...environment }).run(...argv);
        assert.equal(refused.code, 1, argv.join(' '));
        assert.match(refused.err, sentence, argv.join(' '));
      }
    assert.match((await run('library', 'rebuild')).out, /Library rebuilt: 1 record/);
    assert.equal((await run('library', 'verify')).code, 0);
  });
});
