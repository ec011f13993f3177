import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StepKind } from '@citewell/sdk';
import type { ApiKey } from '../keys/api-key.ts';
import type { QuotaDay } from '../quota/quota-day.ts';
import type { Outcome } from '../settlement.ts';

/** Days of the quota zone, "2026-03-29", the first and the last of them included. */
export type UsageWindow = { from: string; to: string };

/** Filter for a key's calls; an undefined field matches every call. */
export type UsageFilter = UsageWindow & {
  keyId: string;
  endpoint: string | undefined;
  outcome: Outcome | undefined;
};

/** Dimension by which usage is summed. */
export type UsageGrouping = 'day' | 'endpoint' | 'model';

/** A call's place in the order of a list. Nothing in it ever changes. */
export type CallPosition = { day: string; startedAt: number; id: string };

/** `after` is the place of the last call of the page before. */
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

/** One call. While it runs nothing of it is recorded: its figures are 0, and what is known only at its end null. */
export type CallRecord = CallPosition &
  Omit<UsageSum, 'requests'> & {
    endpoint: string;
    mode: string | null;
    state: 'running' | 'settled' | 'released';
    outcome: Outcome | null;
    endedAt: number | null;
    /** True if some of its tokens are our own count because the provider reported none. */
    estimated: boolean;
  };

/** One request to a model within a call, as it was journalled. */
export type StepRecord = {
  seq: number;
  kind: StepKind;
  model: string;
  promptTokens: number;
  completionTokens: number;
  /** Tokens of the prompt that the provider served from its cache; null if it did not say. */
  cachedTokens: number | null;
  /** `open` while it runs, `seen` where the call ended before it: then the tokens are those that were seen. */
  source: 'open' | 'seen' | 'provider' | 'estimated';
};

export type UsageReport = {
  key: ApiKey;
  quota: { day: QuotaDay; timeZone: string; used: number };
  byEndpoint: UsageGroup[];
  /**
   * Groups of usage. By model, a call stands under each of its models, and `charged` and `unbilled` are 0: a call is
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
 * Reads what the settlements recorded. Lists of calls are newest first. Amounts are tokens, times epoch milliseconds.
 * @throws {ServiceError} `overloaded` from every method while the database cannot be reached.
 */
export interface UsageReader {
  /** The quota day of this instant, on the clock that calls are recorded by. */
  quotaToday(): Promise<QuotaDay>;
  /** Everything on one snapshot, so that sums and calls agree to the token. Undefined where there is no such key. */
  reportUsage(
    filter: UsageFilter,
    groupBy: UsageGrouping,
    page: CallPageRequest,
  ): Promise<UsageReport | undefined>;
  /** Lists calls, `page.limit` at most. */
  listCalls(filter: UsageFilter, page: CallPageRequest): Promise<CallRecord[]>;
  /**
   * Sums the usage of all keys, on one snapshot, with the `keysMax` most charged ones. Its time grows with the keys and
   * the days, not with the calls.
   */
  reportOverall(window: UsageWindow, keysMax: number): Promise<OverallUsage>;
  /** Lists the steps in their order. Undefined if the key has no such call. */
  listSteps(keyId: string, callId: string): Promise<StepRecord[] | undefined>;
}

/** Days a window has at most. */
export const windowDaysMax = 366;
const windowDaysDefault = 30;

/**
 * The days meant where `to` or `from` is left out: up to today, 30 of them. `earliest` is the first day allowed for
 * `from`.
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

/** A day of the calendar, some days later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** "2026-02-29" has the form of a day and is none. */
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

/** One group for every day of the window: a day without calls is known to have none. */
export function fillDays({ from, to }: UsageWindow, groups: readonly UsageGroup[]): UsageGroup[] {
  const byDay = new Map(groups.map((group) => [group.key, group]));
  const days: UsageGroup[] = [];
  for (let day = from; day <= to; day = addDays(day, 1))
    days.push(byDay.get(day) ?? { key: day, ...sumUsage([]) });
  return days;
}

/** Number of calls that SQLite reads in one or two milliseconds. */
const callsAtOnce = 100;

/** Every call of the window, a page at a time, however many there are. */
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
    // SQLite answers within the turn: without a break, a long list would keep everybody else waiting.
    await nextTurn();
  }
}
