import type { Row } from '../bench/report.ts';
import { systemClock } from '../packages/core/src/clock.ts';
import { verifyAccounts } from '../packages/server/src/accounting/ledger/verify-accounts.ts';
import { leaseMs } from '../packages/server/src/accounting/ledger-store.ts';
import { addDays, sumUsage } from '../packages/server/src/accounting/usage/usage.ts';
import type { AccountsDatabase } from '../packages/server/src/database/accounts-database.ts';
import type { StoreHome } from '../packages/server/src/testing/accounting/accounts-databases.ts';
import { compare, type Reap } from './compare.ts';
import { describeRun } from './figures.ts';
import { type ExpectedLedger, gatherExpected } from './kill9/expected-ledger.ts';
import type { Line } from './kill9/journal.ts';
import type { LoadKey } from './kill9/load-keys.ts';
import { type AccountRows, readAccounts, untilAlone } from './kill9/read-accounts.ts';
import type { Violation } from './violation.ts';

/** State after a run whose processes have all ended. */
export type Remains = {
  /** Journals of all processes. */
  lives: readonly (readonly Line[])[];
  keys: readonly LoadKey[];
  reaps: readonly Reap[];
  /** Number of times the database was stopped during the run. */
  crashes: number;
  /** Errors during the run. */
  fallen?: readonly Violation[];
};

export type Inspection = { rows: Row[]; violations: Violation[] };

/** Opens a handle for which every lease has expired. */
export function openLater(home: StoreHome): Promise<AccountsDatabase> {
  return home.open({ now: () => systemClock.now() + 2 * leaseMs });
}

/** Settles the calls that dead processes left, and compares the accounts with their journals, row by row. */
export async function inspect(
  home: StoreHome,
  { lives, keys, reaps, crashes, fallen = [] }: Remains,
): Promise<Inspection> {
  const expected = gatherExpected(lives);
  await untilAlone(home.url);
  const store = await openLater(home);
  while ((await store.settleExpired(100)) > 0);
  const { drifts } = await verifyAccounts(store);
  const accounts = await readAccounts(home.url);
  const scarce = new Set(keys.filter((key) => key.scarce).map(({ id }) => id));
  const violations = [
    ...fallen,
    ...compare(expected, accounts, { reaps, scarce }),
    ...drifts.map(
      ({ invariant, keyId, where, expected, found }): Violation => ({
        ...{ kind: 'accounts', place: `${keyId} ${where}`, what: `${invariant}: ${found}, not ${expected}` },
      }),
    ),
    ...(await checkUsage(store, accounts)),
    ...unexpectedFailures(expected, crashes > 0),
  ];
  await store.close();
  return {
    rows: describeRun(expected, accounts, violations),
    violations,
  };
}

/** Compares my_usage of each key with its calls. */
async function checkUsage(
  store: AccountsDatabase,
  { keys, calls, steps }: AccountRows,
): Promise<Violation[]> {
  const { date } = await store.quotaToday();
  const violations: Violation[] = [];
  for (const { id } of keys) {
    const filter = {
      keyId: id,
      from: addDays(date, -2),
      to: addDays(date, 2),
      endpoint: undefined,
      outcome: undefined,
    };
    const report = await store.reportUsage(filter, 'day', { after: undefined, limit: 1 });
    const sum = sumUsage(report?.trend ?? []);
    const own = new Map(calls.filter((call) => call.key_id === id).map((call) => [call.id, call]));
    const expected = { requests: own.size, promptTokens: 0, completionTokens: 0, charged: 0, unbilled: 0 };
    for (const { charged } of own.values()) expected.charged += charged;
    for (const { call_id, prompt, completion } of steps) {
      if (!own.has(call_id)) continue;
      expected.promptTokens += prompt;
      expected.completionTokens += completion;
    }
    expected.unbilled = expected.promptTokens + expected.completionTokens - expected.charged;
    for (const name of Object.keys(expected) as (keyof typeof expected)[])
      if (sum[name] !== expected[name])
        violations.push({
          kind: 'accounts',
          place: id,
          what: `my_usage has ${name} ${sum[name]}, not ${expected[name]}`,
        });
  }
  return violations;
}

/** Errors of a database that stops, starts or is unavailable: SQLSTATE classes 08 and 57, the system, the driver. */
const goneCodes = /^(?:08...|57...|ECONNREFUSED|ECONNRESET|EPIPE|CONNECTION_(?:CLOSED|ENDED|DESTROYED))$/;
const goneWords = /^Connection terminated/;
/**
 * An admission whose answer was lost with the connection is reversed, although it may never have happened. An acknowledged
 * one that is missing is found among the rows.
 */
const neverAdmitted = /: there is no such call$/;

/** An operation may fail only if the database was unavailable. */
function unexpectedFailures({ failures }: ExpectedLedger, crashed: boolean): Violation[] {
  return failures
    .filter(
      ({ code, message }) =>
        !(crashed && (goneCodes.test(code) || goneWords.test(message) || neverAdmitted.test(message))),
    )
    .map(({ operation, code, message }) => ({
      kind: 'process',
      place: operation,
      what: `${code} ${message}`,
    }));
}
