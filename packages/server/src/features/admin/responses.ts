import { applicationStates, modules } from '@citewell/sdk';
import { z } from 'zod';
import { invariants } from '../../audit/invariants.ts';
import { errorBody } from '../../http/schemas/responses.ts';
import { usageComponents, usageGroup, usageTotals, usageWindow } from '../usage/usage-schema.ts';
import { operationsComponents } from './operations-schemas.ts';
import { requestComponents, roleName } from './requests.ts';

/** Schemas of the administration's replies, for its openapi.json and for tests. */

const time = z.string().meta({ format: 'date-time' });
const tokens = z.int().meta({ description: 'Tokens' });
const status = z.enum(['enabled', 'disabled']);

export const sessionResponse = z.object({
  name: z.string(),
  role: roleName,
  csrf_token: z
    .string()
    .meta({ description: 'Send in the X-CSRF-Token header of every request other than GET' }),
  ends_at: time.meta({
    description: 'The latest time at which it expires; it also expires after 30 minutes without a request',
  }),
});

export const signedOut = z.object({ signed_out: z.literal(true) });

const keySummary = z.object({
  id: z.string(),
  label: z.string(),
  owner_email: z.string().nullable(),
  hint: z.string().meta({ description: 'The first and last characters of the key' }),
  status,
  expires_at: time.nullable(),
  modules: z.array(z.enum(modules)),
  daily_quota: z.int().nullable(),
  max_running_calls: z
    .int()
    .nullable()
    .meta({ description: 'Concurrent calls in one process; null: the default' }),
  balance: tokens,
  granted: tokens,
  charged: tokens,
  held: tokens,
  available: tokens,
  created_at: time,
});

const secret = z.object({
  hint: z.string(),
  created_at: time,
  expires_at: time.nullable().meta({ description: 'End of the grace period' }),
  revoked_at: time.nullable(),
});

export const keyResponse = keySummary.extend({
  application_id: z.string().nullable(),
  secrets: z.array(secret).meta({ description: 'Newest first; the secrets themselves are not stored' }),
});

export const keyWithSecret = z.object({
  key: keyResponse,
  secret: z.string().meta({ description: 'Shown only once and not stored' }),
});

export const reissuedKey = keyWithSecret.extend({
  mailed_to: z.string().nullable().meta({ description: 'Address of the owner, who is notified by e-mail' }),
});

const nextCursor = z.string().nullable().meta({ description: 'The `cursor` of the next page' });

export const keyPage = z.object({ keys: z.array(keySummary), next_cursor: nextCursor });

export const overallUsage = z.object({
  window: usageWindow,
  timezone: z.string().meta({ description: 'Time zone of the days' }),
  totals: usageTotals,
  trend: z.array(usageGroup).meta({ description: 'Every day of the period, in order' }),
  by_endpoint: z.array(usageGroup),
  keys: z
    .array(usageGroup.extend({ key: z.string().meta({ description: 'The key’s id' }), label: z.string() }))
    .meta({ description: 'The keys with the highest charges, at most 50' }),
});

export const adjustmentResponse = z.object({
  key: keySummary,
  entry: z.object({
    seq: z.int(),
    kind: z.enum(['grant', 'adjust']),
    amount: tokens,
    actor: z.string(),
    reason: z.string(),
    operation_key: z.string().nullable(),
    at: time,
  }),
  repeated: z.boolean().meta({ description: 'Already posted under the same operation key' }),
});

const runningCall = z.object({
  id: z.string(),
  key_id: z.string(),
  key_label: z.string(),
  endpoint: z.string(),
  module: z.enum(modules),
  started_at: time,
  age_seconds: z.int(),
  held: tokens,
  tokens: tokens.meta({ description: 'Used so far' }),
  delivered: z.boolean().meta({ description: 'Part of the answer has been delivered' }),
  owner: z.string().meta({ description: 'The process that runs it' }),
  lease_until: time,
});

export const callPage = z.object({ calls: z.array(runningCall), next_cursor: nextCursor });

export const settlementResponse = z.object({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  total_tokens: tokens,
  charged: tokens,
  unbilled: tokens,
});

const rule = z.enum(Object.keys(invariants) as [keyof typeof invariants]);

export const applicationResponse = z.object({
  id: z.string(),
  state: z.enum(applicationStates),
  due_at: time.nullable().meta({ description: 'Deadline for the decision' }),
  overdue: z.boolean(),
  name: z.string(),
  email: z.string(),
  organisation: z.string().nullable(),
  purpose: z.string(),
  modules: z.array(z.enum(modules)),
  language: z.enum(['zh', 'en']),
  submitted_at: time,
  confirmed_at: time.nullable(),
  decided_at: time.nullable(),
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
  key_id: z.string().nullable(),
  claim_until: time.nullable().meta({ description: 'Expiry of the link that shows the key' }),
  claimed_at: time.nullable(),
});

export const applicationPage = z.object({
  applications: z.array(applicationResponse),
  next_cursor: nextCursor,
});

export const mailResponse = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  language: z.enum(['zh', 'en']),
  application_id: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  created_at: time,
  next_try_at: time.nullable(),
  ended_at: time.nullable(),
  last_error: z.string().nullable(),
});

export const mailPage = z.object({ mails: z.array(mailResponse), next_cursor: nextCursor });

export const ledgerVerification = z.object({
  whole: z.boolean(),
  keys: z.int(),
  calls: z.int(),
  ledger_entries: z.int(),
  audit_entries: z.int(),
  checked: z.array(z.object({ rule, en: z.string(), zh: z.string() })),
  drifts: z.array(
    z.object({
      rule,
      key_id: z.string().nullable(),
      where: z.string(),
      expected: z.string(),
      found: z.string(),
    }),
  ),
});

export const installationResponse = z.object({
  version: z.string(),
  engine: z.string(),
  model: z.string().nullable().meta({ description: 'Null: answers are quotations' }),
  sources: z.array(z.string()),
  ncbi_email: z.boolean().meta({ description: 'A contact address for NCBI is set' }),
  ncbi_api_key: z.boolean(),
  mail: z.enum(['smtp', 'console']).meta({ description: 'console: e-mails are printed, not sent' }),
  tls: z.boolean(),
  guest_access: z.boolean(),
  library_sync: z.string().nullable().meta({ description: 'Cron schedule for fetching new files' }),
  library: z.object({
    records: z.int(),
    demonstration: z.int().meta({ description: 'How many of them are invented demonstration records' }),
    bytes: z.int(),
    newest: z.string().nullable(),
    changed_at: time.nullable(),
    synced_at: time.nullable(),
  }),
});

const snapshot = z.record(z.string(), z.unknown()).nullable();

const auditEntry = z.object({
  seq: z.int(),
  at: time,
  actor: z.string(),
  ip: z.string().nullable(),
  action: z.string(),
  target: z.string(),
  before: snapshot,
  after: snapshot,
  reason: z.string().nullable(),
  correlation_id: z.string().nullable(),
});

export const auditPage = z.object({ entries: z.array(auditEntry), next_cursor: nextCursor });

/** Named schemas of the operator's openapi.json. */
export const adminComponents = {
  ...requestComponents,
  ...usageComponents,
  Session: sessionResponse,
  SignedOut: signedOut,
  Key: keyResponse,
  KeyWithSecret: keyWithSecret,
  ReissuedKey: reissuedKey,
  KeyPage: keyPage,
  OverallUsage: overallUsage,
  PostedEntry: adjustmentResponse,
  CallPage: callPage,
  Settlement: settlementResponse,
  Application: applicationResponse,
  ApplicationPage: applicationPage,
  Mail: mailResponse,
  MailPage: mailPage,
  LedgerVerification: ledgerVerification,
  AuditPage: auditPage,
  Installation: installationResponse,
  ...operationsComponents,
  Error: errorBody,
};
