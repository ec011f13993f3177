import type { Module } from '@citewell/sdk';
import { requestJson } from './request-json.ts';

/** Types of the administration API, named as in its openapi.json. */

/** Maximum lengths of a key's label and of a reason, in characters, as the server's `features/admin/fields.ts` has them. */
export const labelMax = 200;
export const reasonMax = 500;

export type AdminSession = {
  name: string;
  role: 'operator' | 'auditor';
  csrf_token: string;
  ends_at: string;
};

export type Installation = {
  version: string;
  engine: string;
  model: string | null;
  sources: string[];
  ncbi_email: boolean;
  ncbi_api_key: boolean;
  mail: 'smtp' | 'console';
  tls: boolean;
  guest_access: boolean;
  library_sync: string | null;
  library: {
    records: number;
    /** Number of invented demonstration records among them. */
    demonstration: number;
    bytes: number;
    newest: string | null;
    changed_at: string | null;
    synced_at: string | null;
  };
};

export type Key = {
  id: string;
  label: string;
  owner_email: string | null;
  hint: string;
  status: 'enabled' | 'disabled';
  expires_at: string | null;
  modules: Module[];
  daily_quota: number | null;
  max_running_calls: number | null;
  granted: number;
  charged: number;
  held: number;
  available: number;
  created_at: string;
};

/** `secrets` newest first. */
export type KeyDetails = Key & {
  application_id: string | null;
  secrets: { hint: string; created_at: string; expires_at: string | null; revoked_at: string | null }[];
};

export type Application = {
  id: string;
  state: 'submitted' | 'confirmed' | 'approved' | 'rejected' | 'withdrawn';
  due_at: string | null;
  overdue: boolean;
  name: string;
  email: string;
  organisation: string | null;
  purpose: string;
  modules: Module[];
  submitted_at: string;
  decided_at: string | null;
  decided_by: string | null;
  reason: string | null;
  key_id: string | null;
  claimed_at: string | null;
};

export type RunningCall = {
  id: string;
  key_id: string;
  key_label: string;
  endpoint: string;
  started_at: string;
  age_seconds: number;
  held: number;
  tokens: number;
  delivered: boolean;
  owner: string;
};

export type Mail = {
  id: string;
  kind: string;
  recipient: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: number;
  created_at: string;
  next_try_at: string | null;
  ended_at: string | null;
  last_error: string | null;
};

export type AuditEntry = {
  seq: number;
  at: string;
  actor: string;
  ip: string | null;
  action: string;
  target: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
};

export type LedgerVerification = {
  whole: boolean;
  keys: number;
  calls: number;
  ledger_entries: number;
  audit_entries: number;
  checked: { rule: string; en: string; zh: string }[];
  drifts: { rule: string; key_id: string | null; where: string; expected: string; found: string }[];
};

export type JobKind = 'ingest' | 'sync' | 'verify' | 'compact';

export type LibraryJob = {
  id: string;
  kind: JobKind;
  path: string | null;
  dry_run: boolean;
  actor: string;
  state: 'running' | 'done' | 'problems' | 'failed' | 'cancelled' | 'interrupted' | 'busy' | 'elsewhere';
  started_at: string;
  ended_at: string | null;
  progress: {
    file: string | null;
    files: number;
    records: number;
    rate: number;
    percent: number;
    seconds_left: number | null;
  } | null;
  counts: Record<
    'records' | 'added' | 'replaced' | 'unchanged' | 'removed' | 'rejected' | 'refused',
    number
  > | null;
  problems: string[];
};

export type Library = {
  records: number;
  newest: string | null;
  changed_at: string | null;
  synced_at: string | null;
  bytes: number;
  segments: number;
  sync: { schedule: string | null; next_at: string | null };
  incoming: {
    folder: string;
    exists: boolean;
    entries: { name: string; kind: 'file' | 'folder'; bytes: number | null }[];
    has_more: boolean;
  };
};

export type Category = {
  id: string;
  name: { en: string; zh: string };
  pubmed_filter: string;
  library_terms: string[];
};

export type CategoryFile = {
  path: string;
  version: string;
  is_default: boolean;
  problems: string[];
  categories: Category[];
};

export type Dependency = {
  id: string;
  configured: boolean;
  model: string | null;
  structured_output: 'schema' | 'json' | 'text' | null;
  circuit: 'open' | 'closed' | null;
  requests: number;
  failures: number;
  requests_total: number;
  failures_total: number;
  queue: { waiting: number; wait_ms: number; refused: number } | null;
  last_success_at: string | null;
  last_failure_at: string | null;
  last_failure: string | null;
  latency_ms: { median: number; p95: number } | null;
};

/** Health as observed by one process since it started. */
export type Health = {
  dependencies: Dependency[];
  abandoned_calls: number;
  internal_errors: number;
  lost_file: string | null;
  write_failure: 'disk_full' | 'io_error' | null;
};

export type Probe = { dependency: Dependency; probe: { failure: string | null; duration_ms: number } };

export type AdminClient = {
  get<Reply>(path: string): Promise<Reply>;
  post<Reply>(path: string, body?: unknown): Promise<Reply>;
  patch<Reply>(path: string, body: unknown): Promise<Reply>;
  put<Reply>(path: string, body: unknown): Promise<Reply>;
};

export function createAdminClient(
  session: AdminSession,
  language: 'zh' | 'en',
  onSignedOut: () => void,
): AdminClient {
  const send = async <Reply>(method: string, path: string, body?: unknown) => {
    try {
      const headers = { 'x-csrf-token': session.csrf_token };
      return await requestJson<Reply>(`/admin/api${path}`, { method, body, language, headers });
    } catch (error) {
      if ((error as { status?: number }).status === 401) onSignedOut();
      throw error;
    }
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body = {}) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    put: (path, body) => send('PUT', path, body),
  };
}
