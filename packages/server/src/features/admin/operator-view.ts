import type { ApiKey } from '../../accounting/keys/api-key.ts';
import type { KeySummary } from '../../accounting/keys/key-change.ts';
import type { LedgerEntry } from '../../accounting/ledger/ledger-entry.ts';
import type { VerificationReport } from '../../accounting/ledger/verify-accounts.ts';
import type { KeyDetails, RunningCallRecord } from '../../accounting/operator-store.ts';
import type { Settlement } from '../../accounting/settlement.ts';
import type { AuditEntry } from '../../audit/audit.ts';
import { invariants } from '../../audit/invariants.ts';
import type { Administrator } from '../../identity/administrator.ts';
import { isoTime } from '../../platform/text/iso-time.ts';

/** Views of data for operators, identical over HTTP and on the command line. They contain no secrets. */

export function keyJson(key: ApiKey) {
  const { id, label, hint, status, expiresAt, modules, dailyQuota, createdAt, granted, charged, held } = key;
  return {
    id,
    label,
    hint,
    status,
    expires_at: isoTime(expiresAt ?? null),
    modules,
    daily_quota: dailyQuota,
    max_running_calls: key.maxRunningCalls,
    balance: granted - charged,
    granted,
    charged,
    held,
    available: granted - charged - held,
    created_at: isoTime(createdAt),
  };
}

export function keySummaryJson(key: KeySummary) {
  const { id, label, ...rest } = keyJson(key);
  return { id, label, owner_email: key.ownerEmail, ...rest };
}

export function keyDetailsJson(key: KeyDetails) {
  return {
    ...keySummaryJson(key),
    application_id: key.applicationId,
    secrets: key.secrets.map(({ hint, createdAt, expiresAt, revokedAt }) => ({
      hint,
      created_at: isoTime(createdAt),
      expires_at: isoTime(expiresAt),
      revoked_at: isoTime(revokedAt),
    })),
  };
}

export function ledgerEntryJson({ seq, kind, amount, actor, reason, operationKey, at }: LedgerEntry) {
  return { seq, kind, amount, actor, reason, operation_key: operationKey, at: isoTime(at) };
}

export function runningCallJson(call: RunningCallRecord, now: number) {
  const { id, keyId, keyLabel, endpoint, module, startedAt, held, tokens, delivered, owner } = call;
  return {
    id,
    key_id: keyId,
    key_label: keyLabel,
    endpoint,
    module,
    started_at: isoTime(startedAt),
    age_seconds: Math.max(0, Math.round((now - startedAt) / 1000)),
    held,
    tokens,
    delivered,
    owner,
    lease_until: isoTime(call.leaseUntil),
  };
}

export function settlementJson({ promptTokens, completionTokens, tokens, charged, unbilled }: Settlement) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: tokens,
    charged,
    unbilled,
  };
}

export function auditEntryJson(entry: AuditEntry) {
  const { seq, at, actor, ip, action, target, before, after, reason, correlationId } = entry;
  return {
    seq,
    at: isoTime(at),
    actor,
    ip,
    action,
    target,
    before: before === null ? null : (JSON.parse(before) as Record<string, unknown>),
    after: after === null ? null : (JSON.parse(after) as Record<string, unknown>),
    reason,
    correlation_id: correlationId,
  };
}

export function administratorJson({ name, role, status, createdAt, passwordSetAt }: Administrator) {
  return { name, role, status, created_at: isoTime(createdAt), password_set_at: isoTime(passwordSetAt) };
}

export function ledgerVerificationJson({ keys, calls, entries, auditEntries, drifts }: VerificationReport) {
  return {
    whole: drifts.length === 0,
    keys,
    calls,
    ledger_entries: entries,
    audit_entries: auditEntries,
    checked: Object.entries(invariants).map(([rule, { en, zh }]) => ({ rule, en, zh })),
    drifts: drifts.map(({ invariant, keyId, where, expected, found }) => ({
      rule: invariant,
      key_id: keyId || null,
      where,
      expected,
      found,
    })),
  };
}
