import { copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../packages/simulators/src/random.ts';
import type { Attack } from '../attack.ts';
import { startService } from '../stand.ts';
import { type Answers, ask, makeLibrary, onCopy, rewrite } from './damaged-library.ts';

/**
 * Damages the local library in every way a disk, a copy or a hand may: each damaged library must answer as the undamaged
 * one, or say that it cannot be searched. Most damages are judged in this process, through the same code that a service
 * opens its library with; those that concern the start and the running service, on a real one.
 */
export const damage: Attack = {
  about:
    'library.db with flipped bits, cut, emptied, swapped, gone; the data folder deleted under the service',
  async run({ seed, short }) {
    const random = seededRandom(seed);
    const records = short ? 600 : 4_000;
    const violations: string[] = [];
    const home = mkdtempSync(join(tmpdir(), 'citewell-damage-'));
    const tally = { judged: 0, equal: 0, said: 0 };
    try {
      await makeLibrary(home, records);
      const whole = await ask(home, records);
      if (whole === 'unavailable') throw new Error('the undamaged library cannot be read');
      for (const [name, change] of damages(random, short ? 20 : 240)) {
        const outcome = await onCopy(home, async (copy) => {
          change(copy);
          return judge(whole, await ask(copy, records).catch((error: unknown) => `threw ${error}`));
        });
        tally.judged += 1;
        if (outcome === 'equal') tally.equal += 1;
        else if (outcome === 'said') tally.said += 1;
        else violations.push(`${name}: ${outcome}`);
      }
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
    const served = short ? 0 : await damageServices(violations);
    if (short) await deleteFolder(violations);
    return {
      title: `damage: ${records} records`,
      rows: [
        { figure: 'damaged libraries judged', value: tally.judged, unit: '' },
        { figure: 'of which answered as the undamaged one', value: tally.equal, unit: '' },
        { figure: 'of which said that they cannot be searched', value: tally.said, unit: '' },
        { figure: 'damages of a real service', value: served + 1, unit: '' },
      ],
      violations,
    };
  },
};

type Damage = [name: string, change: (folder: string) => void];

function* damages(random: () => number, count: number): Generator<Damage> {
  const path = (folder: string) => join(folder, 'library.db');
  yield ['empty', (folder) => truncateSync(path(folder), 0)];
  yield ['missing', (folder) => rmSync(path(folder))];
  yield ['text in its place', (folder) => writeFileSync(path(folder), 'My notes.\n'.repeat(999))];
  for (const share of [0.001, 0.1, 0.5, 0.9, 0.999])
    yield [
      `cut at ${share}`,
      (folder) => rewrite(folder, (bytes) => bytes.subarray(0, Math.floor(bytes.length * share))),
    ];
  for (const pages of [1, 2, 7])
    yield [`cut to ${pages} pages`, (folder) => truncateSync(path(folder), pages * 8_192)];
  for (let at = 11; at < count; at++) {
    const flips = at % 4 === 0 ? 1 : at % 4 === 1 ? 8 : at % 4 === 2 ? 200 : 0;
    const draws = Array.from({ length: Math.max(flips, 2) * 2 }, random);
    if (flips > 0)
      yield [
        `${flips} bits flipped (${at})`,
        (folder) => rewrite(folder, (bytes) => flip(bytes, draws, flips)),
      ];
    else if (at % 8 === 3)
      yield [`a page of zeros (${at})`, (folder) => rewrite(folder, (bytes) => blank(bytes, draws))];
    else yield [`two pages swapped (${at})`, (folder) => rewrite(folder, (bytes) => swap(bytes, draws))];
  }
}

function flip(bytes: Buffer, draws: readonly number[], flips: number): Buffer {
  for (let each = 0; each < flips; each++) {
    const at = Math.floor((draws[2 * each] ?? 0) * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor((draws[2 * each + 1] ?? 0) * 8));
  }
  return bytes;
}

const pageBytes = 8_192;

function blank(bytes: Buffer, [draw = 0]: readonly number[]): Buffer {
  const page = Math.floor(draw * (bytes.length / pageBytes));
  return bytes.fill(0, page * pageBytes, (page + 1) * pageBytes);
}

function swap(bytes: Buffer, [one = 0, other = 0]: readonly number[]): Buffer {
  const [from, to] = [one, other].map((draw) => Math.floor(draw * (bytes.length / pageBytes)) * pageBytes);
  const first = Buffer.from(bytes.subarray(from, (from ?? 0) + pageBytes));
  bytes.copyWithin(from ?? 0, to ?? 0, (to ?? 0) + pageBytes);
  first.copy(bytes, to);
  return bytes;
}

/** "equal", "said", or what is wrong. */
function judge(whole: Answers, answers: Answers | string): string {
  if (answers === 'unavailable') return 'said';
  if (typeof answers === 'string') return answers;
  let said = false;
  for (const [name, answer] of whole) {
    const given = answers.get(name);
    if (given === 'unavailable') said = true;
    else if (given !== answer) return `another answer to "${name}"`;
  }
  return said ? 'said' : 'equal';
}

/** Starts on libraries that are lost or exchanged; returns how many. */
async function damageServices(violations: string[]): Promise<number> {
  const ways: Damage[] = [
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
  await deleteFolder(violations);
  return ways.length;
}

/** Moves the data folder of a running service away: it must say so and take no call. */
async function deleteFolder(violations: string[]): Promise<void> {
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
    // The log is written behind the reply.
    const said = () => service.output().includes('data_file_lost');
    for (let tries = 0; tries < 200 && !said(); tries += 1) await sleep(50);
    if (!said()) violations.push('no line in the log of the lost folder');
  } finally {
    await service.stop('SIGKILL');
    rmSync(`${service.dataDir}.gone`, { recursive: true, force: true });
  }
}
