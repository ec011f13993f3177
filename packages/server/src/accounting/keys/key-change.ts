import type { Module } from '@citewell/sdk';
import type { Attribution, AuditAction, Change, Snapshot } from '../../audit/audit.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import type { ApiKey } from './api-key.ts';
import type { Reissue } from './secret-record.ts';

export type KeySummary = ApiKey & { ownerEmail: string | null };

/** Fields of a key that an operator sets. Null means none: no owner, no expiry, no limit, or the default. */
export type KeySettings = {
  label: string;
  ownerEmail: string | null;
  status: ApiKey['status'];
  expiresAt: number | null;
  modules: Module[];
  dailyQuota: number | null;
  maxRunningCalls: number | null;
};

/** Settings to change; omitted fields stay unchanged. */
export type KeyChange = { [Field in keyof KeySettings]?: KeySettings[Field] | undefined };

export type PlannedChange = {
  settings: KeySettings;
  action: AuditAction;
  before: Snapshot;
  after: Snapshot;
};

/** Computes the changed settings, with the affected fields for the audit log. Undefined if nothing changes. */
export function planKeyChange(key: KeySummary, change: KeyChange): PlannedChange | undefined {
  const current = settingsOf(key);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const settings: KeySettings = { ...current, ...given };
  const [before, after] = [snapshotOf(current), snapshotOf(settings)];
  const touched = Object.keys(after).filter((field) => !same(before[field], after[field]));
  if (touched.length === 0) return undefined;
  return {
    settings,
    action: actionOf(current, settings),
    before: pick(before, touched),
    after: pick(after, touched),
  };
}

/** Returns a key's settings with the field names of the wire format. */
export function snapshotOf(settings: KeySettings): Snapshot {
  const { label, ownerEmail, status, expiresAt, modules, dailyQuota, maxRunningCalls } = settings;
  return {
    label,
    owner_email: ownerEmail,
    status,
    expires_at: isoTime(expiresAt),
    modules,
    daily_quota: dailyQuota,
    max_running_calls: maxRunningCalls,
  };
}

function settingsOf({ expiresAt, ...key }: KeySummary): KeySettings {
  const { label, ownerEmail, status, modules, dailyQuota, maxRunningCalls } = key;
  return { label, ownerEmail, status, expiresAt: expiresAt ?? null, modules, dailyQuota, maxRunningCalls };
}

function actionOf(current: KeySettings, { status }: KeySettings): AuditAction {
  if (status === current.status) return 'key.update';
  return status === 'enabled' ? 'key.enable' : 'key.disable';
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function pick(snapshot: Snapshot, fields: readonly string[]): Snapshot {
  return Object.fromEntries(Object.entries(snapshot).filter(([field]) => fields.includes(field)));
}

/** Creates the audit log entry for a new secret; `hint` is that of the previous one. */
export function auditOfReissue(
  { id, hint }: KeySummary,
  reissue: Reissue,
  by: Attribution,
  at: number,
): Change {
  const { graceMs } = reissue;
  const previous = graceMs === null ? 'revoked' : `valid until ${isoTime(at + graceMs)}`;
  const after = { hint: reissue.hint, previous, ...(reissue.mail && { mailed: 'owner' }) };
  return { action: 'key.reissue', target: id, by, before: { hint }, after, at };
}
