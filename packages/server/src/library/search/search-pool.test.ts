import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '@citewell/core/errors.ts';
import type { LibraryQuery } from '@citewell/core/records/library.ts';
import { broken, type Script } from '../../testing/process/scripted-worker.ts';
import { SearchPool, type SearchPoolOptions } from './search-pool.ts';

const file = new URL('../../testing/process/scripted-worker.ts', import.meta.url);
/** Deadline beyond any test, for tests of other things. */
const never = 600_000;

/** A pool of scripted workers; `ask` resolves to the id of the thread that answered. */
function open(t: TestContext, options: Partial<SearchPoolOptions> = {}) {
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const logged: string[] = [];
  const pool = new SearchPool({
    ...{
      file,
      workerData: begun.buffer,
      workers: 1,
      concurrencyPerWorker: 1,
      ...{ deadlineMs: never, workMs: never },
      graceMs: never,
    },
    log: (_level, event) => logged.push(event),
    ...options,
  });
  t.after(() => pool.close());
  const ask = async (script: Script = 'answer', signal = new AbortController().signal, caller?: string) =>
    (await pool.rank({ script } as never, { signal, caller })) as unknown as number;
  /** A page of a search for this value. */
  const page = async (value: string, offset: number, caller?: string) => {
    const query: LibraryQuery = { ...everything, conditions: [{ field: 'title', value }], offset };
    return (await pool.search(query, { signal: new AbortController().signal, caller })) as unknown as number;
  };
  return {
    ...{ pool, ask, page, logged },
    /** Waits until the workers have started this many calls in total. */
    async begun(count: number) {
      for (let seen = Atomics.load(begun, 0); seen < count; seen = Atomics.load(begun, 0))
        await Atomics.waitAsync(begun, 0, seen).value;
    },
  };
}

const everything: LibraryQuery = { conditions: [], years: {}, sort: 'date_desc', limit: 10, offset: 0 };

const isOverloaded = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ServiceError);
  assert.equal(error.code, 'overloaded');
  assert.equal(error.headers['Retry-After'], '5');
  assert.match(error.body('en').error, pattern);
  assert.match(error.body('zh').error, /检索/);
  return true;
};

describe('the search pool', () => {
  it('keeps the event loop free while a thread is busy', async (t) => {
    const { ask, begun } = open(t, { graceMs: 0 });
    const controller = new AbortController();
    const busy = ask('hang', controller.signal);
    await begun(1);
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    controller.abort(new Error('enough'));
    await assert.rejects(busy, /enough/);
  });

  it('stops a search at its deadline with 503, and keeps using the thread', async (t) => {
    const { ask, logged } = open(t, { workMs: 100 });
    // On a busy machine the thread may need longer to start.
    const answered = async (): Promise<number> => ask().catch(answered);
    const before = await answered();
    await assert.rejects(ask('wait'), isOverloaded(/took more than 0.1 s/));
    assert.equal(await answered(), before);
    assert.deepEqual(logged, []);
  });

  it('does not count waiting for a thread as search time', async (t) => {
    const { ask } = open(t, { workMs: 200 });
    const answered = async (): Promise<number> => ask().catch(answered);
    await answered();
    const slow = Array.from({ length: 4 }, () => ask('wait').catch((error: unknown) => error));
    // Behind four that use all their time.
    const last = ask();
    for (const each of await Promise.all(slow)) isOverloaded(/took more than 0.2 s/)(each);
    assert.ok(await last.catch(answered));
  });

  it('rejects with 503 a search that no thread has started by its deadline', async (t) => {
    // A thread that does not stop keeps its slot for the grace period.
    const { ask, begun } = open(t, { deadlineMs: 300, graceMs: 1_500 });
    const busy = ask('hang').catch((error: unknown) => error);
    await begun(1);
    await assert.rejects(ask(), isOverloaded(/Too many searches are waiting/));
    isOverloaded(/Too many searches are waiting/)(await busy);
  });

  it('replaces a thread that does not stop', async (t) => {
    const { ask, begun, logged } = open(t, { graceMs: 0 });
    const before = await ask();
    const controller = new AbortController();
    const hanging = ask('hang', controller.signal);
    await begun(2);
    controller.abort(new Error('gone'));
    await assert.rejects(hanging, /gone/);
    assert.notEqual(await ask(), before);
    assert.deepEqual(logged, ['search_worker_lost']);
  });

  it('fails a call that has crashed two threads, and answers the next one', async (t) => {
    const { ask, logged } = open(t);
    const before = await ask();
    await assert.rejects(ask('crash'), /crashed/);
    assert.notEqual(await ask(), before);
    assert.deepEqual(logged, ['search_worker_lost', 'search_worker_lost']);
  });

  it('retries a call on another thread if its thread was ended by a different call', async (t) => {
    const { ask, begun } = open(t, { concurrencyPerWorker: 2, graceMs: 0 });
    const controller = new AbortController();
    const hanging = ask('hang', controller.signal);
    await begun(1);
    const innocent = ask();
    controller.abort(new Error('enough'));
    await assert.rejects(hanging, /enough/);
    assert.ok(await innocent);
  });

  it('passes on the error of a search', async (t) => {
    const { ask, logged } = open(t);
    await assert.rejects(ask('fail'), (error: Error) => !(error instanceof ServiceError));
    assert.ok(await ask());
    assert.deepEqual(logged, []);
  });

  it('serves in order, and rejects with 503 if too many calls wait', async (t) => {
    const { ask, begun } = open(t, { waitingMax: 2 });
    const controller = new AbortController();
    const busy = ask('wait', controller.signal);
    await begun(1);
    const waiting = [ask(), ask()];
    await assert.rejects(ask(), isOverloaded(/Too many searches/));
    controller.abort(new Error('enough'));
    await assert.rejects(busy, /enough/);
    const [one, other] = await Promise.all(waiting);
    assert.equal(one, other);
  });

  it('removes a waiting caller who disconnects, without searching', async (t) => {
    const { ask, begun } = open(t);
    const [first, second] = [new AbortController(), new AbortController()];
    const busy = ask('wait', first.signal);
    await begun(1);
    const leaving = ask('crash', second.signal);
    second.abort(new Error('left'));
    await assert.rejects(leaving, /left/);
    first.abort(new Error('enough'));
    await assert.rejects(busy, /enough/);
    assert.ok(await ask());
    await assert.rejects(ask('answer', second.signal), /left/);
  });

  it('runs as many calls per thread as its concurrency allows', async (t) => {
    const { ask, begun } = open(t, { concurrencyPerWorker: 2 });
    const controller = new AbortController();
    const waiting = ask('wait', controller.signal);
    await begun(1);
    assert.ok(await ask());
    controller.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
  });

  it('runs several threads at once', async (t) => {
    const { ask, begun } = open(t, { workers: 2 });
    const controller = new AbortController();
    const busy = [ask('wait', controller.signal), ask('wait', controller.signal)];
    await begun(2);
    controller.abort(new Error('enough'));
    for (const call of busy) await assert.rejects(call, /enough/);
  });

  it('answers all pages of a search in one thread, and other searches in other threads too', async (t) => {
    const { page } = open(t, { workers: 2 });
    const pagesOf = (name: string) => Promise.all([0, 10, 20].map((offset) => page(name, offset)));
    const names = Array.from({ length: 16 }, (_, at) => `search ${at}`);
    const first = await Promise.all(names.map(pagesOf));
    for (const pages of first) assert.equal(new Set(pages).size, 1);
    assert.equal(new Set(first.flat()).size, 2);
    assert.deepEqual(await Promise.all(names.toReversed().map(pagesOf)), first.toReversed());
  });

  it('assigns the search of each caller to a thread of its own', async (t) => {
    const { page } = open(t, { workers: 2 });
    const first = [await page('one', 0, 'a'), await page('one', 0, 'b')];
    assert.equal(new Set(first).size, 2);
    assert.deepEqual([await page('one', 10, 'a'), await page('one', 10, 'b')], first);
  });

  it('assigns a new search to the thread with the fewest unanswered ones', async (t) => {
    const { page } = open(t, { workers: 3 });
    for (let round = 0; round < 4; round += 1) {
      const searches = ['one', 'another', 'a third'].map((name) => page(`${name} of round ${round}`, 0));
      assert.equal(new Set(await Promise.all(searches)).size, 3);
    }
    const ofOne = [await page('one', 0), await page('another', 0), await page('a third', 0)];
    assert.equal(new Set(ofOne).size, 3, 'in turn if all are free');
    assert.equal(await page('another', 0), ofOne[1], 'to the one that had it before if all are free');
  });

  it('serves callers in turn, so that one with many searches does not delay another', async (t) => {
    const { ask, begun } = open(t);
    const [controller, { signal }] = [new AbortController(), new AbortController()];
    const busy = ask('wait', controller.signal, 'many');
    await begun(1);
    const served: string[] = [];
    const waiting = ['many', 'many', 'many', 'few', 'few'].map((caller) =>
      ask('answer', signal, caller).then(() => served.push(caller)),
    );
    controller.abort(new Error('enough'));
    await assert.rejects(busy, /enough/);
    await Promise.all(waiting);
    assert.deepEqual(served, ['many', 'few', 'many', 'few', 'many']);
  });

  it('serves callers in turn for records and figures as for searches, and drops what one who left asked for', async (t) => {
    const { pool, ask, begun } = open(t);
    const [controller, leaving] = [new AbortController(), new AbortController()];
    const busy = ask('wait', controller.signal, 'many');
    await begun(1);
    const served: string[] = [];
    const asked = (caller: string) => [
      pool.get([], { caller }),
      pool.findByDoi('10.1/a', { caller }),
      pool.stats({ caller }),
    ];
    const waiting = ['many', 'few'].flatMap((caller) =>
      asked(caller).map((call) => call.then(() => served.push(caller))),
    );
    const left = pool.get([], { caller: 'many', signal: leaving.signal });
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    controller.abort(new Error('enough'));
    await assert.rejects(busy, /enough/);
    await Promise.all(waiting);
    assert.deepEqual(served, ['many', 'few', 'many', 'few', 'many', 'few']);
  });

  it('fails calls if no thread can start, and tries again with the next call', async (t) => {
    const { ask, logged } = open(t, { workerData: broken });
    await assert.rejects(ask(), /cannot be opened/);
    await assert.rejects(ask(), /cannot be opened/);
    assert.deepEqual(logged, ['search_worker_lost', 'search_worker_lost']);
  });

  it('rejects waiting, running and later calls once it is closed', async (t) => {
    const { ask, begun, pool } = open(t, { graceMs: 0 });
    const calls = [ask('hang'), ask()];
    await begun(1);
    const closed = pool.close();
    for (const call of calls) await assert.rejects(call, { code: 'overloaded' });
    await closed;
    await assert.rejects(ask(), { code: 'overloaded' });
  });
});
