import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { systemClock } from '../packages/core/src/clock.ts';
import type { PostedEntry } from '../packages/server/src/accounting/operator-store.ts';
import type { AccountsDatabase } from '../packages/server/src/database/accounts-database.ts';
import { storeEngines } from '../packages/server/src/testing/accounting/accounts-databases.ts';
import { inspect } from './inspect.ts';
import { journalled, type Line } from './kill9/journal.ts';
import { runLoad } from './kill9/load.ts';
import { makeLoadKeys } from './kill9/load-keys.ts';

type Break = (store: AccountsDatabase) => Partial<AccountsDatabase>;

/** Returns true every third time. */
function thirds(): () => boolean {
  let turn = 0;
  return () => {
    turn += 1;
    return turn % 3 === 0;
  };
}

/**
 * Runs two lives of a process on a store that is broken in this way, or by this SQL afterwards; returns the violations by
 * kind. The second life repeats the requests of the first.
 */
async function run(t: TestContext, breakStore: Break, sql?: string): Promise<string[]> {
  const [engine] = storeEngines;
  assert.ok(engine);
  const home = await engine.create(t);
  const keys = await makeLoadKeys(home);
  const lives: Line[][] = [];
  for (const life of [0, 1]) {
    const store = await home.open(systemClock);
    const lines: Line[] = [];
    const journal = journalled({ ...store, ...breakStore(store) }, (line) =>
      lines.push(JSON.parse(JSON.stringify(line))),
    );
    await runLoad(journal, { seed: 11, process: 0, life, keys, callers: 4, callsEach: 20 });
    lives.push(lines);
  }
  if (sql) await home.execute(sql);
  const { violations } = await inspect(home, { lives, keys, reaps: [], crashes: 0 });
  return [...new Set(violations.map(({ kind }) => kind))];
}

const nothingUsed = { promptTokens: 0, completionTokens: 0, tokens: 0, charged: 0, unbilled: 0 };

const breaks: [what: string, kind: string, breakStore: Break, sql?: string][] = [
  [
    'forgets admissions that it acknowledged',
    'admission',
    (store) => {
      const now = thirds();
      const forgotten = new Set<string>();
      return {
        async admit(request) {
          if (!now()) return store.admit(request);
          forgotten.add(request.callId);
          return { decision: 'admitted', quota: undefined };
        },
        settle: async (request) => (forgotten.has(request.callId) ? nothingUsed : store.settle(request)),
      };
    },
  ],
  [
    'holds tokens for calls that it refused',
    'admission',
    (store) => {
      const now = thirds();
      return {
        async admit(request) {
          const admission = await store.admit(request);
          if (!now()) return admission;
          return { decision: 'rejected', rejection: { code: 'key_disabled' }, quota: undefined };
        },
      };
    },
  ],
  [
    'forgets steps that were finished',
    'step',
    (store) => {
      const now = thirds();
      return {
        finishStep: async (...step) => (now() ? undefined : store.finishStep(...step)),
      };
    },
  ],
  [
    'counts steps twice',
    'step',
    (store) => ({
      finishStep: (step, { promptTokens, completionTokens }, source) =>
        store.finishStep(
          step,
          { promptTokens: 2 * promptTokens, completionTokens: 2 * completionTokens },
          source,
        ),
    }),
  ],
  [
    'forgets settlements',
    'settlement',
    (store) => {
      const now = thirds();
      return { settle: async (request) => (now() ? nothingUsed : store.settle(request)) };
    },
  ],
  ['forgets top-ups', 'adjustment', () => ({ postAdjustment: async () => ({}) as PostedEntry })],
  [
    'runs a call again that was to run once',
    'once',
    (store) => ({ admit: ({ idempotency, ...request }) => store.admit(request) }),
  ],
  [
    'answers with the reply to another call',
    'once',
    (store) => ({
      async admit(request) {
        const admission = await store.admit(request);
        return admission.decision === 'replayed'
          ? { ...admission, replay: { ...admission.replay, body: 'another' } }
          : admission;
      },
    }),
  ],
  [
    'charges a call twice',
    'charge',
    () => ({}),
    `DROP INDEX ledger_charge_once;
     INSERT INTO ledger SELECT key_id, seq + 100000, kind, amount, call_id, actor, reason, NULL, at, prev, hash
     FROM ledger WHERE kind = 'charge' LIMIT 1`,
  ],
  [
    'charges less than is due',
    'charge',
    () => ({}),
    `UPDATE call SET charged = charged - 1, unbilled = unbilled + 1 WHERE charged > 0`,
  ],
  ['shows other usage than it booked', 'accounts', () => ({}), `UPDATE usage_day SET prompt = prompt + 1`],
  ['goes on holding tokens', 'accounts', () => ({}), `UPDATE api_key SET held = 1`],
];

describe('a chaos run', () => {
  it('reports nothing on a correct store', async (t) => {
    assert.deepEqual(await run(t, () => ({})), []);
  });

  for (const [what, kind, breakStore, sql] of breaks)
    it(`detects a store that ${what}`, async (t) => {
      const found = await run(t, breakStore, sql);
      assert.ok(found.includes(kind), `found: ${found.join(', ') || 'nothing'}`);
    });
});
