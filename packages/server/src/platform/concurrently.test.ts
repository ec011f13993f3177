import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { concurrently, orAborted, withTasks } from './concurrently.ts';

const never = new AbortController().signal;

/** Ends some time after it was cancelled, like work that has to close something. */
function slowToStop(ended: string[], name: string) {
  return async (signal: AbortSignal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await delay(20);
    ended.push(name);
    throw signal.reason;
  };
}

/** Unhandled rejections while `work` ran. */
async function unread(work: () => Promise<unknown>): Promise<unknown[]> {
  const seen: unknown[] = [];
  const note = (error: unknown) => seen.push(error);
  process.on('unhandledRejection', note);
  try {
    await work();
    await delay(10);
  } finally {
    process.off('unhandledRejection', note);
  }
  return seen;
}

describe('concurrent work', () => {
  it('starts all tasks at once and returns the results in order', async () => {
    const begun: number[] = [];
    const task = (name: number, ms: number) => async () => {
      begun.push(name);
      await delay(ms);
      return name;
    };
    const all = concurrently(never, [task(1, 20), task(2, 1), async () => 'three'] as const);
    assert.deepEqual(begun, [1, 2]);
    const [one, two, three]: [number, number, string] = await all;
    assert.deepEqual([one, two, three], [1, 2, 'three']);
    assert.deepEqual(await concurrently(never, []), []);
  });

  it('throws the first failure after the others have been cancelled and have ended', async () => {
    const ended: string[] = [];
    const failing = async () => {
      await delay(1);
      throw new Error('first');
    };
    await assert.rejects(
      concurrently(never, [slowToStop(ended, 'a'), failing, slowToStop(ended, 'b')]),
      /first/,
    );
    assert.deepEqual(ended, ['a', 'b']);
  });

  it('cancels all tasks when the caller aborts, and throws the abort reason', async () => {
    const ended: string[] = [];
    const caller = new AbortController();
    const seen = await unread(async () => {
      const all = concurrently(caller.signal, [slowToStop(ended, 'a'), slowToStop(ended, 'b')]);
      caller.abort(new Error('left'));
      await assert.rejects(all, /left/);
    });
    assert.deepEqual([ended, seen], [['a', 'b'], []]);
  });

  it('starts nothing for a caller who has already aborted', async () => {
    const left = AbortSignal.abort(new Error('left'));
    await assert.rejects(concurrently(left, [async () => assert.fail('begun')]), /left/);
  });

  it('catches a task that throws before its first await', async () => {
    const task = (): Promise<void> => {
      throw new Error('at once');
    };
    await assert.rejects(concurrently(never, [task]), /at once/);
  });

  it('leaves no listener on the caller’s signal', async () => {
    const caller = new AbortController();
    let listeners = 0;
    const { signal } = caller;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: unknown[]) => {
      listeners += 1;
      add(...(args as Parameters<typeof add>));
    };
    signal.removeEventListener = (...args: unknown[]) => {
      listeners -= 1;
      remove(...(args as Parameters<typeof remove>));
    };
    await concurrently(signal, [async () => 1]);
    await assert.rejects(concurrently(signal, [() => Promise.reject(new Error('no'))]));
    assert.equal(listeners, 0);
  });
});

describe('the scope of started tasks', () => {
  it('waits for a task that nobody awaited', async () => {
    let done = false;
    await withTasks(never, async (start) => {
      void start(async () => {
        await delay(10);
        done = true;
      });
    });
    assert.ok(done);
  });

  it('fails with a task that nobody awaits yet, without an unhandled rejection', async () => {
    const seen = await unread(() =>
      assert.rejects(
        withTasks(never, async (start, signal) => {
          const later = start(() => Promise.reject(new Error('early')));
          await orAborted(new Promise(() => {}), signal);
          await later;
        }),
        /early/,
      ),
    );
    assert.deepEqual(seen, []);
  });

  it('waits for tasks that a task starts', async () => {
    const ended: string[] = [];
    await withTasks(never, async (start) => {
      void start(async () => {
        await delay(1);
        void start(async () => {
          await delay(5);
          ended.push('inner');
        });
      });
    });
    assert.deepEqual(ended, ['inner']);
  });

  it('cancels its tasks when it fails itself', async () => {
    const ended: string[] = [];
    await assert.rejects(
      withTasks(never, async (start) => {
        void start(slowToStop(ended, 'a'));
        throw new Error('the work');
      }),
      /the work/,
    );
    assert.deepEqual(ended, ['a']);
  });
});
