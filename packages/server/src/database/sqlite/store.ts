import type { Clock } from '@citewell/core/clock.ts';
import { createQuotaCalendar } from '../../accounting/quota/quota-day.ts';
import type { Disk } from '../../platform/disk.ts';
import type { AccountsDatabase } from '../accounts-database.ts';
import { openAdministrators } from './administrators.ts';
import { openApplications } from './applications.ts';
import { appendAudit, searchAudit, verifyAudit } from './audit.ts';
import { prepareCalls } from './calls.ts';
import { openSqliteDatabase } from './database.ts';
import { prepareIdempotentCalls } from './idempotent-calls.ts';
import { prepareKeys } from './keys.ts';
import { prepareLedger } from './ledger.ts';
import { migrations } from './migrations.ts';
import { prepareOperator } from './operator.ts';
import { openOutbox } from './outbox.ts';
import { prepareSettlements } from './settlements.ts';
import { openStoredResults } from './stored-results.ts';
import { openUsage } from './usage.ts';
import { verifyLedger } from './verify-ledger.ts';

export type SqliteAccountsOptions = {
  /** The file, or ":memory:". */
  path: string;
  clock: Clock;
  /** IANA name of the zone whose calendar the daily quotas follow. */
  quotaTimeZone: string;
  /** Initial content of a database in memory; empty by default. */
  image?: Uint8Array;
};

/** Opens the accounts database in one SQLite file. Throws StorageError if the file cannot be used. */
export function openSqliteAccounts({
  path,
  clock,
  quotaTimeZone,
  image,
}: SqliteAccountsOptions): AccountsDatabase & { disk: Disk } {
  const database = openSqliteDatabase(path, migrations, { image });
  const { connection } = database;
  const ledger = prepareLedger(connection);
  const keys = prepareKeys(connection, ledger, clock);
  const dayAt = createQuotaCalendar(quotaTimeZone);
  const idempotentCalls = prepareIdempotentCalls(connection);
  const calls = prepareCalls(connection, { ledger, idempotentCalls }, clock, dayAt);
  const settlements = prepareSettlements(connection, { ledger, idempotentCalls }, clock);
  const operator = prepareOperator(connection, settlements, clock);

  return {
    findKey: (secretHash) => database.read(() => keys.find(secretHash)),
    getKey: (id) => database.read(() => keys.get(id)),
    listKeys: () => database.read(() => keys.list()),
    createKey: (record, by) => database.transact(() => keys.create(record, by)),
    createFirstKey: (record, by) => database.transact(() => keys.createFirst(record, by)),
    searchKeys: (search) => database.read(() => operator.searchKeys(search)),
    keyDetails: (id) => database.read(() => keys.details(id)),
    updateKey: (id, change, by) => database.transact(() => keys.update(id, change, by)),
    reissueKey: (reissue, by) => database.transact(() => keys.reissue(reissue, by)),
    postAdjustment: (adjustment, by) => database.transact(() => keys.postAdjustment(adjustment, by)),
    runningCalls: (request) => database.read(() => operator.runningCalls(request)),
    stopCall: (id, by) => database.transact(() => operator.stopCall(id, by)),
    recordChange: (change, by) =>
      database.transact(() => appendAudit(connection, { ...change, by, at: clock.now() })),
    searchAudit: (search) => database.read(() => searchAudit(connection, search)),
    verifyAudit: () => database.read(() => verifyAudit(connection)),
    ...openAdministrators(database, clock),
    ...openApplications(database, keys, clock),
    ...openOutbox(database, clock),

    admit: (request) =>
      database.transact(
        () => calls.admit(request),
        ({ decision }) => decision === 'admitted' && !request.repliesBeforeSettlement,
      ),
    openStep: (step, intent) => database.transact(() => calls.openStep(step, intent)),
    checkpoint: (checkpoint) => database.transactLossy(() => calls.checkpoint(checkpoint)),
    finishStep: (step, usage, source) =>
      database.transact(() => {
        if (!calls.finishStep(step, usage, source)) settlements.correct(step, usage, source);
      }),
    settle: (request) =>
      database.transact(() => {
        calls.writeSeen(request.seen);
        return settlements.settle(request);
      }),
    async settleExpired(limit) {
      const ids = settlements.expired(limit);
      const settled = await Promise.all(
        ids.map((id) => database.transact(() => settlements.settleExpired(id))),
      );
      return settled.filter(Boolean).length;
    },
    ...openStoredResults(database, clock),
    purgeIdempotencyRecords: (limit) => database.transact(() => idempotentCalls.purge(clock.now(), limit)),

    ...openUsage(database, { getKey: keys.get, quotaToday: () => dayAt(clock.now()), quotaTimeZone }),

    verifyLedger: () => database.read(() => verifyLedger(connection)),
    disk: { failure: () => database.writeFailure, probe: () => database.probeWrite() },
    close: () => database.close(),
  };
}
