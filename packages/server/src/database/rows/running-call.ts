import type { Module } from '@citewell/sdk';
import type { PageRequest, RunningCallRecord } from '../../accounting/operator-store.ts';

export type RunningCalls = PageRequest & { keyId?: string | undefined };

export type RunningCallRow = {
  id: string;
  key_id: string;
  label: string;
  endpoint: string;
  module: Module;
  started_at: number;
  held: number;
  tokens: number;
  first_token_at: number | null;
  owner: string;
  lease_until: number;
};

export function toRunningCall(row: RunningCallRow): RunningCallRecord {
  const { id, endpoint, module, held, tokens, owner } = row;
  return {
    ...{ id, endpoint, module, held, tokens, owner },
    keyId: row.key_id,
    keyLabel: row.label,
    startedAt: row.started_at,
    delivered: row.first_token_at !== null,
    leaseUntil: row.lease_until,
  };
}
