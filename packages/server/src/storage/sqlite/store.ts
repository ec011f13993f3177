import { createQuotaCalendar } from '../../accounts/quota-day.ts';
import type { AccountStore } from '../../accounts/store.ts';
import type { Clock } from '../../clock.ts';
import { prepareCalls } from './calls.ts';
import { openDatabase } from './database.ts';
import { prepareKeys } from './keys.ts';
import { prepareLedger } from './ledger.ts';
import { migrations } from './migrations.ts';
import { prepareSettlements } from './settlements.ts';
import { verifyLedger } from './verify-ledger.ts';

export type SqliteStoreOptions = {
  /** The file, or ":memory:". */
  path: string;
  clock: Clock;
  /** IANA name of the zone whose calendar the daily quotas follow. */
  quotaTimeZone: string;
};

/** The accounts in one SQLite file. Throws StorageError where the file cannot be used. */
export function openSqliteStore({ path, clock, quotaTimeZone }: SqliteStoreOptions): AccountStore {
  const database = openDatabase(path, migrations);
  const { connection } = database;
  const ledger = prepareLedger(connection);
  const keys = prepareKeys(connection, ledger, clock);
  const calls = prepareCalls(connection, ledger, clock, createQuotaCalendar(quotaTimeZone));
  const settlements = prepareSettlements(connection, ledger, clock);

  return {
    findKey: async (secretHash) => keys.find(secretHash),
    getKey: async (id) => keys.get(id),
    listKeys: async () => keys.list(),
    createKey: (record) => database.transact(() => keys.create(record)),
    createFirstKey: (record) => database.transact(() => keys.createFirst(record)),
    setStatus: (id, status) => database.transact(() => keys.setStatus(id, status)),
    grant: (grant) => database.transact(() => keys.grant(grant)),

    admit: (request) => database.transact(() => calls.admit(request)),
    openStep: (step, intent) => database.transact(() => calls.openStep(step, intent)),
    checkpoint: (checkpoint) => database.transact(() => calls.checkpoint(checkpoint)),
    finishStep: (step, usage, source) =>
      database.transact(() => {
        if (!calls.finishStep(step, usage, source)) settlements.correct(step, usage, source);
      }),
    settle: ({ callId, outcome, deliveredAt, seen }) =>
      database.transact(() => {
        calls.writeSeen(seen);
        return settlements.settle(callId, outcome, deliveredAt);
      }),
    async settleExpired(limit) {
      const ids = settlements.expired(limit);
      const settled = await Promise.all(
        ids.map((id) => database.transact(() => settlements.settleExpired(id))),
      );
      return settled.filter(Boolean).length;
    },

    verifyLedger: async () => verifyLedger(connection),
    close: () => database.close(),
  };
}
