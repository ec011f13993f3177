import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StepKind } from '@citewell/sdk';
import type { ApiKey } from '../keys/api-key.ts';
import type { QuotaDay } from '../quota/quota-day.ts';
import type { Outcome } from '../settlement.ts';

/** Days of the quota zone, "2026-03-29", both inclusive. */
export type UsageWindow = { from: string; to: string };

/** Filter for a key's calls; an undefined field matches every call. */
export type UsageFilter = UsageWindow & {
  keyId: string;
  endpoint: string | undefined;
  outcome: Outcome | undefined;
};

/** Dimension by which usage is summed. */
export type UsageGrouping = 'day' | 'endpoint' | 'model';

/** A call's position in the order of a list. None of its fields ever changes. */
export type CallPosition = { day: string; startedAt: number; id: string };

/** Page to return: `after` is the position of the last call on the previous page. */
export type CallPageRequest = { after: CallPosition | undefined; limit: number };

/** Tokens of calls that have ended. promptTokens + completionTokens = charged + unbilled. */
export type UsageSum = {
  requests: number;
  promptTokens: number;
  completionTokens: number;
  charged: number;
  unbilled: number;
};

export type UsageGroup = UsageSum & { key: string };

/** A call. While it runs, its figures are 0, and values known only at its end are null. */
export type CallRecord = CallPosition &
  Omit<UsageSum, 'requests'> & {
    endpoint: string;
    mode: string | null;
    state: 'running' | 'settled' | 'released';
    outcome: Outcome | null;
    endedAt: number | null;
    /** Indicates that some of its tokens are our own count because the provider reported none. */
    estimated: boolean;
  };

/** A request to a model within a call, as recorded in the journal. */
export type StepRecord = {
  seq: number;
  kind: StepKind;
  model: string;
  promptTokens: number;
  completionTokens: number;
  /** Tokens of the prompt that the provider served from its cache; null if not reported. */
  cachedTokens: number | null;
  /** `open` while it runs, `seen` if the call ended before it: the tokens are then those seen so far. */
  source: 'open' | 'seen' | 'provider' | 'estimated';
};

export type UsageReport = {
  key: ApiKey;
  quota: { day: QuotaDay; timeZone: string; used: number };
  byEndpoint: UsageGroup[];
  /**
   * Groups of usage. By model, a call is listed under each of its models, and `charged` and `unbilled` are 0, because a call is
   * charged as a whole.
   */
  trend: UsageGroup[];
  calls: CallRecord[];
};

/** Combined usage of all keys, with the most charged keys in descending order. */
export type OverallUsage = {
  byDay: UsageGroup[];
  byEndpoint: UsageGroup[];
  /** Usage by the key's id. */
  byKey: (UsageGroup & { label: string })[];
};

/**
 * Reads recorded usage. Lists of calls are newest first. Amounts are tokens, times epoch milliseconds.
 * @throws {ServiceError} `overloaded` from every method while the database cannot be reached.
 * @example
 * const report = await usage.reportUsage(filter, 'day', { limit: 50, after: undefined });
 */
export interface UsageReader {
  /** Returns the current quota day, by the clock with which calls are recorded. */
  quotaToday(): Promise<QuotaDay>;
  /** Reads sums and calls on one snapshot, so that they agree to the token. Undefined if there is no such key. */
  reportUsage(
    filter: UsageFilter,
    groupBy: UsageGrouping,
    page: CallPageRequest,
  ): Promise<UsageReport | undefined>;
  /** Lists calls, `page.limit` at most. */
  listCalls(filter: UsageFilter, page: CallPageRequest): Promise<CallRecord[]>;
  /**
   * Sums the usage of all keys, on one snapshot, with the `keysMax` most charged ones. Its duration depends on the number of keys and
   * days, not of calls.
   */
  reportOverall(window: UsageWindow, keysMax: number): Promise<OverallUsage>;
  /** Lists the steps in order. Undefined if the key has no such call. */
  listSteps(keyId: string, callId: string): Promise<StepRecord[] | undefined>;
}

/** Maximum number of days in a window. */
export const windowDaysMax = 366;
const windowDaysDefault = 30;

/**
 * Completes a window if `to` or `from` is omitted: 30 days up to today. `earliest` is the first day allowed for `from`.
 */
export function windowUpTo(
  today: string,
  { from, to = today }: { from?: string | undefined; to?: string | undefined },
): UsageWindow & { earliest: string } {
  return {
    from: from ?? addDays(to, 1 - windowDaysDefault),
    to,
    earliest: addDays(to, 1 - windowDaysMax),
  };
}

/** Returns the calendar day `count` days later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Returns true if a text is a valid day; "2026-02-29" only looks like one. */
export function isDay(text: string): boolean {
  return /^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

export function sumUsage(groups: readonly UsageSum[]): UsageSum {
  const sum: UsageSum = { requests: 0, promptTokens: 0, completionTokens: 0, charged: 0, unbilled: 0 };
  for (const group of groups) {
    sum.requests += group.requests;
    sum.promptTokens += group.promptTokens;
    sum.completionTokens += group.completionTokens;
    sum.charged += group.charged;
    sum.unbilled += group.unbilled;
  }
  return sum;
}

/** Returns one group for every day of the window, including days without calls. */
export function fillDays({ from, to }: UsageWindow, groups: readonly UsageGroup[]): UsageGroup[] {
  const byDay = new Map(groups.map((group) => [group.key, group]));
  const days: UsageGroup[] = [];
  for (let day = from; day <= to; day = addDays(day, 1))
    days.push(byDay.get(day) ?? { key: day, ...sumUsage([]) });
  return days;
}

/** Number of calls that SQLite reads in one or two milliseconds. */
const callsAtOnce = 100;

/** Yields every call of the window, reading a page at a time. */
export async function* allCalls(
  reader: UsageReader,
  filter: UsageFilter,
  limit: number = callsAtOnce,
): AsyncGenerator<CallRecord[], void> {
  let after: CallPosition | undefined;
  for (;;) {
    const calls = await reader.listCalls(filter, { after, limit });
    if (calls.length > 0) yield calls;
    if (calls.length < limit) return;
    after = calls.at(-1);
    // SQLite answers synchronously: without a break, a long list would block all other requests.
    await nextTurn();
  }
}
