import type { FastifyInstance } from 'fastify';
import { validate } from '../../../http/body/validate.ts';
import type { Services } from '../../services.ts';
import { windowOf } from '../../usage/read-usage-query.ts';
import { usageRequest } from '../../usage/usage-schema.ts';
import { overallUsageJson } from '../../usage/usage-view.ts';
import { overallUsage } from '../responses.ts';
import { readRoute } from '../route-options.ts';

const query = usageRequest.pick({ from: true, to: true });
const keysMax = 50;

/** Adds the route that reports the usage of all keys by day and by endpoint, with the most used ones. */
export function usageRoute(app: FastifyInstance, { usage, config }: Services): void {
  app.get('/admin/api/usage', {
    ...readRoute({
      operationId: 'getUsage',
      summary: 'Report usage of all keys by day and endpoint, and the keys with the highest charges',
      query,
      response: { description: 'The usage', json: overallUsage },
    }),
    handler: async (request) => {
      const { date: today } = await usage.quotaToday();
      const window = windowOf(validate(query, request.query), today);
      return overallUsageJson(window, config.quotaTimeZone, await usage.reportOverall(window, keysMax));
    },
  });
}
