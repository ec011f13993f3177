import type { StatementSync } from 'node:sqlite';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
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
  UsageWindow,
} from '../../accounting/usage/usage.ts';
import type { SqliteDatabase } from './database.ts';

export type UsageDependencies = {
  getKey(id: string): ApiKey | undefined;
  quotaToday(): QuotaDay;
  quotaTimeZone: string;
};

/**
 * Opens the reader of usage. Sums are read from usage_day, which has a few rows a day whatever the number of calls, and calls
 * along an index, so that no statement slows down with the age of a key. All of them run within one turn of the event loop.
 */
export function openUsage(
  database: SqliteDatabase,
  { getKey, quotaToday, quotaTimeZone }: UsageDependencies,
): UsageReader {
  const { connection } = database;
  const begin = connection.prepare('BEGIN');
  const commit = connection.prepare('COMMIT');
  const quotaUsed = connection.prepare('SELECT used FROM quota_day WHERE key_id = ? AND day = ?');
  const callOfKey = connection.prepare('SELECT 1 FROM call WHERE id = ? AND key_id = ?');
  const steps = connection.prepare(
    `SELECT seq, kind, model, prompt AS promptTokens, completion AS completionTokens, cached AS cachedTokens,
       src AS source
     FROM call_step WHERE call_id = ? ORDER BY seq`,
  );
  const prepared = new Map<string, StatementSync>();

  function statement(sql: string): StatementSync {
    const known = prepared.get(sql) ?? connection.prepare(sql);
    prepared.set(sql, known);
    return known;
  }

  function sums(filter: UsageFilter, groupBy: UsageGrouping): UsageGroup[] {
    const { keyId, from, to, endpoint, outcome } = filter;
    const rows = statement(
      `SELECT ${groupBy} AS key, sum(calls) AS requests, sum(prompt) AS promptTokens,
         sum(completion) AS completionTokens, sum(charged) AS charged, sum(unbilled) AS unbilled
       FROM usage_day
       WHERE key_id = ? AND day BETWEEN ? AND ? ${filters(filter)} AND model ${groupBy === 'model' ? '<>' : '='} '*'
       GROUP BY 1 ORDER BY 1`,
    ).all(keyId, from, to, ...given(endpoint), ...given(outcome));
    return rows.map((row) => ({ ...row }) as UsageGroup);
  }

  /** Sums usage key by key along the index, whose first column is the key. */
  function overall<Row>(grouping: string, { from, to }: UsageWindow, order: string, most: number): Row[] {
    return statement(
      `SELECT ${grouping}, sum(u.calls) AS requests, sum(u.prompt) AS promptTokens,
         sum(u.completion) AS completionTokens, sum(u.charged) AS charged, sum(u.unbilled) AS unbilled
       FROM api_key k CROSS JOIN usage_day u ON u.key_id = k.id
       WHERE u.day BETWEEN ? AND ? AND u.model = '*'
       GROUP BY key ORDER BY ${order} LIMIT ?`,
    )
      .all(from, to, most)
      .map((row) => ({ ...row }) as Row);
  }

  function listCalls(filter: UsageFilter, { after, limit }: CallPageRequest): CallRecord[] {
    const { keyId, from, to, endpoint, outcome } = filter;
    const place = after ?? { day: to, startedAt: Number.MAX_SAFE_INTEGER, id: '' };
    const rows = statement(
      `SELECT c.*, coalesce(sum(s.prompt), 0) AS promptTokens, coalesce(sum(s.completion), 0) AS completionTokens,
         coalesce(max(s.src <> 'provider' AND s.prompt + s.completion > 0), 0) AS estimated
       FROM (SELECT id, quota_day AS day, started_at AS startedAt, ended_at AS endedAt, endpoint, mode, outcome,
               CASE state WHEN 'held' THEN 'running' ELSE state END AS state, charged, unbilled
             FROM call INDEXED BY ${indexFor(filter)}
             WHERE key_id = ? AND quota_day >= ? AND (quota_day, started_at, id) < (?, ?, ?) ${filters(filter)}
             ORDER BY quota_day DESC, started_at DESC, id DESC LIMIT ?) c
         LEFT JOIN call_step s ON s.call_id = c.id AND c.state <> 'running'
       GROUP BY c.day, c.startedAt, c.id ORDER BY c.day DESC, c.startedAt DESC, c.id DESC`,
    ).all(keyId, from, place.day, place.startedAt, place.id, ...given(endpoint), ...given(outcome), limit);
    return rows.map((row) => ({ ...row, estimated: row.estimated === 1 }) as CallRecord);
  }

  /** Runs several reads on one snapshot. */
  function snapshot<T>(work: () => T): Promise<T> {
    return database.read(() => {
      begin.run();
      try {
        return work();
      } finally {
        commit.run();
      }
    });
  }

  return {
    quotaToday: async () => quotaToday(),

    reportUsage: (filter, groupBy, page) =>
      snapshot(() => {
        const key = getKey(filter.keyId);
        if (!key) return undefined;
        const day = quotaToday();
        const used = Number(quotaUsed.get(key.id, day.date)?.used ?? 0);
        const byEndpoint = sums(filter, 'endpoint');
        return {
          key,
          quota: { day, timeZone: quotaTimeZone, used },
          byEndpoint,
          trend: groupBy === 'endpoint' ? byEndpoint : sums(filter, groupBy),
          calls: listCalls(filter, page),
        };
      }),

    reportOverall: (window, keysMax) =>
      snapshot(() => ({
        byDay: overall<UsageGroup>('u.day AS key', window, 'key', -1),
        byEndpoint: overall<UsageGroup>('u.endpoint AS key', window, 'key', -1),
        byKey: overall<OverallUsage['byKey'][number]>(
          'k.id AS key, k.label',
          window,
          'sum(u.charged) DESC, requests DESC, key',
          keysMax,
        ),
      })),

    listCalls: (filter, page) => database.read(() => listCalls(filter, page)),

    listSteps: (keyId, callId) =>
      database.read(() => {
        if (!callOfKey.get(callId, keyId)) return undefined;
        return steps.all(callId).map((row) => ({ ...row }) as StepRecord);
      }),
  };
}

function filters({ endpoint, outcome }: UsageFilter): string {
  const endpointIs = endpoint === undefined ? '' : 'AND endpoint = ?';
  const outcomeIs = outcome === undefined ? '' : 'AND outcome = ?';
  return `${endpointIs} ${outcomeIs}`;
}

function given(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

/**
 * Chooses the index, because SQLite has no statistics here and would scan all calls. Most outcomes are "ok", so an endpoint is
 * more selective.
 */
function indexFor({ endpoint, outcome }: UsageFilter): string {
  if (outcome !== undefined && (outcome !== 'ok' || endpoint === undefined)) return 'call_of_outcome';
  return endpoint === undefined ? 'call_of_key' : 'call_of_endpoint';
}
