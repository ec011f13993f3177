import type { Module } from '@citewell/sdk';

/** A key as the rules see it. The secret itself is nowhere: only its SHA-256, in a table of its own. */
export type ApiKey = {
  id: string;
  label: string;
  /** The secret's beginning and end, for people: "cw_Ab3d…9xKz". */
  hint: string;
  status: 'enabled' | 'disabled';
  /** Epoch milliseconds; the key is refused from this instant on. */
  expiresAt: number | undefined;
  modules: Module[];
  /** Metered calls a day, or null for no limit. */
  dailyQuota: number | null;
  /** Calls at one time in one process, or null for the installation's default. */
  maxRunningCalls: number | null;
  createdAt: number;
  /** Tokens: balance = granted − charged, available = balance − held. */
  granted: number;
  charged: number;
  held: number;
};
