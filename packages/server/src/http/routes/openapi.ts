import type { FastifyInstance } from 'fastify';
import { type DescribedRoute, openApiDocument } from '../openapi.ts';

/** GET /openapi.json: the routes registered after this call, as they are. */
export function openApiRoute(app: FastifyInstance): void {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat())
      if (config?.operation) routes.push({ method: each, path: url, operation: config.operation });
  });
  let document: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(
      openApiDocument(
        routes.filter(({ method }) => method !== 'HEAD'),
        '/',
      ),
    );
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
