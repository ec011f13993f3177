import type {
  UsageRecord,
  UsageResponse,
  UsageStep,
  UsageStepsResponse,
  UsageGroup as WireGroup,
} from '@citewell/sdk';
import {
  type CallPosition,
  type CallRecord,
  fillDays,
  type OverallUsage,
  type StepRecord,
  sumUsage,
  type UsageFilter,
  type UsageGroup,
  type UsageGrouping,
  type UsageReader,
  type UsageReport,
  type UsageSum,
  type UsageWindow,
} from '../../accounting/usage/usage.ts';
import { csvLine } from '../../platform/text/csv.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { writeCursor } from './usage-cursor.ts';

export type UsagePageRequest = {
  filter: UsageFilter;
  groupBy: UsageGrouping;
  /** Records on the page. */
  limit: number;
  /** Position of the last record on the previous page. */
  after: CallPosition | undefined;
};

/** Formats a page of a key's usage for the API. Returns undefined if there is no such key. */
export async function readUsagePage(
  reader: UsageReader,
  { filter, groupBy, limit, after }: UsagePageRequest,
): Promise<UsageResponse | undefined> {
  // One extra record shows whether there is a next page.
  const report = await reader.reportUsage(filter, groupBy, { after, limit: limit + 1 });
  if (!report) return undefined;
  const calls = report.calls.slice(0, limit);
  const last = report.calls.length > limit ? calls.at(-1) : undefined;
  const nextCursor = last ? writeCursor({ ...filter, after: last }, filter) : null;
  return usageResponse({ ...report, calls }, filter, groupBy, nextCursor);
}

function usageResponse(
  { key, quota, byEndpoint, trend, calls }: UsageReport,
  { from, to }: UsageWindow,
  groupBy: UsageGrouping,
  nextCursor: string | null,
): UsageResponse {
  const { id, label, hint, status, expiresAt, modules, dailyQuota, granted, charged, held } = key;
  return {
    key: { id, label, hint, status, expires_at: isoTime(expiresAt ?? null), modules },
    balance: { granted, charged, held, available: granted - charged - held },
    quota: {
      day: quota.day.date,
      timezone: quota.timeZone,
      used: quota.used,
      limit: dailyQuota,
      resets_at: isoTime(quota.day.resetsAt),
    },
    window: { from, to },
    totals: totalsOf(byEndpoint),
    trend: trendGroups(),
    by_endpoint: byEndpoint.map(usageGroup),
    records: calls.map(usageRecord),
    next_cursor: nextCursor,
  };

  function trendGroups(): WireGroup[] {
    if (groupBy === 'day') return fillDays({ from, to }, trend).map(usageGroup);
    if (groupBy === 'model') return trend.map((group) => ({ ...usageGroup(group), charged: null }));
    return trend.map(usageGroup);
  }
}

/** Formats the usage of all keys for the API. */
export function overallUsageJson(
  window: UsageWindow,
  timeZone: string,
  { byDay, byEndpoint, byKey }: OverallUsage,
) {
  return {
    window,
    timezone: timeZone,
    totals: totalsOf(byEndpoint),
    trend: fillDays(window, byDay).map(usageGroup),
    by_endpoint: byEndpoint.map(usageGroup),
    keys: byKey.map(({ label, ...group }) => ({ ...usageGroup(group), label })),
  };
}

function totalsOf(groups: readonly UsageSum[]) {
  const { requests, charged, unbilled, ...tokens } = sumUsage(groups);
  return { requests, ...tokenCounts(tokens), charged, unbilled };
}

function usageGroup({ key, requests, charged, ...tokens }: UsageGroup): WireGroup {
  return { key, requests, ...tokenCounts(tokens), charged };
}

function tokenCounts({
  promptTokens,
  completionTokens,
}: Pick<UsageSum, 'promptTokens' | 'completionTokens'>) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

function usageRecord(call: CallRecord): UsageRecord {
  const { id, endpoint, mode, startedAt, endedAt, outcome, state, charged, unbilled, estimated } = call;
  return {
    request_id: id,
    endpoint,
    mode,
    started_at: isoTime(startedAt),
    ended_at: isoTime(endedAt),
    duration_ms: endedAt === null ? null : endedAt - startedAt,
    outcome,
    state,
    ...tokenCounts(call),
    charged,
    unbilled,
    estimated,
  };
}

/** Returns the steps of a call of this key, or undefined if there is no such call. */
export async function readCallSteps(
  reader: UsageReader,
  keyId: string,
  callId: string,
): Promise<UsageStepsResponse | undefined> {
  const steps = await reader.listSteps(keyId, callId);
  return steps && { request_id: callId, steps: steps.map(usageStep) };
}

function usageStep({ kind, model, source, cachedTokens, ...step }: StepRecord, index: number): UsageStep {
  return {
    number: index + 1,
    kind,
    model,
    ...tokenCounts(step),
    cached_tokens: cachedTokens,
    state: source === 'open' ? 'running' : source === 'seen' ? 'interrupted' : 'finished',
    estimated: source === 'estimated' || source === 'seen',
  };
}

const csvColumns = [
  'request_id',
  'endpoint',
  'mode',
  'started_at',
  'ended_at',
  'duration_ms',
  'outcome',
  'state',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'charged',
  'unbilled',
  'estimated',
] as const satisfies readonly (keyof UsageRecord)[];

/** Writes calls as CSV: a header, and a line per record with the record's own field names. */
export const usageCsvHead: string = csvLine(csvColumns);

export function usageCsv(calls: readonly CallRecord[]): string {
  return calls
    .map(usageRecord)
    .map((record) => csvLine(csvColumns.map((column) => record[column])))
    .join('');
}
