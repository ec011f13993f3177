import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ServiceError } from '@citewell/core/errors.ts';
import fc from 'fast-check';
import { removeCut, SimulatedLog } from '../../testing/accounting/simulated-log.ts';
import { openSqliteDatabase } from './database.ts';

const schema = ['CREATE TABLE note (text TEXT NOT NULL) STRICT'];

/** A database whose log is on a simulated disk, with the connection of another process that flushes nothing. */
function open(folder: string) {
  const path = join(mkdtempSync(join(folder, 'database-')), 'database');
  let simulated: SimulatedLog | undefined;
  const database = openSqliteDatabase(path, schema, {
    openLog: (opened) => {
      simulated = new SimulatedLog(opened);
      return simulated.log;
    },
  });
  assert.ok(simulated);
  const insert = database.connection.prepare('INSERT INTO note VALUES (?)');
  const all = database.connection.prepare('SELECT text FROM note');
  const other = new DatabaseSync(path, { timeout: 0 });
  other.exec('PRAGMA synchronous = NORMAL');
  return {
    path,
    database,
    disk: simulated,
    other,
    write: (text: string) => database.transact(() => insert.run(text)),
    /** Two writes, the first of which is acknowledged at once. */
    async writeInSteps(text: string) {
      await database.transact(
        () => insert.run(text),
        () => true,
      );
      await database.transact(() => insert.run(`${text} settled`));
    },
    writeLossy: (text: string) => database.transactLossy(() => insert.run(text)),
    read: () => database.read(() => all.all().map((row) => String(row.text))),
    async close() {
      other.close();
      const ending = setInterval(() => disk(simulated).running.shift()?.(), 1);
      await database.close();
      clearInterval(ending);
    },
  };
}

const disk = (simulated: SimulatedLog | undefined) => simulated as SimulatedLog;

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Set once the promise has settled. */
function watch(promise: Promise<unknown>): { decided: boolean } {
  const watched = { decided: false };
  const note = () => {
    watched.decided = true;
  };
  promise.then(note, note);
  return watched;
}

/** Reads a database that is opened after a power failure. */
function notesIn(path: string): Set<string> {
  const connection = new DatabaseSync(path);
  try {
    return new Set(
      connection
        .prepare('SELECT text FROM note')
        .all()
        .map(({ text }) => String(text)),
    );
  } finally {
    connection.close();
  }
}

const eio = () => Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });

const operation = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ do: 'write' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'writeInSteps' } as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'writeLossy' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'read' } as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'other' } as const) },
  { weight: 5, arbitrary: fc.constant({ do: 'turn' } as const) },
  { weight: 4, arbitrary: fc.constant({ do: 'flushed' } as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'failed' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'probe' } as const) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const), blocks: fc.nat() }) },
);

describe('a commit', () => {
  it('is acknowledged only once it survives a power failure, for any interleaving of flushes and commits', async (t) => {
    const folder = temporaryFolder(t);
    const seen = { acknowledged: 0, inSteps: 0, cuts: 0, refused: 0, recovered: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), async (operations) => {
        const opened = open(folder);
        const { database, other, write, writeInSteps, writeLossy, read } = opened;
        const known = new Set<string>();
        for (const [index, next] of operations.entries()) {
          const text = `${next.do} ${index}`;
          switch (next.do) {
            case 'write':
              write(text).then(
                () => known.add(text),
                () => {
                  seen.refused += 1;
                },
              );
              break;
            case 'writeInSteps':
              writeInSteps(text).then(
                () => {
                  for (const each of [text, `${text} settled`]) known.add(each);
                  seen.inSteps += 1;
                },
                () => {},
              );
              break;
            case 'writeLossy':
              writeLossy(text).catch(() => {});
              break;
            case 'read':
              read().then(
                (texts) => {
                  for (const each of texts) known.add(each);
                },
                () => {},
              );
              break;
            case 'other':
              try {
                other.prepare('INSERT INTO note VALUES (?)').run(text);
              } catch (error) {
                assert.match(String(error), /locked/);
              }
              break;
            case 'turn':
              await turn();
              break;
            case 'flushed':
              opened.disk.running.shift()?.();
              await turn();
              break;
            case 'failed':
              opened.disk.running.shift()?.(eio());
              await turn();
              break;
            case 'probe':
              if (database.writeFailure) seen.recovered += 1;
              // Never throws, and does nothing if the disk works.
              void database.probeWrite();
              await turn();
              break;
            case 'cut': {
              const after = opened.disk.cutPower(
                folder,
                (block) => ((next.blocks >> (block % 31)) & 1) === 1,
              );
              const left = notesIn(after);
              for (const each of known) assert.ok(left.has(each), `${each} was acknowledged and is lost`);
              removeCut(after);
              seen.cuts += 1;
              seen.acknowledged += known.size;
            }
          }
        }
        await opened.close();
        // A checkpoint may still be closing its files.
        rmSync(join(opened.path, '..'), { recursive: true, maxRetries: 5, retryDelay: 20 });
      }),
      // Enough that each kind is seen more than 20 times: with 60 runs, one in several hundred had 20 recoveries.
      { numRuns: 90 },
    );
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 20, `${what}: ${count}`);
  });

  it('waits for a flush that started after it, and shares one flush with earlier commits', async (t) => {
    const { write, writeLossy, read, disk, close } = open(temporaryFolder(t));
    const first = watch(write('first'));
    await turn();
    await turn();
    const later = [write('second'), write('third')].map(watch);
    await turn();
    await turn();
    await writeLossy('lossy');
    const seeing = watch(read());
    assert.equal(disk.begun, 1);
    disk.running.shift()?.();
    await turn();
    assert.deepEqual(
      [first, ...later, seeing].map(({ decided }) => decided),
      [true, false, false, false],
    );
    assert.equal(disk.begun, 2);
    disk.running.shift()?.();
    await turn();
    assert.deepEqual(
      [...later, seeing].map(({ decided }) => decided),
      [true, true, true],
    );
    await read();
    await close();
  });

  it('that writes nothing, and a read, wait only for commits they may have seen', async (t) => {
    const { database, write, read, disk, other, close } = open(temporaryFolder(t));
    const ended = async (promise: Promise<unknown>) => {
      await turn();
      await turn();
      for (const end of disk.running.splice(0)) end();
      return promise;
    };
    await ended(write('a'));
    const begun = disk.begun;
    await database.transact(() => 1);
    await assert.rejects(
      database.transact(() => {
        throw new Error('refused');
      }),
      /refused/,
    );
    await read();
    assert.equal(disk.begun, begun);
    other.exec(`INSERT INTO note VALUES ('of another process')`);
    const refused = database.transact(() => {
      throw new Error(String(database.connection.prepare('SELECT count(*) AS n FROM note').get()?.n));
    });
    const watched = watch(refused);
    await turn();
    await turn();
    assert.deepEqual([watched.decided, disk.begun], [false, begun + 1]);
    disk.running.shift()?.();
    await assert.rejects(refused, /2/);
    await close();
  });
});

describe('a failed flush', () => {
  async function failOne(t: TestContext, error: Error) {
    const opened = open(temporaryFolder(t));
    const { write, disk } = opened;
    const flushed = write('flushed');
    await turn();
    await turn();
    disk.running.shift()?.();
    await flushed;
    const lost = Promise.allSettled([write('lost')]);
    await turn();
    await turn();
    const onTop = Promise.allSettled([write('on top of it')]);
    await turn();
    await turn();
    disk.running.shift()?.(error);
    const results = [...(await lost), ...(await onTop)];
    return { ...opened, reasons: results.map((result) => (result as PromiseRejectedResult).reason) };
  }

  it('is reported as a failed or full disk to all commits since the last flush, and to readers', async (t) => {
    for (const [error, failure, message] of [
      [eio(), 'io_error', /disk of this service is failing/],
      [Object.assign(new Error('no space'), { code: 'ENOSPC' }), 'disk_full', /disk of this service is full/],
      [
        Object.assign(new Error('read-only'), { code: 'EROFS' }),
        'io_error',
        /disk of this service is failing/,
      ],
    ] as const) {
      const { database, reasons, write, read, other, disk, close } = await failOne(t, error);
      assert.equal(database.writeFailure, failure);
      for (const refused of await Promise.allSettled([write('later'), read()]))
        reasons.push((refused as PromiseRejectedResult).reason);
      assert.equal(reasons.length, 4);
      for (const reason of reasons) {
        assert.ok(reason instanceof ServiceError);
        assert.deepEqual([reason.status, reason.code], [503, 'overloaded']);
        assert.match(reason.body('en').error, message);
      }
      assert.equal(disk.begun, 2, 'nothing more is flushed');
      assert.throws(() => other.exec(`INSERT INTO note VALUES ('of another process')`), /locked/);
      await close();
    }
  });

  it('is repaired by a probe, which rewrites the committed data before anything else is accepted', async (t) => {
    const { database, write, read, other, disk, close, path } = await failOne(t, eio());
    const probed = database.probeWrite();
    while (disk.begun < 3) await turn();
    assert.throws(() => other.exec(`INSERT INTO note VALUES ('of another process')`), /locked/);
    await assert.rejects(write('too early'), ServiceError);
    // Flushes of the rewritten log, and of the probe's own transaction.
    const ending = setInterval(() => disk.running.shift()?.(), 1);
    await probed;
    assert.equal(database.writeFailure, undefined);
    await write('after');
    clearInterval(ending);
    assert.deepEqual(await read(), ['flushed', 'lost', 'on top of it', 'after']);
    const after = disk.cutPower(join(path, '..'), () => false);
    assert.deepEqual([...notesIn(after)], ['flushed', 'lost', 'on top of it', 'after']);
    other.exec(`INSERT INTO note VALUES ('of another process')`);
    await close();
  });

  it('is not repaired if the system has discarded unwritten data', async (t) => {
    const { database, write, path, close } = await failOne(t, eio());
    const log = `${path}-wal`;
    const before = readFileSync(log);
    writeFileSync(log, Buffer.concat([before.subarray(0, before.length - 2_000), Buffer.alloc(2_000)]), {
      flag: 'r+',
    });
    await database.probeWrite();
    assert.equal(database.writeFailure, 'io_error');
    await assert.rejects(write('later'), ServiceError);
    writeFileSync(log, before, { flag: 'r+' });
    await close();
  });
});
