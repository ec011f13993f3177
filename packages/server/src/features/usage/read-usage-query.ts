import { type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import { type UsageWindow, windowDaysMax, windowUpTo } from '../../accounting/usage/usage.ts';
import { describe, validateCall, validationError } from '../../http/body/validate.ts';
import { readCursor } from './usage-cursor.ts';
import { cursorAllowed, recordsDefault, usageRequest } from './usage-schema.ts';
import type { UsagePageRequest } from './usage-view.ts';

/** CSV contains all records: it has no pages. */
export type UsageQuery = UsagePageRequest & { format: 'json' | 'csv' };

const noSuchPage: LocalizedMessage = {
  en: `There is no such page: "cursor" must be ${cursorAllowed.en}.`,
  zh: `没有这一页："cursor" 应为${cursorAllowed.zh}。`,
};

/**
 * Parses a query string for today in the quota zone and this key.
 * @throws {ServiceError} 400 naming the parameter, or 404 for a cursor of another key or query.
 */
export function readUsageQuery(parameters: unknown, keyId: string, today: string): UsageQuery {
  const query = validateCall(usageRequest, parameters);
  const { endpoint, outcome, group_by: groupBy = 'day', format = 'json', limit = recordsDefault } = query;
  const cursor =
    query.cursor === undefined ? undefined : readCursor(query.cursor, { keyId, endpoint, outcome });
  const { from, to } = windowOf({ ...cursor, ...query }, today);
  if (query.cursor !== undefined && (cursor?.from !== from || cursor.to !== to))
    throw new ServiceError('not_found', { detail: noSuchPage, field: 'cursor' });
  return { filter: { keyId, from, to, endpoint, outcome }, groupBy, format, limit, after: cursor?.after };
}

/**
 * Resolves the days of a query for today in the quota zone.
 *
 * @throws ServiceError 400 naming `from`.
 */
export function windowOf(
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
): UsageWindow {
  const { from, to, earliest } = windowUpTo(today, asked);
  if (from >= earliest && from <= to) return { from, to };
  throw validationError(
    'from',
    {
      en: `a date not after "to", and at most ${windowDaysMax} days up to it: ${earliest} to ${to}`,
      zh: `不晚于 "to" 的日期，且到 "to" 为止最多 ${windowDaysMax} 天：${earliest} 至 ${to}`,
    },
    describe(from),
  );
}
