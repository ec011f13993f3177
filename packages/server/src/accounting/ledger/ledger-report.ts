import type { Drift } from '../../audit/invariants.ts';

/** Numbers of verified items, and every discrepancy found. */
export type LedgerReport = { keys: number; calls: number; entries: number; drifts: Drift[] };
