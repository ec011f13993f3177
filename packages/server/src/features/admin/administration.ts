import type { Clock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { KeyAdministration } from '../../accounting/accounts.ts';
import { createKeyAdministration, type WriteReissueMail } from '../../accounting/keys/key-administration.ts';
import type { KeySummary } from '../../accounting/keys/key-change.ts';
import { type VerificationReport, verifyAccounts } from '../../accounting/ledger/verify-accounts.ts';
import type { LedgerStore } from '../../accounting/ledger-store.ts';
import type {
  AuditSearch,
  KeyDetails,
  KeySearch,
  OperatorStore,
  Page,
  PageRequest,
  RunningCallRecord,
} from '../../accounting/operator-store.ts';
import type { Settlement } from '../../accounting/settlement.ts';
import type { Attribution, AuditEntry, Change } from '../../audit/audit.ts';
import {
  type AdministratorStore,
  type Administrators,
  createAdministrators,
} from '../../identity/administrator.ts';
import { createPasswords, type Passwords } from '../../identity/password.ts';
import { createSessions, type Sessions } from '../../identity/session.ts';

/** Everything an operator can do, over HTTP or on the command line. */
export type Administration = {
  /** Newest first. */
  searchKeys(search: KeySearch): Promise<Page<KeySummary>>;
  keyDetails(id: string): Promise<KeyDetails | undefined>;
  /** Keys, with changes attributed to this actor. */
  keys(by: Attribution): KeyAdministration;
  runningCalls(request: PageRequest & { keyId?: string | undefined }): Promise<Page<RunningCallRecord>>;
  /**
   * Settles a running call as an internal error.
   *
   * @throws ServiceError `not_found`, or `conflict` if it is already settled.
   */
  stopCall(id: string, by: Attribution): Promise<Settlement>;
  /** Records an action outside the ledger. */
  recordChange(change: Omit<Change, 'by' | 'at'>, by: Attribution): Promise<void>;
  searchAudit(search: AuditSearch): Promise<Page<AuditEntry>>;
  verify(): Promise<VerificationReport>;
  administrators: Administrators;
  sessions: Sessions;
};

export type AdministrationOptions = {
  store: LedgerStore & OperatorStore & AdministratorStore;
  clock: Clock;
  passwords?: Passwords;
  /** Writes the e-mail to the owner of a reissued key; by default none is sent. */
  writeReissueMail?: WriteReissueMail;
  /** Verifies the ledger; by default on this thread and connection. */
  verify?: () => Promise<VerificationReport>;
};

export function createAdministration(options: AdministrationOptions): Administration {
  const { store, clock, passwords = createPasswords(), writeReissueMail } = options;
  const { verify = () => verifyAccounts(store) } = options;
  let verifying: Promise<VerificationReport> | undefined;
  return {
    searchKeys: (search) => store.searchKeys(search),
    keyDetails: (id) => store.keyDetails(id),
    keys: (by) => createKeyAdministration(store, by, writeReissueMail),
    runningCalls: (request) => store.runningCalls(request),
    async stopCall(id, by) {
      const settlement = await store.stopCall(id, by);
      if (settlement === undefined) throw new ServiceError('not_found', { detail: noSuchCall });
      if (settlement === 'not_running') throw new ServiceError('conflict', { detail: callIsSettled });
      return settlement;
    },
    recordChange: (change, by) => store.recordChange(change, by),
    searchAudit: (search) => store.searchAudit(search),
    // Concurrent requests share one result: verification reads every row.
    verify() {
      verifying ??= verify().finally(() => {
        verifying = undefined;
      });
      return verifying;
    },
    administrators: createAdministrators(store, passwords),
    sessions: createSessions(store, passwords, clock),
  };
}

const noSuchCall = { en: 'No call has this id.', zh: '没有此 ID 对应的调用。' };
const callIsSettled = { en: 'This call has already ended.', zh: '该调用已结束，无需停止。' };
