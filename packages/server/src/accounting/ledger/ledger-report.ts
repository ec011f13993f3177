import type { Drift } from '../../audit/invariants.ts';

/** Counts of what was verified, and every discrepancy found. */
export type LedgerReport = { keys: number; calls: number; entries: number; drifts: Drift[] };
