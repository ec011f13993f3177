import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Citewell } from '@citewell/sdk';
import { runCli } from '../cli/main.ts';
import { serviceEnvironment } from '../testing/process/program-environment.ts';
import { eventually } from '../testing/process/raw-http.ts';
import { temporaryFolder } from '../testing/process/temporary-folder.ts';
import { captured, chinese } from '../testing/process/terminal.ts';

const bin = fileURLToPath(new URL('../../bin/citewell.js', import.meta.url));

/** Key that release 0.2.0 created; its database has only the hash. */
const secret = `cw_${'hCujuqkh4g7iqhgijqwkq7xeDs7h4IFC2cvXVw'}`;
const keyId = 'key_HawLvhE6JCWe';
const day = '2026-11-22';

/** Creates a data folder as release 0.2.0 left it, from dumps of its databases. */
function dataOfRelease(folder: string): void {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  for (const [name, dump] of [
    ['citewell.db', 'accounts-0.2.0.sql'],
    ['library.db', 'library-0.2.0.sql'],
  ] as const) {
    const database = new DatabaseSync(join(data, name));
    database.exec(readFileSync(new URL(`../testing/upgrade/${dump}`, import.meta.url), 'utf8'));
    database.exec('PRAGMA journal_mode = WAL');
    database.close();
    writeFileSync(join(data, `${name}.made`), '', { mode: 0o600 });
  }
}

const versionOf = (path: string) => {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare('PRAGMA user_version').get()?.user_version;
  } finally {
    database.close();
  }
};

/** Starts the service on the data folder and returns its address. */
async function serve(t: TestContext, folder: string) {
  const child = spawn(process.execPath, [bin, 'serve'], {
    cwd: folder,
    env: serviceEnvironment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  await eventually(() => said.includes('"listening"'), 'it listens');
  return {
    url: /http:\/\/[\d.]+:\d+/.exec(said)?.[0] ?? '',
    said: () => said,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}

it('the documented upgrade of a data folder of release 0.2.0 keeps keys, balances, usage and records', async (t) => {
  const folder = temporaryFolder(t);
  dataOfRelease(folder);
  const run = async (argv: string[], environment = {}) => {
    const { io, text } = captured({ ...serviceEnvironment(folder), ...environment });
    return { code: await runCli(argv, io), ...text };
  };
  const accounts = join(folder, 'data/citewell.db');
  const backup = join(folder, 'before-upgrade.db');
  assert.equal((await run(['backup', backup])).code, 0);
  assert.deepEqual([versionOf(backup), versionOf(accounts)], [10, 10], 'the backup migrates nothing');

  const service = await serve(t, folder);
  assert.doesNotMatch(service.said(), /cw_\w{38}/, 'there are keys, so no demo key is created');
  const citewell = new Citewell({ baseUrl: service.url, apiKey: secret });
  const { key, balance, quota, totals, by_endpoint, records } = await citewell.usage({ from: day, to: day });
  assert.deepEqual([key.id, key.label, key.modules], [keyId, 'cardiology', ['ask_agent', 'factcheck']]);
  assert.deepEqual(balance, { granted: 105_000, charged: 200, held: 0, available: 104_800 });
  assert.equal(quota.limit, 200);
  assert.deepEqual([totals.requests, totals.total_tokens, totals.charged], [3, 200, 200]);
  assert.deepEqual(by_endpoint.map((group) => [group.key, group.charged]).sort(), [
    ['ask', 0],
    ['factcheck_verify', 0],
    ['local_advanced_search', 200],
  ]);
  assert.deepEqual(
    records.map(({ endpoint, outcome, state }) => [endpoint, outcome, state]),
    [
      ['factcheck_verify', 'ok', 'released'],
      ['local_advanced_search', 'ok', 'settled'],
      ['ask', 'ok', 'released'],
    ],
  );

  const { answer, references } = await citewell.ask({ question: '二甲双胍能减轻2型糖尿病患者的体重吗？' });
  assert.match(answer, /metformin lowered body weight and HbA1c\.” \[1\]/);
  assert.deepEqual(
    references.map(({ pmid, year }) => [pmid, year]),
    [['28770324', '2017']],
  );
  const { total, articles } = await citewell.search({ terms: [{ field: 'author', value: 'Flaherty' }] });
  assert.deepEqual([total, articles[0]?.pmid], [1, '22663011']);
  assert.equal((await citewell.usage()).balance.charged, 400, 'the search is charged to the old balance');
  assert.equal(await service.stop(), 0);

  assert.ok(Number(versionOf(accounts)) > 10, 'the start migrated the accounts');
  const verified = await run(['ledger', 'verify']);
  assert.equal(verified.code, 0, verified.out);
  const keys = await run(['keys', 'list', '--json']);
  assert.deepEqual(
    JSON.parse(keys.out)
      .map(({ label, status }: { label: string; status: string }) => [label, status])
      .sort(),
    [
      ['cardiology', 'enabled'],
      ['停用的密钥', 'disabled'],
    ],
  );
  assert.equal((await run(['library', 'verify'], chinese)).code, 0);
});
