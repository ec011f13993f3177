import type { Clock } from '@citewell/core/clock.ts';
import type { AccountsDatabase } from '../accounts-database.ts';
import { openAdministrators } from './administrators.ts';
import { openApplications } from './applications.ts';
import { appendAudit, searchAudit, verifyAudit } from './audit.ts';
import { prepareCalls } from './calls.ts';
import { createStoreClock } from './clock.ts';
import type { PostgresDatabase } from './database.ts';
import { purgeIdempotencyRecords } from './idempotent-calls.ts';
import { prepareKeys } from './keys.ts';
import { prepareOperator } from './operator.ts';
import { openOutbox } from './outbox.ts';
import { createQuotaDays } from './quota-days.ts';
import { prepareSettlements } from './settlements.ts';
import { openStoredResults } from './stored-results.ts';
import { prepareUsage } from './usage.ts';
import { verifyLedger } from './verify-ledger.ts';

export type PostgresAccountsOptions = {
  database: PostgresDatabase;
  /** IANA name of the zone whose calendar the daily quotas follow. */
  quotaTimeZone: string;
  /** Clock to use instead of the database's, which replicas share; set in tests. */
  clock?: Clock;
};

/** Opens the accounts in a PostgreSQL database, shared by any number of processes. */
export function createPostgresAccounts({
  database,
  quotaTimeZone,
  ...options
}: PostgresAccountsOptions): AccountsDatabase {
  const clock = createStoreClock(options.clock);
  const quotaDays = createQuotaDays(quotaTimeZone);
  const keys = prepareKeys(database, clock);
  const calls = prepareCalls(database, clock, quotaDays);
  const settlements = prepareSettlements(database, clock);
  const operator = prepareOperator(database, settlements, clock);

  return {
    findKey: (secretHash) => keys.find(secretHash),
    getKey: (id) => keys.get(id),
    listKeys: () => keys.list(),
    createKey: (record, by) => database.transact((run) => keys.create(run, record, by)),
    createFirstKey: (record, by) => keys.createFirst(record, by),
    searchKeys: (search) => operator.searchKeys(search),
    keyDetails: (id) => keys.details(id),
    updateKey: (id, change, by) => database.transact((run) => keys.update(run, id, change, by)),
    reissueKey: (reissue, by) => database.transact((run) => keys.reissue(run, reissue, by)),
    postAdjustment: (adjustment, by) => database.transact((run) => keys.postAdjustment(run, adjustment, by)),
    runningCalls: (request) => operator.runningCalls(request),
    stopCall: (id, by) => database.transact((run) => operator.stopCall(run, id, by)),
    recordChange: (change, by) =>
      database.transact(async (run) => appendAudit(run, { ...change, by, at: await clock.read(run) })),
    searchAudit: (search) => searchAudit(database, search),
    verifyAudit: () => verifyAudit(database),
    ...openAdministrators(database, clock),
    ...openApplications(database, keys, clock),
    ...openOutbox(database, clock),

    admit: (request) => calls.admit(request),
    openStep: (step, intent) => calls.openStep(step, intent),
    checkpoint: (checkpoint) => calls.checkpoint(checkpoint),
    async finishStep(step, usage, source) {
      if (!(await calls.finishStep(step, usage, source))) await settlements.correct(step, usage, source);
    },
    settle: (request) => settlements.settle(request),
    settleExpired: (limit) => settlements.settleExpired(limit),
    ...openStoredResults(database, clock),
    purgeIdempotencyRecords: (limit) => purgeIdempotencyRecords(database, clock, limit),

    ...prepareUsage(database, { keys, clock, quotaDays, quotaTimeZone }),

    verifyLedger: () => verifyLedger(database),
    close: () => database.close(),
  };
}
