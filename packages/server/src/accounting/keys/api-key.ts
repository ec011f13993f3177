import type { Module } from '@citewell/sdk';

/** A key without its secret, of which only the SHA-256 is stored, in a table of its own. */
export type ApiKey = {
  id: string;
  label: string;
  /** The secret's beginning and end, for display: "cw_Ab3d…9xKz". */
  hint: string;
  status: 'enabled' | 'disabled';
  /** Epoch milliseconds; the key is rejected from this instant on. */
  expiresAt: number | undefined;
  modules: Module[];
  /** Metered calls per day, or null for no limit. */
  dailyQuota: number | null;
  /** Simultaneous calls in one process, or null for the installation's default. */
  maxRunningCalls: number | null;
  createdAt: number;
  /** Tokens: balance = granted − charged, available = balance − held. */
  granted: number;
  charged: number;
  held: number;
};
