import type { QuotaDay } from '../../accounting/quota/quota-day.ts';
import type {
  CallPageRequest,
  CallRecord,
  OverallUsage,
  StepRecord,
  UsageFilter,
  UsageGroup,
  UsageGrouping,
  UsageReader,
} from '../../accounting/usage/usage.ts';
import type { StoreClock } from './clock.ts';
import { type PostgresDatabase, type Run, type Statement, snapshot } from './database.ts';
import type { Keys } from './keys.ts';
import { dayOf, type QuotaDays } from './quota-days.ts';

const quotaUsed: Statement = { text: 'SELECT used FROM quota_day WHERE key_id = $1 AND day = $2' };

const isFiltered = '($4::text IS NULL OR endpoint = $4) AND ($5::text IS NULL OR outcome = $5)';

const sumsBy = (grouping: UsageGrouping): Statement => ({
  text: `SELECT ${grouping} AS key, sum(calls)::bigint AS requests, sum(prompt)::bigint AS "promptTokens",
      sum(completion)::bigint AS "completionTokens", sum(charged)::bigint AS charged, sum(unbilled)::bigint AS unbilled
    FROM usage_day
    WHERE key_id = $1 AND day BETWEEN $2 AND $3 AND ${isFiltered} AND model ${grouping === 'model' ? '<>' : '='} '*'
    GROUP BY ${grouping} ORDER BY ${grouping} COLLATE "C"`,
});
const sums: Record<UsageGrouping, Statement> = {
  day: sumsBy('day'),
  endpoint: sumsBy('endpoint'),
  model: sumsBy('model'),
};

const overallBy = (grouping: string, order: string): Statement => ({
  text: `SELECT ${grouping}, sum(u.calls)::bigint AS requests, sum(u.prompt)::bigint AS "promptTokens",
      sum(u.completion)::bigint AS "completionTokens", sum(u.charged)::bigint AS charged,
      sum(u.unbilled)::bigint AS unbilled
    FROM usage_day u JOIN api_key k ON k.id = u.key_id
    WHERE u.day BETWEEN $1 AND $2 AND u.model = '*'
    GROUP BY 1${grouping.includes(',') ? ', 2' : ''} ORDER BY ${order} LIMIT $3`,
});
const overall = {
  byDay: overallBy('u.day AS key', 'u.day COLLATE "C"'),
  byEndpoint: overallBy('u.endpoint AS key', 'u.endpoint COLLATE "C"'),
  byKey: overallBy('k.id AS key, k.label', 'sum(u.charged) DESC, requests DESC, 1'),
};

const calls: Statement = {
  text: `SELECT c.id, c.quota_day AS day, c.started_at AS "startedAt", c.ended_at AS "endedAt", c.endpoint, c.mode,
      c.outcome, CASE c.state WHEN 'held' THEN 'running' ELSE c.state END AS state, c.charged, c.unbilled,
      coalesce(s.prompt, 0) AS "promptTokens", coalesce(s.completion, 0) AS "completionTokens",
      coalesce(s.estimated, false) AS estimated
    FROM (
      SELECT * FROM call
      WHERE key_id = $1 AND quota_day >= $2 AND (quota_day, started_at, id) < ($3, $6, $7) AND ${isFiltered}
      ORDER BY quota_day DESC, started_at DESC, id DESC LIMIT $8) c
    LEFT JOIN LATERAL (
      SELECT sum(prompt)::bigint AS prompt, sum(completion)::bigint AS completion,
        bool_or(src <> 'provider' AND prompt + completion > 0) AS estimated
      FROM call_step WHERE call_id = c.id AND c.state <> 'held') s ON true
    ORDER BY c.quota_day DESC, c.started_at DESC, c.id DESC`,
};

/** Returns a row of nulls if the call has no steps, and no row if the key has no such call. */
const steps: Statement = {
  text: `SELECT s.seq, s.kind, s.model, s.prompt AS "promptTokens", s.completion AS "completionTokens",
      s.cached AS "cachedTokens", s.src AS source
    FROM call c LEFT JOIN call_step s ON s.call_id = c.id
    WHERE c.id = $1 AND c.key_id = $2 ORDER BY s.seq`,
};

export type UsageDependencies = {
  keys: Keys;
  clock: StoreClock;
  quotaDays: QuotaDays;
  quotaTimeZone: string;
};

/**
 * Prepares the reader of usage. Sums are read from usage_day, which has a few rows a day whatever the number of calls, and calls
 * along an index, so that no statement slows down with the age of a key.
 */
export function prepareUsage(
  database: PostgresDatabase,
  { keys, clock, quotaDays, quotaTimeZone }: UsageDependencies,
): UsageReader {
  async function quotaToday(run: Run): Promise<QuotaDay> {
    return dayOf(quotaDays(clock.local()), await clock.read(run));
  }

  function readSums(run: Run, filter: UsageFilter, groupBy: UsageGrouping): Promise<UsageGroup[]> {
    const { keyId, from, to, endpoint, outcome } = filter;
    return run<UsageGroup>(sums[groupBy], [keyId, from, to, endpoint, outcome]);
  }

  function listCalls(
    run: Run,
    filter: UsageFilter,
    { after, limit }: CallPageRequest,
  ): Promise<CallRecord[]> {
    const { keyId, from, to, endpoint, outcome } = filter;
    const place = after ?? { day: to, startedAt: Number.MAX_SAFE_INTEGER, id: '' };
    return run<CallRecord>(calls, [
      ...[keyId, from, place.day, endpoint, outcome],
      ...[place.startedAt, place.id, limit],
    ]);
  }

  return {
    quotaToday: () => quotaToday(database.run),

    reportUsage: (filter, groupBy, page) =>
      database.transact(async (run) => {
        const key = await keys.get(filter.keyId, run);
        if (!key) return undefined;
        const day = await quotaToday(run);
        const [quota] = await run<{ used: number }>(quotaUsed, [key.id, day.date]);
        const byEndpoint = await readSums(run, filter, 'endpoint');
        return {
          key,
          quota: { day, timeZone: quotaTimeZone, used: quota?.used ?? 0 },
          byEndpoint,
          trend: groupBy === 'endpoint' ? byEndpoint : await readSums(run, filter, groupBy),
          calls: await listCalls(run, filter, page),
        };
      }, snapshot),

    reportOverall: ({ from, to }, keysMax) =>
      database.transact(
        async (run) => ({
          byDay: await run<UsageGroup>(overall.byDay, [from, to, null]),
          byEndpoint: await run<UsageGroup>(overall.byEndpoint, [from, to, null]),
          byKey: await run<OverallUsage['byKey'][number]>(overall.byKey, [from, to, keysMax]),
        }),
        snapshot,
      ),

    listCalls: (filter, page) => listCalls(database.run, filter, page),

    async listSteps(keyId, callId) {
      const rows = await database.run<StepRecord | { seq: null }>(steps, [callId, keyId]);
      if (rows.length === 0) return undefined;
      return rows.filter((row): row is StepRecord => row.seq !== null);
    },
  };
}
