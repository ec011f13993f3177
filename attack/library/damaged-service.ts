import { copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { addAdministrator, administrator, reducedCost, signIn } from '../administrator.ts';
import { freePort, type RunningService, runCommand, startService } from '../stand.ts';
import { doiOf, makeLibrary } from './damaged-library.ts';
import { execute, rowDamages } from './row-damages.ts';

/** Damages the files of a real service, before it starts and while it runs. */

const records = 600;

/** Starts the service on libraries that are lost or replaced; returns their number. */
export async function damageServices(violations: string[]): Promise<number> {
  const ways: [name: string, change: (folder: string) => void][] = [
    ['an empty library', (folder) => truncateSync(join(folder, 'library.db'), 0)],
    ['a missing library', (folder) => rmSync(join(folder, 'library.db'))],
    [
      'the accounts as library',
      (folder) => copyFileSync(join(folder, 'citewell.db'), join(folder, 'library.db')),
    ],
    ['the cache as library', (folder) => copyFileSync(join(folder, 'cache.db'), join(folder, 'library.db'))],
    ['empty accounts', (folder) => truncateSync(join(folder, 'citewell.db'), 0)],
  ];
  for (const [name, change] of ways) {
    const dataDir = mkdtempSync(join(tmpdir(), 'citewell-damage-'));
    try {
      await (await startService({ dataDir })).stop();
      change(dataDir);
      const again = await startService({ dataDir }).catch(() => undefined);
      if (!again) continue;
      violations.push(`a service started on ${name}`);
      await again.stop('SIGKILL');
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  return ways.length;
}

/** Moves the data folder of a running service away: it must report that and accept no call. */
export async function deleteFolder(violations: string[]): Promise<void> {
  const service = await startService();
  try {
    const key = await service.createKey();
    renameSync(service.dataDir, `${service.dataDir}.gone`);
    const ready = async () => (await fetch(`${service.url}/readyz`)).status;
    for (let tries = 0; tries < 200 && (await ready()) === 200; tries += 1) await sleep(50);
    if ((await ready()) !== 503) violations.push('ready without its data folder');
    const { status } = await fetch(`${service.url}/ai/api/local_advanced_search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: '{}',
    });
    if (status !== 503) violations.push(`a call without the data folder: ${status}`);
    // The log is written after the reply.
    const said = () => service.output().includes('data_file_lost');
    for (let tries = 0; tries < 200 && !said(); tries += 1) await sleep(50);
    if (!said()) violations.push('no line in the log of the lost folder');
  } finally {
    await service.stop('SIGKILL');
    rmSync(`${service.dataDir}.gone`, { recursive: true, force: true });
  }
}

/**
 * Damages rows of DOIs and progress under a running service: requests for them must get 502, the health must show the
 * damage, and everything else must be answered. Returns their number.
 */
export async function damageRowsOfService(violations: string[]): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'citewell-damage-'));
  try {
    await makeLibrary(dataDir, records);
    const adminPort = await freePort();
    const service = await startService({ dataDir, environment: { CITEWELL_ADMIN_PORT: `${adminPort}` } });
    try {
      const key = await service.createKey();
      await addAdministrator(service, reducedCost);
      const probe = await signedIn(`http://127.0.0.1:${adminPort}`);
      const input = join(dataDir, 'more.jsonl');
      writeFileSync(input, '{"pmid":"39999999","title":"A trial of nothing in nobody"}\n');
      const ingest = () => runCommand(service, 'library', 'ingest', '--resume', input);
      if ((await ingest()).code !== 0) violations.push('the undamaged library takes no file in');
      const undo = keepProgress(dataDir);
      const file = undo.files.find((name) => name.includes('more.jsonl')) ?? '';
      for (const [at, damage] of rowDamages.filter(({ part }) => part === 'progress').entries()) {
        const before = await probe();
        execute(dataDir, damage.sql({ pmid: 0, file }));
        const after = await probe();
        if (before !== null || after !== 'damaged')
          violations.push(`health where ${damage.name}: ${after}, before ${before}`);
        await expectFound(service, key, { field: 'pmid', value: `${300 + at}` }, violations);
        const { code, out, err } = await ingest();
        if (code === 0 || !err.includes('library is damaged'))
          violations.push(`an ingest where ${damage.name}: exit ${code}, ${(out + err).slice(0, 200)}`);
        undo();
      }
      for (const [at, damage] of rowDamages.filter(({ part }) => part === 'dois').entries()) {
        const pmid = 8 + 7 * at;
        execute(dataDir, damage.sql({ pmid, file }));
        const { status, code, total } = await search(service, key, { field: 'doi', value: doiOf(pmid) });
        if (status !== 502 || code !== 'upstream_unavailable')
          violations.push(`a DOI where ${damage.name}: ${status} ${code}, ${total} records`);
        await expectFound(service, key, { field: 'doi', value: doiOf(300 + 7 * at) }, violations);
        await expectFound(service, key, { field: 'pmid', value: `${pmid}` }, violations);
      }
      const failures = await probe.failures();
      if (failures < rowDamages.length)
        violations.push(`the health counts ${failures} failures of the library`);
      for (const place of ['index of DOIs', 'progress of files', 'progress of a file'])
        if (!service.output().includes(`"${place}"`)) violations.push(`no line in the log of ${place}`);
      if ((await runCommand(service, 'library', 'verify')).code !== 1)
        violations.push('library verify found nothing');
      violations.push(...service.internalErrors());
    } finally {
      await service.stop('SIGKILL');
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return rowDamages.length;
}

type Term = { field: string; value: string };
type Found = { status: number; total: number | undefined; code: string | undefined };

/** Searches for something different each time, because a service keeps results for later pages. */
async function search(service: RunningService, key: string, term: Term): Promise<Found> {
  const reply = await fetch(`${service.url}/ai/api/local_advanced_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ terms: [term] }),
  });
  const { total, code } = (await reply.json()) as { total?: number; code?: string };
  return { status: reply.status, total, code };
}

/** Searches that no damage affects. */
async function expectFound(
  service: RunningService,
  key: string,
  term: Term,
  violations: string[],
): Promise<void> {
  const { status, total } = await search(service, key, term);
  if (status !== 200 || total !== 1)
    violations.push(`an undamaged record by ${term.field} ${term.value}: ${status}, ${total} records`);
}

/** Probes the library as the Health page does: the failure, or null. `failures`: all failures counted so far. */
type Probe = { (): Promise<string | null>; failures(): Promise<number> };

async function signedIn(url: string): Promise<Probe> {
  const reply = await signIn(url, administrator.password);
  const { csrf_token: token } = (await reply.json()) as { csrf_token: string };
  const cookie = reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const headers = { cookie, 'x-csrf-token': token, 'content-type': 'application/json' };
  const probe = async () => {
    const path = `${url}/admin/api/health/library/probe`;
    const probed = await fetch(path, { method: 'POST', headers, body: '{}' });
    const json = (await probed.json()) as { probe?: { failure: string | null } };
    return json.probe ? json.probe.failure : `${probed.status}`;
  };
  const failures = async () => {
    const health = await fetch(`${url}/admin/api/health`, { headers });
    const { dependencies } = (await health.json()) as {
      dependencies: { id: string; failures_total: number }[];
    };
    return dependencies.find(({ id }) => id === 'library')?.failures_total ?? 0;
  };
  return Object.assign(probe, { failures });
}

/** Saves the progress of all files; calling the result restores it. */
function keepProgress(folder: string): { (): void; files: string[] } {
  const path = join(folder, 'library.db');
  const database = new DatabaseSync(path, { timeout: 10_000 });
  try {
    const rows = database.prepare('SELECT file, records, done, checksum FROM progress').all();
    const total = database.prepare(`SELECT value FROM meta WHERE name = 'progress'`).get()?.value;
    const values = rows.map(
      ({ file, records, done, checksum }) => `('${file}', ${records}, ${done}, ${checksum})`,
    );
    const undo = () =>
      execute(
        folder,
        `DELETE FROM progress; INSERT INTO progress (file, records, done, checksum) VALUES ${values.join()};
         INSERT OR REPLACE INTO meta (name, value) VALUES ('progress', '${total}')`,
      );
    return Object.assign(undo, { files: rows.map(({ file }) => String(file)) });
  } finally {
    database.close();
  }
}
