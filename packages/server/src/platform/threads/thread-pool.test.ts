import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Script } from '../../testing/process/scripted-worker.ts';
import { FairQueue } from './fair-queue.ts';
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

const file = new URL('../../testing/process/scripted-worker.ts', import.meta.url);
/** Deadline beyond any test, for tests of other things. */
const never = 600_000;

/** A pool of scripted workers; `ask` resolves to the id of the thread that answered. */
function open(t: TestContext, options: Partial<ThreadPoolOptions> = {}) {
  const begun = new Int32Array(new SharedArrayBuffer(4));
  const logged: string[] = [];
  const pool = new ThreadPool({
    ...{
      file,
      workerData: begun.buffer,
      workers: 1,
      concurrencyPerWorker: 1,
      deadlineMs: never,
      graceMs: never,
    },
    ...{ waitingMax: 100, lostEvent: 'lost', log: (_level, event) => logged.push(event) },
    tooBusy: () => new Error('too busy'),
    tooLate: () => new Error('too late'),
    tooLong: () => new Error('too long'),
    ...options,
  });
  t.after(() => pool.close());
  return {
    ...{ pool, logged },
    threads: () => [pool.busyOf(0), pool.busyOf(1)],
    ask: async (turn: string, script: Script = 'answer', signal?: AbortSignal) =>
      (await pool.call({ method: '', argument: { script } }, { turn, signal })) as number,
    askUrgently: async (turn: string, script: Script = 'answer', signal?: AbortSignal) =>
      (await pool.call({ method: '', argument: { script } }, { turn, signal, isUrgent: true })) as number,
    /** Waits until the workers have started this many calls in total. */
    async begun(count: number) {
      for (let seen = Atomics.load(begun, 0); seen < count; seen = Atomics.load(begun, 0))
        await Atomics.waitAsync(begun, 0, seen).value;
    },
  };
}

describe('a pool of threads', () => {
  it('alternates between names, however much one of them asks for', async (t) => {
    const { ask, begun } = open(t);
    const held = new AbortController();
    const busy = ask('greedy', 'wait', held.signal);
    await begun(1);
    const order: string[] = [];
    const asked = ['greedy', 'greedy', 'greedy', 'modest', 'modest', 'late'].map(async (name) => {
      await ask(name);
      order.push(name);
    });
    held.abort(new Error('enough'));
    await assert.rejects(busy, /enough/);
    await Promise.all(asked);
    assert.deepEqual(order, ['greedy', 'modest', 'late', 'greedy', 'modest', 'greedy']);
  });

  it('runs urgent work first, and after eight urgent calls another one', async (t) => {
    const { ask, askUrgently, begun } = open(t);
    const held = new AbortController();
    const busy = ask('greedy', 'wait', held.signal);
    await begun(1);
    const order: string[] = [];
    const name = async (what: string, call: Promise<number>) => {
      await call;
      order.push(what);
    };
    const asked = [
      ...[1, 2].map((at) => name(`other ${at}`, ask('one'))),
      ...Array.from({ length: 10 }, () => name('urgent', askUrgently('one'))),
    ];
    held.abort(new Error('enough'));
    await assert.rejects(busy, /enough/);
    await Promise.all(asked);
    assert.deepEqual(order, [...Array<string>(8).fill('urgent'), 'other 1', 'urgent', 'urgent', 'other 2']);
  });

  it('runs urgent work beyond the share of its name, and leaves a thread for other work', async (t) => {
    const { ask, askUrgently, begun } = open(t, { workers: 2, shareMax: 1, onDemand: true });
    const held = new AbortController();
    const busy = ask('one', 'wait', held.signal);
    await begun(1);
    const urgent = askUrgently('one', 'wait', held.signal);
    await begun(2);
    held.abort(new Error('enough'));
    for (const call of [busy, urgent]) await assert.rejects(call, /enough/);
    const watched = new AbortController();
    const watching = askUrgently('one', 'wait', watched.signal);
    await begun(3);
    const next = askUrgently('other', 'wait', watched.signal);
    assert.ok(await ask('one'), 'urgent work does not count against it, nor takes the last thread');
    watched.abort(new Error('enough'));
    for (const call of [watching, next]) await assert.rejects(call, /enough/);
  });

  it('reserves a thread for others if one name may only have a share', async (t) => {
    const { ask, begun } = open(t, { workers: 2, shareMax: 1, onDemand: true });
    const held = new AbortController();
    const greedy = [ask('greedy', 'wait', held.signal), ask('greedy', 'wait', held.signal)];
    await begun(1);
    assert.ok(await ask('modest'));
    held.abort(new Error('enough'));
    for (const call of greedy) await assert.rejects(call, /enough/);
  });

  it('counts cancelled work that still runs towards the share of its name', async (t) => {
    const { ask, begun } = open(t, { workers: 2, shareMax: 1, onDemand: true, graceMs: 1_000 });
    const leaving = new AbortController();
    const left = ask('greedy', 'hang', leaving.signal);
    await begun(1);
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    const again = new AbortController();
    const waiting = ask('greedy', 'hang', again.signal);
    assert.ok(await ask('modest'));
    again.abort(new Error('left'));
    await assert.rejects(waiting, /left/);
  });

  it('starts a second thread only if the first is busy, if threads start on demand', async (t) => {
    const { ask, begun } = open(t, { workers: 2, onDemand: true });
    const threads = [await ask('one'), await ask('one'), await ask('other')];
    assert.equal(new Set(threads).size, 1);
    const held = new AbortController();
    const busy = ask('one', 'wait', held.signal);
    await begun(4);
    assert.notEqual(await ask('other'), threads[0]);
    held.abort(new Error('enough'));
    await assert.rejects(busy, /enough/);
  });

  it('starts a spare thread only for a call that waits for a long one, and for no call beyond the share of its name', async (t) => {
    const { ask, begun, threads } = open(t, {
      ...{ workers: 2, shareMax: 1, onDemand: true, spare: 1, spareAfterMs: 100 },
    });
    const one = await ask('greedy');
    const shortly = ['other', 'greedy', 'other', 'greedy'].map((name) => ask(name));
    assert.deepEqual(await Promise.all(shortly), [one, one, one, one]);
    const held = new AbortController();
    const greedy = [ask('greedy', 'wait', held.signal), ask('greedy', 'wait', held.signal)];
    await begun(6);
    await delay(300);
    assert.deepEqual(threads(), [1, 0]);
    const askedAt = performance.now();
    assert.notEqual(await ask('modest'), one);
    assert.ok(performance.now() - askedAt >= 100);
    held.abort(new Error('enough'));
    for (const call of greedy) await assert.rejects(call, /enough/);
  });

  it('ends a thread whose work takes too long, and continues in another', async (t) => {
    const { ask, logged } = open(t, { workMs: 150, graceMs: 0 });
    const before = await ask('one');
    await assert.rejects(ask('one', 'hang'), /too long/);
    assert.notEqual(await ask('one'), before);
    assert.deepEqual(logged, ['lost']);
  });

  it('multiplies the time limit of work by the number of calls sharing its thread', async (t) => {
    // Includes the start of the thread on a busy machine.
    const workMs = 1_000;
    const { ask } = open(t, { workMs, concurrencyPerWorker: 2 });
    await ask('one');
    const begun = performance.now();
    const both = [ask('one', 'wait'), ask('other', 'wait')];
    // Either may end first.
    await Promise.all(both.map((call) => assert.rejects(call, /too long/)));
    assert.ok(performance.now() - begun >= 2 * workMs);
  });

  it('gives urgent calls that were sent together their own results', async (t) => {
    const { ask, askUrgently } = open(t, { urgentTogetherMax: 4 });
    const thread = await ask('one');
    const asked = [...Array<Script>(5).fill('answer'), 'fail' as const].map((script) =>
      askUrgently('one', script),
    );
    const results = await Promise.allSettled(asked);
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
      [...Array(5).fill(thread), 'failed'],
    );
  });

  for (const [script, failure, lost] of [
    ['hang', /too long/, 2],
    ['crash', /crashed/, 2],
  ] as const)
    it(`answers urgent calls that were sent together with one that does not end well: ${script}`, async (t) => {
      const { ask, askUrgently, logged } = open(t, { urgentTogetherMax: 4, workMs: 500, graceMs: 0 });
      await ask('one');
      const bad = askUrgently('one', script);
      const others = [askUrgently('one'), askUrgently('two')];
      await assert.rejects(bad, failure);
      for (const thread of await Promise.all(others)) assert.ok(thread > 0);
      assert.equal(typeof (await ask('one')), 'number');
      assert.deepEqual(logged, Array(lost).fill('lost'));
    });

  it('keeps a thread whose urgent call nobody waits for any longer, and answers the others', async (t) => {
    const { ask, askUrgently } = open(t, { urgentTogetherMax: 4 });
    const thread = await ask('one');
    const leaving = new AbortController();
    const left = askUrgently('one', 'answer', leaving.signal);
    const others = [askUrgently('one'), askUrgently('two')];
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    assert.deepEqual(await Promise.all(others), [thread, thread]);
  });

  it('fails calls that miss the deadline, including waiting ones, and never starts them', async (t) => {
    const deadlineMs = 2_000;
    const { ask, logged } = open(t, { deadlineMs });
    const thread = await ask('one');
    const busy = assert.rejects(ask('one', 'wait'), /too late/);
    const waiting = assert.rejects(ask('other', 'crash'), /too late/);
    // Both deadlines have passed before the thread can report that it is free again.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, deadlineMs + 50);
    await Promise.all([busy, waiting]);
    assert.equal(await ask('third'), thread);
    assert.deepEqual(logged, []);
  });

  it('rejects excess calls of one name, and serves the others', async (t) => {
    const { ask, begun } = open(t, { waitingOfOneMax: 1 });
    const held = new AbortController();
    const busy = ask('greedy', 'wait', held.signal);
    await begun(1);
    const waiting = ask('greedy');
    await assert.rejects(ask('greedy'), /too busy/);
    const other = ask('modest');
    held.abort(new Error('enough'));
    await assert.rejects(busy, /enough/);
    assert.equal(await waiting, await other);
  });
});

describe('a fair queue', () => {
  it('skips an entry that does not fit, and keeps its place', () => {
    const queue = new FairQueue<{ turn: string; at: number }>();
    for (const [at, turn] of ['a', 'a', 'b'].entries()) queue.add({ turn, at });
    assert.equal(queue.take(({ turn }) => turn === 'b')?.at, 2);
    assert.equal(
      queue.take(() => false),
      undefined,
    );
    assert.deepEqual([queue.size, queue.sizeOf('a'), queue.sizeOf('b')], [2, 2, 0]);
    assert.deepEqual([queue.take(() => true)?.at, queue.take(() => true)?.at, queue.size], [0, 1, 0]);
  });
});
