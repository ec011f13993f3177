import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../packages/simulators/src/random.ts';
import type { Attack } from '../attack.ts';
import {
  type Answers,
  ask,
  askedPmids,
  doiOf,
  makeLibrary,
  onCopy,
  rewrite,
  verify,
} from './damaged-library.ts';
import { damageRowsOfService, damageServices, deleteFolder } from './damaged-service.ts';
import { damageRow, flipByte, placesOfDoi, rowDamages } from './row-damages.ts';

/**
 * Damages the local library in every way in which a disk, a copy or a person may: each damaged library must answer like the
 * undamaged one, or report that it cannot be searched. Most cases are judged in this process, through the code with which a
 * service opens its library; those about the start and the running service, on a real one.
 */
export const damage: Attack = {
  about:
    'library.db with flipped bits, cut, emptied, swapped, gone, any row of DOIs or progress; the data folder deleted under the service',
  async run({ seed, short }) {
    const random = seededRandom(seed);
    const records = short ? 600 : 4_000;
    const violations: string[] = [];
    const home = mkdtempSync(join(tmpdir(), 'citewell-damage-'));
    const tally = { judged: 0, equal: 0, said: 0 };
    let damagedRows = 0;
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
      damagedRows = await damageRows(home, { records, whole, violations });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
    const served = short ? 0 : await damageServices(violations);
    const servedRows = await damageRowsOfService(violations);
    await deleteFolder(violations);
    return {
      title: `damage: ${records} records`,
      rows: [
        { figure: 'damaged libraries judged', value: tally.judged, unit: '' },
        { figure: 'of which answered as the undamaged one', value: tally.equal, unit: '' },
        { figure: 'of which said that they cannot be searched', value: tally.said, unit: '' },
        {
          figure: 'rows of DOIs and progress damaged, each found by verify',
          value: damagedRows,
          unit: '',
        },
        { figure: 'the same of a running service, each shown by its health', value: servedRows, unit: '' },
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

/**
 * Damages rows one after another: each must be reported to whoever requests it, no other result may change, and `verify`
 * must find it. Returns their number.
 */
async function damageRows(
  home: string,
  { records, whole, violations }: { records: number; whole: Answers; violations: string[] },
): Promise<number> {
  // Split pages can contain bytes that belong to no row any longer: a DOI that is only in its row and in the index.
  const pmid = askedPmids(records).find(
    (each) => doiOf(each) && doiOf(each + 1) && placesOfDoi(home, each).length === 2,
  );
  if (pmid === undefined) throw new Error('the places of no DOI were found');
  const changes: [name: string, change: (folder: string) => void][] = [
    ...rowDamages.map((damage): (typeof changes)[number] => [
      damage.name,
      (folder) => damageRow(folder, damage, pmid),
    ]),
    ...placesOfDoi(home, pmid).map((place): (typeof changes)[number] => [
      `a bit of a DOI at ${place} was flipped`,
      (folder) => flipByte(folder, place),
    ]),
  ];
  let said = 0;
  for (const [name, change] of changes)
    await onCopy(home, async (copy) => {
      change(copy);
      const outcome = judge(whole, await ask(copy, records).catch((error: unknown) => `threw ${error}`));
      if (outcome === 'said') said += 1;
      else if (outcome !== 'equal') violations.push(`${name}: ${outcome}`);
      if ((await verify(copy)).length === 0) violations.push(`${name}: verify found nothing`);
    });
  // The DOI in a record's row is read only by verify.
  if (said < changes.length - 1) violations.push(`${changes.length - said} damaged rows were not reported`);
  return changes.length;
}

/** Returns "equal", "said", or a description of the violation. */
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
