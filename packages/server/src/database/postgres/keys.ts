import type { Module } from '@citewell/sdk';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import { auditOfAdjustment, checkAdjustment } from '../../accounting/keys/check-adjustment.ts';
import {
  auditOfReissue,
  type KeyChange,
  type KeySummary,
  planKeyChange,
  snapshotOf,
} from '../../accounting/keys/key-change.ts';
import type { Reissue } from '../../accounting/keys/secret-record.ts';
import { chainStart } from '../../accounting/ledger/ledger-entry.ts';
import type { NewKeyRecord } from '../../accounting/ledger-store.ts';
import type {
  Adjustment,
  AdjustmentRejection,
  KeyDetails,
  PostedEntry,
} from '../../accounting/operator-store.ts';
import type { Attribution } from '../../audit/audit.ts';
import { appendAudit } from './audit.ts';
import { createBatcher } from './batcher.ts';
import type { StoreClock } from './clock.ts';
import type { PostgresDatabase, Run, Statement } from './database.ts';
import { findOperation, lockKey, postEntry } from './ledger.ts';
import { insertMail } from './outbox.ts';

const keyColumns =
  'k.id, k.label, k.status, k.expires_at, k.modules, k.daily_limit, k.running_limit, k.granted, k.charged, k.held, k.created_at';

type KeyRow = {
  id: string;
  label: string;
  hint: string;
  status: ApiKey['status'];
  expires_at: number | null;
  modules: Module[];
  daily_limit: number | null;
  running_limit: number | null;
  granted: number;
  charged: number;
  held: number;
  created_at: number;
};
export type SummaryRow = KeyRow & { owner_email: string | null };

/** Order that puts the current secret first; replaced ones may remain valid during a grace period. */
const newestSecret = '(s.expires_at IS NULL AND s.revoked_at IS NULL) DESC, s.created_at DESC';
const currentHint = `(SELECT s.hint FROM key_secret s WHERE s.key_id = k.id ORDER BY ${newestSecret} LIMIT 1) AS hint`;

/** Columns of a KeySummary, from a row of "api_key k". */
export const summaryColumns = `${keyColumns}, k.owner_email, ${currentHint}`;

const bySecret: Statement = {
  name: 'key_by_secret',
  text: `SELECT ${keyColumns}, s.hint, s.hash FROM key_secret s JOIN api_key k ON k.id = s.key_id
    WHERE s.hash = ANY ($1) AND s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now_ms($2))`,
};
const byId: Statement = {
  name: 'key_by_id',
  text: `SELECT ${keyColumns}, ${currentHint} FROM api_key k WHERE k.id = $1`,
};
const all: Statement = {
  text: `SELECT ${keyColumns}, ${currentHint} FROM api_key k ORDER BY k.created_at, k.id COLLATE "C"`,
};
const detailsById: Statement = {
  text: `SELECT ${summaryColumns}, k.application_id FROM api_key k WHERE k.id = $1`,
};
const secretsOf: Statement = {
  text: `SELECT hint, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"
    FROM key_secret s WHERE key_id = $1 ORDER BY ${newestSecret}`,
};
const anyKey: Statement = { text: 'SELECT 1 FROM api_key LIMIT 1' };
/** Locks the table against other transactions that create a key. */
const lockKeys: Statement = { text: 'LOCK TABLE api_key IN SHARE ROW EXCLUSIVE MODE' };
const insertKey: Statement = {
  text: `INSERT INTO api_key (id, label, owner_email, application_id, status, expires_at, modules, daily_limit, running_limit,
      ledger_hash, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};
const insertSecret: Statement = {
  text: 'INSERT INTO key_secret (hash, key_id, hint, created_at) VALUES ($1, $2, $3, $4)',
};
const updateSettings: Statement = {
  text: `UPDATE api_key SET label = $2, owner_email = $3, status = $4, expires_at = $5, modules = $6, daily_limit = $7,
      running_limit = $8 WHERE id = $1`,
};
const replaceSecrets: Statement = {
  text: 'UPDATE key_secret SET expires_at = least(expires_at, $2) WHERE key_id = $1 AND revoked_at IS NULL',
};
const closeClaims: Statement = {
  text: 'UPDATE application SET claimed_at = $2 WHERE key_id = $1 AND claimed_at IS NULL AND claim_until IS NOT NULL',
};
const revokeSecrets: Statement = {
  text: 'UPDATE key_secret SET revoked_at = $2 WHERE key_id = $1 AND revoked_at IS NULL',
};

export type Keys = ReturnType<typeof prepareKeys>;

/** Prepares the statements of keys and their secrets. Functions with a `run` are part of its transaction. */
export function prepareKeys(database: PostgresDatabase, clock: StoreClock) {
  /** Finds keys. Every request starts with this, so simultaneous requests share a read. */
  const find = createBatcher<Uint8Array, ApiKey | undefined>(
    async (hashes) => {
      const rows = await database.run<KeyRow & { hash: Uint8Array }>(bySecret, [hashes, clock.now()]);
      const keys = new Map(rows.map(({ hash, ...row }) => [hex(hash), toApiKey(row)]));
      return hashes.map((hash) => keys.get(hex(hash)));
    },
    { atMost: 200, inFlight: 4 },
  );

  async function get(id: string, run: Run = database.run): Promise<ApiKey | undefined> {
    const [row] = await run<KeyRow>(byId, [id]);
    return row && toApiKey(row);
  }

  async function details(id: string, run: Run = database.run): Promise<KeyDetails | undefined> {
    const [row] = await run<SummaryRow & { application_id: string | null }>(detailsById, [id]);
    if (!row) return undefined;
    const secrets = await run<KeyDetails['secrets'][number]>(secretsOf, [id]);
    return { ...toKeySummary(row), applicationId: row.application_id, secrets };
  }

  /** Locks a key and returns its current state. */
  async function lock(id: string, run: Run): Promise<KeyDetails | undefined> {
    return (await lockKey(run, id)) ? details(id, run) : undefined;
  }

  async function create(run: Run, record: NewKeyRecord, by: Attribution): Promise<ApiKey> {
    const { id, label, status, modules, dailyQuota, secretHash, hint, balance, applicationId } = record;
    const [expiresAt, ownerEmail] = [record.expiresAt ?? null, record.ownerEmail ?? null];
    const maxRunningCalls = record.maxRunningCalls ?? null;
    const at = await clock.read(run);
    await run(insertKey, [
      ...[id, label, ownerEmail, applicationId, status, expiresAt],
      ...[modules, dailyQuota, maxRunningCalls, chainStart, at],
    ]);
    await run(insertSecret, [secretHash, id, hint, at]);
    const grant = { keyId: id, kind: 'grant', amount: balance, reason: by.reason ?? 'first grant' } as const;
    if (balance > 0)
      await postEntry(run, { ...grant, actor: by.actor, callId: null, operationKey: null, at });
    const settings = snapshotOf({
      label,
      ownerEmail,
      status,
      expiresAt,
      modules,
      dailyQuota,
      maxRunningCalls,
    });
    const after = { ...settings, hint, granted: balance };
    await appendAudit(run, { action: 'key.create', target: id, by, before: null, after, at });
    return (await get(id, run)) as ApiKey;
  }

  /** Stores a new secret, and invalidates an open claim link, whose use would replace this secret. */
  async function reissue(run: Run, replacement: Reissue, by: Attribution): Promise<KeyDetails | undefined> {
    const { keyId, secretHash, hint, graceMs, mail } = replacement;
    const at = await clock.read(run);
    // Before the key's lock, because a claim takes the two locks in this order.
    await run(closeClaims, [keyId, at]);
    const key = await lock(keyId, run);
    if (!key) return undefined;
    if (graceMs === null) await run(revokeSecrets, [keyId, at]);
    else await run(replaceSecrets, [keyId, at + graceMs]);
    await run(insertSecret, [secretHash, keyId, hint, at]);
    if (mail) await insertMail(run, mail, at);
    await appendAudit(run, auditOfReissue(key, replacement, by, at));
    return details(keyId, run);
  }

  return {
    find: (secretHash: Uint8Array) => find(secretHash, ''),
    get,
    details,
    list: async () => (await database.run<KeyRow>(all)).map(toApiKey),
    create,
    reissue,

    async createFirst(record: NewKeyRecord, by: Attribution): Promise<ApiKey | undefined> {
      const exists = async (run: Run) => (await run(anyKey)).length > 0;
      if (await exists(database.run)) return undefined;
      return database.transact(async (run) => {
        await run(lockKeys);
        return (await exists(run)) ? undefined : create(run, record, by);
      });
    },

    async update(run: Run, id: string, change: KeyChange, by: Attribution): Promise<KeyDetails | undefined> {
      const key = await lock(id, run);
      const planned = key && planKeyChange(key, change);
      if (!planned) return key;
      const { settings, action, before, after } = planned;
      const { label, ownerEmail, status, expiresAt, modules, dailyQuota, maxRunningCalls } = settings;
      await run(updateSettings, [
        ...[id, label, ownerEmail, status, expiresAt, modules],
        ...[dailyQuota, maxRunningCalls],
      ]);
      await appendAudit(run, { action, target: id, by, before, after, at: await clock.read(run) });
      return details(id, run);
    },

    async postAdjustment(
      run: Run,
      adjustment: Adjustment,
      by: Attribution,
    ): Promise<PostedEntry | AdjustmentRejection | undefined> {
      const { keyId, kind, amount, operationKey, reason } = adjustment;
      const key = await lock(keyId, run);
      if (!key) return undefined;
      const earlier = operationKey === undefined ? undefined : await findOperation(run, keyId, operationKey);
      const answer = checkAdjustment(key, adjustment, earlier);
      if (answer) return answer;
      const at = await clock.read(run);
      const entry = await postEntry(run, {
        ...{ keyId, kind, amount, reason, at },
        ...{ actor: by.actor, callId: null, operationKey: operationKey ?? null },
      });
      await appendAudit(run, auditOfAdjustment(key, entry, by));
      return { key: (await details(keyId, run)) as KeyDetails, entry, repeated: false };
    },
  };
}

export function toKeySummary(row: SummaryRow): KeySummary {
  return { ...toApiKey(row), ownerEmail: row.owner_email };
}

function toApiKey(row: KeyRow): ApiKey {
  const { id, label, hint, status, modules, granted, charged, held } = row;
  return {
    ...{ id, label, hint, status, modules, granted, charged, held },
    expiresAt: row.expires_at ?? undefined,
    dailyQuota: row.daily_limit,
    maxRunningCalls: row.running_limit,
    createdAt: row.created_at,
  };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
