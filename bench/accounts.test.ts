import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { newSecret, parseSecret } from '../packages/server/src/accounting/keys/secret.ts';
import { ownStoreEngines } from '../packages/server/src/testing/accounting/accounts-databases.ts';
import { queryPostgres } from '../packages/server/src/testing/accounting/connect-postgres.ts';
import { openBarePostgres } from './accounts/bare-postgres.ts';
import { openBareSqlite } from './accounts/bare-sqlite.ts';
import { countingStore, totalOf } from './accounts/counting-store.ts';
import type { Database } from './accounts/databases.ts';
import { withWrongChecksum } from './accounts/forged-keys.ts';
import { openProduct } from './accounts/open-product.ts';
import { added, timesOf } from './accounts/overhead.ts';
import { openProductPairs } from './accounts/product-pairs.ts';
import { startMetered } from './accounts/start-metered.ts';
import { timed } from './accounts/timed.ts';

const round = { calls: 12, atOnce: 5, keys: 3 };
const charged = 1_200;

async function databaseOf(t: TestContext, engine: (typeof ownStoreEngines)[number]): Promise<Database> {
  const { url, folder } = await engine.create(t);
  return { engine: engine.name, url, folder };
}

for (const engine of ownStoreEngines)
  describe(`the accounts benchmark on ${engine.name}`, () => {
    it('times complete calls, each admitted, logged, charged and in the ledger, from the requested number of keys', async (t) => {
      const { url } = await databaseOf(t, engine);
      const product = await openProductPairs(url);
      const rates = await product.run(round);
      await product.close();
      assert.ok(rates.calls !== undefined && rates.calls > 0 && rates.calls < rates.pairs);

      const { store, close } = await openProduct(url);
      const { calls, drifts } = await store.verifyLedger();
      const keys = (await store.listKeys()).filter((key) => key.charged > 0);
      await close();
      assert.equal(calls, round.calls);
      assert.deepEqual(drifts, []);
      assert.deepEqual(
        keys.map((key) => [key.charged, key.held]),
        Array.from({ length: round.keys }, () => [(charged * round.calls) / round.keys, 0]),
      );
    });

    it('makes and settles the same number of holds with a bare database client', async (t) => {
      const { name, url, folder } = { name: engine.name, ...(await databaseOf(t, engine)) };
      const path = join(folder, 'bare.db');
      const bare = name === 'SQLite' ? openBareSqlite(path) : await openBarePostgres(url);
      const rates = await bare.run(round);
      await bare.close();
      assert.ok(rates.pairs > 0);
      assert.deepEqual(name === 'SQLite' ? sqliteSums(path) : await postgresSums(url), {
        keys: round.keys,
        charged: charged * round.calls,
        held: 0,
        ended: round.calls,
        posted: -charged * round.calls,
      });
    });

    it('counts the store queries of a request: none for a wrong checksum, one for an unknown key', async (t) => {
      await using stack = new AsyncDisposableStack();
      const { child, meteredUrl, freeUrl, key } = await startMetered(stack, await databaseOf(t, engine));
      const ask = async (url: string, secret: string) => {
        await child.ask('queries');
        const reply = await fetch(`${url}/ai/api/ask`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': secret },
          body: JSON.stringify({ question: 'Does it work?' }),
        });
        return { status: reply.status, body: await reply.text(), queries: await child.ask('queries') };
      };
      const { status, queries } = await ask(meteredUrl, withWrongChecksum(key));
      assert.deepEqual([status, queries], [401, {}]);
      const unknown = await ask(meteredUrl, newSecret());
      assert.deepEqual([unknown.status, unknown.queries], [401, { findKey: 1 }]);

      const call = { admit: 1, openStep: 1, finishStep: 1, settle: 1 };
      const known = await ask(meteredUrl, key);
      assert.deepEqual([known.status, known.queries], [200, { findKey: 1, ...call }]);
      const seenBefore = await ask(meteredUrl, key);
      assert.deepEqual([seenBefore.status, seenBefore.queries], [200, call]);
      assert.equal(timesOf([], [{ ms: 1_000, body: known.body }]).withoutJournal.length, 1);
      const free = await ask(freeUrl, key);
      assert.deepEqual([free.status, free.queries], [200, {}]);
    });
  });

const sums = (prefix: string) => `
  SELECT (SELECT count(*) FROM ${prefix}key WHERE charged > 0) AS keys, (SELECT sum(charged) FROM ${prefix}key) AS charged,
    (SELECT sum(held) FROM ${prefix}key) AS held,
    (SELECT count(*) FROM ${prefix}call WHERE held = 0 AND charged = ${charged}) AS ended,
    (SELECT sum(amount) FROM ${prefix}ledger) AS posted`;

function sqliteSums(path: string): object {
  const connection = new DatabaseSync(path);
  try {
    return { ...connection.prepare(sums('')).get() };
  } finally {
    connection.close();
  }
}

async function postgresSums(url: string): Promise<object> {
  const [row] = await queryPostgres(url, sums('bare_'));
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
}

describe('calculations of the accounts benchmark', () => {
  it('process every item once, within the given concurrency', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const items = Array.from({ length: 20 }, (_, index) => index);
    await timed(items, 3, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      done.push(item);
      running -= 1;
    });
    assert.deepEqual(
      done.toSorted((a, b) => a - b),
      items,
    );
    assert.equal(most, 3);
  });

  it('subtract from a request the time that its log entry took, as reported in the reply', () => {
    const body = (answer: string) => JSON.stringify({ answer, references: [] });
    const { free, metered, withoutJournal } = timesOf(
      [{ ms: 1, body: body('0.001') }],
      [
        { ms: 5, body: body('3') },
        { ms: 4, body: body('0.5') },
      ],
    );
    assert.deepEqual([free, metered, withoutJournal], [[1], [5, 4], [2, 3.5]]);
    for (const answer of ['', 'It works [1].'])
      assert.throws(() => timesOf([], [{ ms: 5, body: body(answer) }]), /not how long/);
  });

  it('give the difference between two percentiles', () => {
    assert.equal(added(50, [4, 5, 6], [1, 2, 30]), 3);
    assert.equal(added(100, [4, 5, 6], [1, 2, 30]), -24);
  });

  it('generate keys with the right format and a wrong checksum', () => {
    for (let turn = 0; turn < 200; turn += 1) {
      const secret = newSecret();
      const forged = withWrongChecksum(secret);
      assert.match(forged, /^cw_[0-9A-Za-z]{38}$/);
      assert.equal(parseSecret(forged), undefined);
    }
  });

  it('count the calls of each store method since the last reading', async () => {
    const { store, take } = countingStore({
      found: 3,
      async find(by: number) {
        return this.found * by;
      },
      close() {},
    });
    assert.deepEqual([await store.find(2), await store.find(4)], [6, 12]);
    store.close();
    const counts = take();
    assert.deepEqual(counts, { find: 2, close: 1 });
    assert.equal(totalOf(counts), 3);
    assert.deepEqual(take(), {});
  });
});
