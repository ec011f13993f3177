import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@citewell/core/clock.ts';
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
import { chainStart, type LedgerEntry } from '../../accounting/ledger/ledger-entry.ts';
import type { NewKeyRecord } from '../../accounting/ledger-store.ts';
import type {
  Adjustment,
  AdjustmentRejection,
  KeyDetails,
  PostedEntry,
} from '../../accounting/operator-store.ts';
import type { AdmissionState } from '../../accounting/rejection.ts';
import type { Attribution } from '../../audit/audit.ts';
import { appendAudit } from './audit.ts';
import type { Ledger } from './ledger.ts';
import { prepareMailInsert } from './outbox.ts';

/** Columns of api_key that the rules need. */
export const keyColumns =
  'k.id, k.label, k.status, k.expires_at, k.modules, k.daily_limit, k.running_limit, k.granted, k.charged, k.held, k.created_at';

export type KeyRow = {
  id: string;
  label: string;
  status: ApiKey['status'];
  expires_at: number | null;
  modules: string;
  daily_limit: number | null;
  running_limit: number | null;
  granted: number;
  charged: number;
  held: number;
  created_at: number;
};

/** Columns of `bySecret`, in order. */
type KeyOfSecret = [
  ...[id: string, label: string, hint: string, status: ApiKey['status'], expiresAt: number | null],
  ...[modules: string, dailyQuota: number | null, granted: number, charged: number, held: number],
  ...[createdAt: number, maxRunningCalls: number | null],
];

/** Hint of the current secret; replaced ones may remain valid during a grace period. */
const currentHint = `(SELECT hint FROM key_secret s WHERE s.key_id = k.id
  ORDER BY s.expires_at IS NULL AND s.revoked_at IS NULL DESC, s.created_at DESC LIMIT 1) AS hint`;

/** Columns of a KeySummary, from a row of "api_key k". */
export const summaryColumns = `${keyColumns}, k.owner_email, ${currentHint}`;

export type Keys = ReturnType<typeof prepareKeys>;

/** Prepares the statements of keys and their secrets. Changes must run inside a transaction; reads need none. */
export function prepareKeys(connection: DatabaseSync, ledger: Ledger, clock: Clock) {
  const insertMail = prepareMailInsert(connection);
  const bySecret = connection.prepare(
    `SELECT k.id, k.label, s.hint, k.status, k.expires_at, k.modules, k.daily_limit, k.granted, k.charged, k.held, k.created_at,
       k.running_limit
     FROM key_secret s JOIN api_key k ON k.id = s.key_id
     WHERE s.hash = ? AND s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > ?)`,
  );
  // Every request runs this query, and creating an object with eleven keys would take the driver as long as the query itself.
  bySecret.setReturnArrays(true);
  const byId = connection.prepare(`SELECT ${keyColumns}, ${currentHint} FROM api_key k WHERE k.id = ?`);
  const detailsById = connection.prepare(
    `SELECT ${summaryColumns}, k.application_id FROM api_key k WHERE k.id = ?`,
  );
  const secretsOf = connection.prepare(
    `SELECT hint, created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt FROM key_secret
     WHERE key_id = ? ORDER BY expires_at IS NULL AND revoked_at IS NULL DESC, created_at DESC`,
  );
  const all = connection.prepare(
    `SELECT ${keyColumns}, ${currentHint} FROM api_key k ORDER BY k.created_at, k.id`,
  );
  const any = connection.prepare('SELECT 1 FROM api_key LIMIT 1');
  const insertKey = connection.prepare(
    `INSERT INTO api_key (id, label, owner_email, application_id, status, expires_at, modules, daily_limit, running_limit, ledger_hash, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSecret = connection.prepare(
    'INSERT INTO key_secret (hash, key_id, hint, created_at) VALUES (?, ?, ?, ?)',
  );
  const updateSettings = connection.prepare(
    `UPDATE api_key SET label = ?, owner_email = ?, status = ?, expires_at = ?, modules = ?, daily_limit = ?,
       running_limit = ? WHERE id = ?`,
  );
  const replaceSecrets = connection.prepare(
    `UPDATE key_secret SET expires_at = min(coalesce(expires_at, ?1), ?1) WHERE key_id = ?2 AND revoked_at IS NULL`,
  );
  const closeClaims = connection.prepare(
    'UPDATE application SET claimed_at = ? WHERE key_id = ? AND claimed_at IS NULL AND claim_until IS NOT NULL',
  );
  const revokeSecrets = connection.prepare(
    'UPDATE key_secret SET revoked_at = ? WHERE key_id = ? AND revoked_at IS NULL',
  );

  function get(id: string): ApiKey | undefined {
    return toApiKey(byId.get(id));
  }

  function details(id: string): KeyDetails | undefined {
    const row = detailsById.get(id) as (SummaryRow & { application_id: string | null }) | undefined;
    if (!row) return undefined;
    const secrets = secretsOf.all(id) as unknown as KeyDetails['secrets'];
    return { ...toKeySummary(row), applicationId: row.application_id, secrets };
  }

  function create(record: NewKeyRecord, by: Attribution): ApiKey {
    const { id, label, status, modules, dailyQuota, secretHash, hint, balance } = record;
    const [expiresAt, ownerEmail] = [record.expiresAt ?? null, record.ownerEmail ?? null];
    const maxRunningCalls = record.maxRunningCalls ?? null;
    const now = clock.now();
    insertKey.run(
      id,
      label,
      ownerEmail,
      record.applicationId ?? null,
      status,
      expiresAt,
      JSON.stringify(modules),
      dailyQuota,
      maxRunningCalls,
      chainStart,
      now,
    );
    insertSecret.run(secretHash, id, hint, now);
    if (balance > 0)
      insertEntry({ keyId: id, kind: 'grant', amount: balance, reason: by.reason ?? 'first grant' }, by);
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
    appendAudit(connection, { action: 'key.create', target: id, by, before: null, after, at: now });
    return get(id) as ApiKey;
  }

  function insertEntry({ operationKey, ...adjustment }: Adjustment, { actor }: Attribution): LedgerEntry {
    return ledger.post({
      ...adjustment,
      operationKey: operationKey ?? null,
      actor,
      callId: null,
      at: clock.now(),
    });
  }

  return {
    find(secretHash: Uint8Array): ApiKey | undefined {
      const row = bySecret.get(secretHash, clock.now()) as KeyOfSecret | undefined;
      if (!row) return undefined;
      const [id, label, hint, status, expires, list, dailyQuota, granted, charged, held, ...rest] = row;
      const [createdAt, maxRunningCalls] = rest;
      const expiresAt = expires ?? undefined;
      const modules = JSON.parse(list) as Module[];
      return {
        ...{ id, label, hint, status, expiresAt, modules, dailyQuota, maxRunningCalls },
        ...{ granted, charged, held, createdAt },
      };
    },
    get,
    details,
    list: () => all.all().flatMap((row) => toApiKey(row) ?? []),
    create,
    createFirst: (record: NewKeyRecord, by: Attribution) => (any.get() ? undefined : create(record, by)),

    update(id: string, change: KeyChange, by: Attribution): KeyDetails | undefined {
      const key = details(id);
      const planned = key && planKeyChange(key, change);
      if (!planned) return key;
      const { settings, action, before, after } = planned;
      const { label, ownerEmail, status, expiresAt, modules, dailyQuota, maxRunningCalls } = settings;
      updateSettings.run(
        ...[label, ownerEmail, status, expiresAt, JSON.stringify(modules)],
        ...[dailyQuota, maxRunningCalls, id],
      );
      appendAudit(connection, { action, target: id, by, before, after, at: clock.now() });
      return details(id);
    },

    /** Stores a new secret, and invalidates an open claim link, whose use would replace this secret. */
    reissue(reissue: Reissue, by: Attribution): KeyDetails | undefined {
      const { keyId, secretHash, hint, graceMs, mail } = reissue;
      const key = details(keyId);
      if (!key) return undefined;
      const now = clock.now();
      closeClaims.run(now, keyId);
      if (graceMs === null) revokeSecrets.run(now, keyId);
      else replaceSecrets.run(now + graceMs, keyId);
      insertSecret.run(secretHash, keyId, hint, now);
      if (mail) insertMail(mail, now);
      appendAudit(connection, auditOfReissue(key, reissue, by, now));
      return details(keyId);
    },

    postAdjustment(adjustment: Adjustment, by: Attribution): PostedEntry | AdjustmentRejection | undefined {
      const { keyId, operationKey } = adjustment;
      const key = details(keyId);
      if (!key) return undefined;
      const earlier = operationKey === undefined ? undefined : ledger.findOperation(keyId, operationKey);
      const answer = checkAdjustment(key, adjustment, earlier);
      if (answer) return answer;
      const entry = insertEntry(adjustment, by);
      appendAudit(connection, auditOfAdjustment(key, entry, by));
      return { key: details(keyId) as KeyDetails, entry, repeated: false };
    },
  };
}

export type SummaryRow = KeyRow & { hint: string; owner_email: string | null };

export function toKeySummary(row: SummaryRow): KeySummary {
  return { ...(toApiKey(row) as ApiKey), ownerEmail: row.owner_email };
}

function toApiKey(row: unknown): ApiKey | undefined {
  if (row === undefined) return undefined;
  const key = row as KeyRow & { hint: string };
  const { id, label, hint, created_at: createdAt } = key;
  return { ...toAdmissionKey(key), id, label, hint, maxRunningCalls: key.running_limit, createdAt };
}

/** Returns the fields of a key on which admission is based. */
export function toAdmissionKey(row: KeyRow): AdmissionState['key'] {
  return {
    status: row.status,
    expiresAt: row.expires_at ?? undefined,
    modules: JSON.parse(row.modules) as Module[],
    dailyQuota: row.daily_limit,
    granted: row.granted,
    charged: row.charged,
    held: row.held,
  };
}
