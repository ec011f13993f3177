import type { DatabaseSync } from 'node:sqlite';
import type { Module } from '@citewell/sdk';
import type { ApiKey } from '../../accounts/accounts.ts';
import { chainStart } from '../../accounts/ledger-entry.ts';
import type { AdmissionState } from '../../accounts/refusal.ts';
import type { Grant, NewKeyRecord } from '../../accounts/store.ts';
import type { Clock } from '../../clock.ts';
import type { Ledger } from './ledger.ts';

/** The columns of api_key that the rules look at. */
export const keyColumns =
  'k.id, k.label, k.status, k.expires_at, k.modules, k.daily_limit, k.granted, k.charged, k.held, k.created_at';

export type KeyRow = {
  id: string;
  label: string;
  status: ApiKey['status'];
  expires_at: number | null;
  modules: string;
  daily_limit: number | null;
  granted: number;
  charged: number;
  held: number;
  created_at: number;
};

/** Keys and their secrets. Reads stand alone; what changes something is to be run inside a transaction. */
export function prepareKeys(connection: DatabaseSync, ledger: Ledger, clock: Clock) {
  const bySecret = connection.prepare(
    `SELECT ${keyColumns}, s.hint FROM key_secret s JOIN api_key k ON k.id = s.key_id
     WHERE s.hash = ? AND s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > ?)`,
  );
  const newestHint = `(SELECT hint FROM key_secret s WHERE s.key_id = k.id ORDER BY created_at DESC LIMIT 1) AS hint`;
  const byId = connection.prepare(`SELECT ${keyColumns}, ${newestHint} FROM api_key k WHERE k.id = ?`);
  const all = connection.prepare(
    `SELECT ${keyColumns}, ${newestHint} FROM api_key k ORDER BY k.created_at, k.id`,
  );
  const any = connection.prepare('SELECT 1 FROM api_key LIMIT 1');
  const insertKey = connection.prepare(
    `INSERT INTO api_key (id, label, status, expires_at, modules, daily_limit, ledger_hash, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSecret = connection.prepare(
    'INSERT INTO key_secret (hash, key_id, hint, created_at) VALUES (?, ?, ?, ?)',
  );
  const updateStatus = connection.prepare('UPDATE api_key SET status = ? WHERE id = ?');

  function get(id: string): ApiKey | undefined {
    return toApiKey(byId.get(id));
  }

  function create(record: NewKeyRecord): ApiKey {
    const { id, label, status, expiresAt, modules, dailyQuota, secretHash, hint, balance, actor } = record;
    const now = clock.now();
    insertKey.run(id, label, status, expiresAt ?? null, JSON.stringify(modules), dailyQuota, chainStart, now);
    insertSecret.run(secretHash, id, hint, now);
    if (balance > 0) book({ keyId: id, amount: balance, actor, reason: 'first grant' });
    return get(id) as ApiKey;
  }

  function book(grant: Grant): void {
    const operationKey = grant.operationKey ?? null;
    ledger.post({ ...grant, operationKey, kind: 'grant', callId: null, at: clock.now() });
  }

  return {
    find: (secretHash: Uint8Array) => toApiKey(bySecret.get(secretHash, clock.now())),
    get,
    list: () => all.all().flatMap((row) => toApiKey(row) ?? []),
    create,
    createFirst: (record: NewKeyRecord) => (any.get() ? undefined : create(record)),
    setStatus(id: string, status: ApiKey['status']): ApiKey | undefined {
      updateStatus.run(status, id);
      return get(id);
    },
    grant(grant: Grant): ApiKey | undefined {
      const { keyId, operationKey } = grant;
      const repeated = operationKey !== undefined && ledger.hasOperation(keyId, operationKey);
      if (get(keyId) && !repeated) book(grant);
      return get(keyId);
    },
  };
}

function toApiKey(row: unknown): ApiKey | undefined {
  if (row === undefined) return undefined;
  const { hint, ...key } = row as KeyRow & { hint: string };
  return { ...toKeyStanding(key), id: key.id, label: key.label, hint, createdAt: key.created_at };
}

/** The part of a key that admission is decided on. */
export function toKeyStanding(row: KeyRow): AdmissionState['key'] {
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
