import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '@citewell/simulators/until.ts';
import type { Connection } from './connection.ts';
import { ConnectionError } from './errors.ts';
import { Pool, type PoolOptions } from './pool.ts';

/** A pool of connections to nowhere, which tests close at will. */
function begin({ fail = () => false, ...options }: Partial<PoolOptions> & { fail?: () => boolean } = {}) {
  const opened: (Connection & { lose(): void })[] = [];
  const lost: string[] = [];
  const pool = new Pool(
    async (onClose) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (fail()) throw new ConnectionError('nobody there');
      let closedBy: ConnectionError | undefined;
      const end = (reason: unknown) => {
        if (closedBy) return;
        closedBy = new ConnectionError(reason);
        onClose(closedBy);
      };
      const connection = {
        query: async () => [],
        get closedBy() {
          return closedBy;
        },
        close: async () => end('left'),
        destroy: end,
        lose: () => end('cut'),
      };
      opened.push(connection);
      return connection;
    },
    { max: 2, waitMs: 10_000, idleMs: 10_000, onLost: ({ message }) => lost.push(message), ...options },
  );
  return { pool, opened, lost };
}

describe('the pool of connections', () => {
  it('serves waiting callers in order, within its number of connections', async () => {
    const { pool, opened } = begin();
    const first = [await pool.acquire(), await pool.acquire()];
    const order: number[] = [];
    const waiting = [1, 2, 3, 4].map(async (turn) => {
      const connection = await pool.acquire();
      order.push(turn);
      pool.release(connection);
    });
    for (const connection of first) pool.release(connection);
    await Promise.all(waiting);
    assert.deepEqual(order, [1, 2, 3, 4]);
    assert.equal(opened.length, 2);
    await pool.end();
    assert.ok(opened.every(({ closedBy }) => closedBy));
  });

  it('replaces a broken connection for the next waiting caller', async () => {
    const { pool, opened } = begin({ max: 1 });
    const broken = await pool.acquire();
    const waiting = pool.acquire();
    pool.release(broken, new Error('it failed'));
    const next = await waiting;
    assert.notEqual(next, broken);
    assert.deepEqual([opened.length, broken.closedBy?.message], [2, 'it failed']);
    opened[1]?.lose();
    pool.release(next);
    assert.notEqual(await pool.acquire(), next, 'cut while it was used');
  });

  it('reports and removes a connection lost while idle', async () => {
    const { pool, opened, lost } = begin({ max: 1 });
    pool.release(await pool.acquire());
    opened[0]?.lose();
    assert.deepEqual(lost, ['cut']);
    assert.equal(await pool.acquire(), opened[1]);
    assert.equal(lost.length, 1);
  });

  it('fails every waiting caller after one attempt each if no connection can be opened, and recovers', async () => {
    let away = true;
    const { pool } = begin({ max: 2, fail: () => away });
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => pool.acquire()));
    assert.ok(results.every(({ status }) => status === 'rejected'));
    away = false;
    pool.release(await pool.acquire());
  });

  it('stops waiting at the timeout, and gives nothing to callers who left', async () => {
    const { pool } = begin({ max: 1, waitMs: 20 });
    const only = await pool.acquire();
    await assert.rejects(pool.acquire(), /no connection was free within 20 ms/);
    pool.release(only);
    assert.equal(await pool.acquire(), only);
  });

  it('closes long-idle connections silently, and hands out none once it has ended', async () => {
    const { pool, opened, lost } = begin({ idleMs: 5 });
    pool.release(await pool.acquire());
    await until(() => opened[0]?.closedBy !== undefined);
    assert.deepEqual(lost, []);
    await pool.end();
    assert.ok(pool.ended);
    await assert.rejects(pool.acquire(), /has ended/);
  });
});
