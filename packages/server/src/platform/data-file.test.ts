import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { StorageError } from '@citewell/core/storage-error.ts';
import { buildServices } from '../app/services.ts';
import { runCli } from '../cli/main.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { captured } from '../testing/process/terminal.ts';
import { readConfig } from './config.ts';
import type { Log } from './log.ts';

/** The service's own start, with all its files, in a data folder that does not exist yet. */
async function start(t: TestContext, dataDir: string) {
  const events: string[] = [];
  const log: Log = (level, event) => events.push(`${level} ${event}`);
  const services = await buildServices(readConfig({ CITEWELL_DATA_DIR: dataDir }), log);
  t.after(() => services.close());
  return { services, events };
}

async function startedOnce(t: TestContext): Promise<string> {
  const dataDir = join(temporaryFolder(t), 'data');
  const { services } = await start(t, dataDir);
  await services.ensureDemoKey();
  await services.close();
  return dataDir;
}

const damages: [name: string, damage: (path: string) => void][] = [
  ['something else', (path) => writeFileSync(path, 'My notes on statins.\n'.repeat(500))],
  ['overwritten after its first bytes', (path) => overwrite(path, 100)],
  ['cut off', (path) => truncateSync(path, 5_000)],
];

const lostFiles: [name: string, lose: (path: string) => void][] = [
  ['missing', (path) => rmSync(path)],
  ['empty', (path) => truncateSync(path, 0)],
  ['a database without tables', (path) => writeFileSync(path, emptyDatabase())],
];

/** The bytes of a database that SQLite has only begun to write. */
function emptyDatabase(): Uint8Array {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE one (a); DROP TABLE one');
  const bytes = database.serialize();
  database.close();
  return bytes;
}

function overwrite(path: string, from: number): void {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, from, from + 8_000);
  writeFileSync(path, bytes);
}

describe('the files of the data folder', () => {
  it('are readable only by their owner, including the folder', async (t) => {
    const dataDir = join(temporaryFolder(t), 'data');
    const { services } = await start(t, dataDir);
    await services.ensureDemoKey();
    await services.library.stats();
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    const files = readdirSync(dataDir);
    for (const name of ['citewell.db', 'cache.db', 'library.db'])
      for (const suffix of ['', '-wal', '-shm']) assert.ok(files.includes(name + suffix), name + suffix);
    for (const name of files) assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name);
  });

  for (const [what, damage] of damages) {
    for (const name of ['citewell.db', 'library.db'])
      it(`a ${name} that is ${what} stays as it is: the start names it and the remedy`, async (t) => {
        const path = join(await startedOnce(t), name);
        damage(path);
        const before = readFileSync(path);
        await assert.rejects(start(t, join(path, '..')), (error) => {
          assert.ok(error instanceof StorageError, String(error));
          const { en, zh } = error.sentence;
          assert.ok(en.includes(`${path} is damaged`) && zh.includes(`${path} 已损坏`));
          assert.match(en, /Restore it from a backup/);
          assert.match(zh, /请从备份恢复/);
          return true;
        });
        assert.deepEqual(readFileSync(path), before);
      });

    it(`a cache.db that is ${what} is moved aside and created again`, async (t) => {
      const dataDir = await startedOnce(t);
      const path = join(dataDir, 'cache.db');
      damage(path);
      const before = readFileSync(path);
      const { events } = await start(t, dataDir);
      assert.deepEqual(events, ['warn cache_recreated']);
      assert.deepEqual(readFileSync(`${path}.damaged`), before);
      assert.equal(statSync(path).mode & 0o777, 0o600);
      const again = await start(t, dataDir);
      assert.deepEqual(again.events, []);
    });
  }

  for (const name of ['citewell.db', 'library.db'])
    for (const [how, lose] of lostFiles)
      it(`a ${name} that is ${how} is reported: no start replaces it without the operator’s consent`, async (t) => {
        const dataDir = await startedOnce(t);
        const path = join(dataDir, name);
        lose(path);
        const wasLeft = existsSync(path);
        await assert.rejects(start(t, dataDir), (error) => {
          assert.ok(error instanceof StorageError, String(error));
          assert.ok(
            error.sentence.en.includes(`${path} is missing or empty, although it existed here before`),
          );
          assert.match(error.sentence.zh, /缺失或为空.*请从备份恢复/);
          return true;
        });
        assert.equal(existsSync(path), wasLeft);
        rmSync(path, { force: true });
        rmSync(`${path}.made`);
        await start(t, dataDir);
      });

  for (const other of ['cache.db', 'citewell.db'])
    it(`the ${other} in place of a library is recognized and left as it is`, async (t) => {
      const dataDir = await startedOnce(t);
      const path = join(dataDir, 'library.db');
      copyFileSync(join(dataDir, other), path);
      const before = readFileSync(path);
      await assert.rejects(start(t, dataDir), (error) => {
        assert.ok(error instanceof StorageError && /not the database it should be/.test(error.sentence.en));
        return true;
      });
      assert.deepEqual(readFileSync(path), before);
    });

  it('a damaged library is replaced by "library create", which keeps the old file and starts empty', async (t) => {
    const dataDir = await startedOnce(t);
    const path = join(dataDir, 'library.db');
    writeFileSync(path, 'no library');
    await assert.rejects(start(t, dataDir), /citewell library create --replace/);
    const environment = { CITEWELL_DATA_DIR: dataDir };
    const refused = captured(environment);
    assert.equal(await runCli(['library', 'create'], refused.io), 1);
    assert.match(refused.text.err, /The file .*library\.db exists.*--replace/);
    const made = captured({ ...environment, LC_ALL: 'zh_CN.UTF-8' });
    assert.equal(await runCli(['library', 'create', '--replace'], made.io), 0);
    assert.match(made.text.out, /已改名为[\s\S]*已新建空的文献库/);
    assert.equal(readFileSync(`${path}.damaged`, 'utf8'), 'no library');
    const { services } = await start(t, dataDir);
    await services.prepareDemonstration();
    assert.equal((await services.library.stats()).records, 0);
  });
});
