import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anyCharacter } from '@citewell/core/testing/any-character.ts';
import fc from 'fast-check';
import {
  admit,
  makeKey,
  manualClock,
  type StoreEngine,
  startProcess,
  storeEngines,
} from '../testing/accounting/accounts-databases.ts';

/** A small history: two keys, charged, late and released calls, and one still running. Its ledger balances. */
async function begin(t: TestContext, engine: StoreEngine) {
  const clock = manualClock();
  const home = await engine.create(t);
  const store = await home.open(clock);
  const process = startProcess(store, clock);
  const { key } = await makeKey(process);
  await makeKey(process);
  for (const outcome of ['ok', 'client_disconnected', 'internal_error'] as const) {
    const call = await admit(process, key);
    const step = await call.meter.openStep({ kind: 'write', provider: 'p', model: 'm', hold: 500 });
    if (outcome === 'ok') await step.finish({ promptTokens: 100, completionTokens: 20 }, 'provider');
    await call.settle(outcome, true);
    if (outcome === 'client_disconnected')
      await step.finish({ promptTokens: 60, completionTokens: 6 }, 'provider');
  }
  await admit(process, key);
  const report = await store.verifyLedger();
  assert.deepEqual(report, { keys: 2, calls: 4, entries: 4, drifts: [] });
  return { store, home, key };
}

/** Adapts SQL as a user with full access could run it: without the triggers of the ledger. */
function unguarded({ name }: StoreEngine, sql: string): string {
  return name === 'SQLite'
    ? `DROP TRIGGER ledger_no_update; DROP TRIGGER ledger_no_delete; ${sql}`
    : `ALTER TABLE ledger DISABLE TRIGGER USER; ${sql}`;
}

const edits: [what: string, sql: string, found: string[]][] = [
  ['a balance', `UPDATE api_key SET granted = granted + 1 WHERE charged > 0`, ['I2 granted']],
  ['what was charged', `UPDATE api_key SET charged = charged - 1 WHERE charged > 0`, ['I2 charged']],
  ['a hold', `UPDATE api_key SET held = held + 1 WHERE held > 0`, ['I3 held']],
  ['a step', `UPDATE call_step SET completion = 21 WHERE completion = 20`, ['I4 call', 'I5 2026-01-15']],
  [
    'a call',
    `UPDATE call SET tokens = 0, charged = 0 WHERE outcome = 'ok'`,
    ['I2 call', 'I4 call', 'I5 2026-01-15'],
  ],
  ['the daily usage', `UPDATE usage_day SET prompt = 0 WHERE model = 'm'`, ['I5 2026-01-15']],
  ['a model’s usage', `DELETE FROM usage_day WHERE model = 'm'`, ['I5 2026-01-15']],
  ['the quota used', `UPDATE quota_day SET used = used + 1`, ['I6 2026-01-15']],
  [
    'the quota of a day without calls',
    `UPDATE quota_day SET day = '2026-01-16'`,
    ['I6 2026-01-15', 'I6 2026-01-16'],
  ],
  ['a reason', `UPDATE ledger SET reason = 'gift' WHERE kind = 'charge'`, ['I7 entry 2']],
  ['an actor', `UPDATE ledger SET actor = 'nobody' WHERE kind = 'late'`, ['I7 entry 3']],
  [
    'the last entry',
    `DELETE FROM ledger WHERE kind = 'late'`,
    ['I2 charged', 'I2 call', 'I7 entry 3', 'I7 last entry'],
  ],
];

/**
 * Deletions and what verification finds: rows of a charged key remain without the key's own, and rows of calls
 * without the calls'.
 */
const removals: [what: string, sql: string, found: string[]][] = [
  [
    'a key',
    `DELETE FROM api_key WHERE charged > 0`,
    ['calls: 4 rows without one', 'ledger: 3 rows without one', 'quota days: 1 rows without one'],
  ],
  [
    'calls',
    `DELETE FROM call WHERE charged > 0`,
    ['1 rows without one', '1 rows without one', '1 rows without one', '1 rows without one'],
  ],
];

/** Prefixes SQL as run by a user who has turned off the foreign keys. */
function orphaning({ name }: StoreEngine, sql: string): string {
  return name === 'SQLite'
    ? `PRAGMA foreign_keys = OFF; ${sql}`
    : `SET session_replication_role = replica; ${sql}; SET session_replication_role = DEFAULT`;
}

function contract(engine: StoreEngine): void {
  for (const [what, sql, expected] of removals) {
    it(`detects that ${what} vanished, by what remains`, async (t) => {
      const { store, home } = await begin(t, engine);
      await home.execute(orphaning(engine, sql));
      const orphans = (await store.verifyLedger()).drifts.filter(({ invariant }) => invariant === 'I9');
      const reported = orphans.map(({ where, found }) => `${where}: ${found}`);
      assert.equal(reported.length, what === 'a key' ? 4 : expected.length, reported.join(', '));
      for (const part of expected)
        assert.ok(
          reported.some((text) => text.endsWith(part)),
          `${part} in ${reported}`,
        );
    });
  }

  for (const [what, sql, expected] of edits) {
    it(`detects an edit of ${what}, with its key and place`, async (t) => {
      const { store, home, key } = await begin(t, engine);
      await home.execute(unguarded(engine, sql));
      const { drifts } = await store.verifyLedger();
      assert.ok(drifts.every(({ keyId }) => keyId === key.id));
      const places = drifts.map(({ invariant, where }) => `${invariant} ${where}`);
      for (const place of expected)
        assert.ok(
          places.some((found) => found.startsWith(place)),
          `${place} in ${places}`,
        );
      assert.deepEqual(
        new Set(places.map((place) => place.slice(0, 2))),
        new Set(expected.map((place) => place.slice(0, 2))),
      );
    });
  }

  it('compares a day’s usage in its calls and in its row, with the same message on every engine', async (t) => {
    const { store, home } = await begin(t, engine);
    await home.execute(`UPDATE usage_day SET prompt = prompt + 7 WHERE model = 'm' AND outcome = 'ok'`);
    const { drifts } = await store.verifyLedger();
    assert.deepEqual(
      drifts.map(({ expected, found }) => [expected, found]),
      [['120 tokens, 0 charged', '127 tokens, 0 charged']],
    );
  });

  it('relies on the database to reject overspending, negative amounts and edits of the ledger', async (t) => {
    const { home } = await begin(t, engine);
    const refused: [sql: string, reason: RegExp][] = [
      ['UPDATE api_key SET held = granted - charged + 1', /constraint/i],
      ['UPDATE api_key SET charged = -1', /constraint/i],
      ['UPDATE quota_day SET used = -1', /constraint/i],
      ['UPDATE ledger SET amount = 0', /append-only/],
      ['DELETE FROM ledger', /append-only/],
      [
        `INSERT INTO ledger SELECT key_id, 99, kind, amount, call_id, actor, reason, op_key, at, prev, hash
         FROM ledger WHERE kind = 'charge'`,
        /constraint/i,
      ],
    ];
    for (const [sql, reason] of refused) await assert.rejects(home.execute(sql), reason, sql);
  });

  it('chains any text exactly as it is stored', async (t) => {
    const clock = manualClock();
    const store = await (await engine.create(t)).open(clock);
    const { key } = await makeKey(startProcess(store, clock));
    const by = { actor: '管理员 "甲"\\\t\u0001\u001f\u007f\u2028😀' };
    await fc.assert(
      fc.asyncProperty(storableText, fc.integer({ min: 1, max: 2 ** 40 }), async (text, amount) => {
        clock.advance(1);
        const adjustment = { keyId: key.id, kind: 'grant', amount, reason: text } as const;
        await store.postAdjustment({ ...adjustment, operationKey: `${clock.now()} ${text}` }, by);
      }),
      { numRuns: 60 },
    );
    const { entries, drifts } = await store.verifyLedger();
    assert.ok(entries > 60);
    assert.deepEqual(drifts, []);
  });
}

/** Everything except NUL, which PostgreSQL cannot store, and lone surrogates. */
const storableText = fc
  .string({ unit: anyCharacter, maxLength: 60 })
  .map((text) => text.replaceAll('\0', ''));

for (const engine of storeEngines) describe(`verifying the ledger on ${engine.name}`, () => contract(engine));
