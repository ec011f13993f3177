import { Readable } from 'node:stream';
import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import { allCalls, type CallRecord, type UsageReader } from '../../accounting/usage/usage.ts';
import type { RequestFailures } from '../../http/server/request-failures.ts';
import { readUsageQuery } from './read-usage-query.ts';
import { readUsagePage, usageCsv, usageCsvHead } from './usage-view.ts';

/**
 * Answers a query for a key's usage.
 *
 * @throws ServiceError 400 naming the parameter, 404 if the key no longer exists.
 */
export async function sendUsage(
  request: FastifyRequest,
  reply: FastifyReply,
  { usage, failures }: { usage: UsageReader; failures: RequestFailures },
  { id: keyId, hint }: Pick<ApiKey, 'id' | 'hint'>,
): Promise<FastifyReply> {
  const today = await usage.quotaToday();
  const { format, ...query } = readUsageQuery(request.query, keyId, today.date);
  // Caches on the way are keyed by the address, which is the same for every key.
  reply.header('Cache-Control', 'no-store');
  if (format === 'json') {
    const page = await readUsagePage(usage, query);
    if (!page) throw new ServiceError('not_found');
    return reply.send({ ...page, key: { ...page.key, hint } });
  }
  const pages = allCalls(usage, query.filter);
  // Read before anything is sent, so that a failure still gets an ordinary error response.
  const first = await pages.next();
  const { from, to } = query.filter;
  const onFailure = (error: unknown) => failures.note(request, error);
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="citewell-usage-${from}-${to}.csv"`)
    .send(Readable.from(csvLines(first.value ?? [], pages, onFailure)));
}

/** Streams pages at the client's pace. A failure in the middle can only cut the reply off. */
async function* csvLines(
  first: readonly CallRecord[],
  rest: AsyncIterable<readonly CallRecord[]>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<string, void> {
  yield usageCsvHead + usageCsv(first);
  try {
    for await (const calls of rest) yield usageCsv(calls);
  } catch (error) {
    onFailure(error);
    throw error;
  }
}
