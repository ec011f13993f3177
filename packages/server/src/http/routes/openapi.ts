import type { FastifyInstance } from 'fastify';
import { type ApiSurface, type DescribedRoute, openApiDocument, publicSurface } from '../openapi.ts';

/** The routes registered after this call, as they are. */
export function openApiRoute(
  app: FastifyInstance,
  path = '/openapi.json',
  surface: ApiSurface = publicSurface,
): void {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat())
      if (config?.operation) routes.push({ method: each, path: url, operation: config.operation });
  });
  let document: string | undefined;
  app.get(path, async (_request, reply) => {
    document ??= JSON.stringify(
      openApiDocument(
        routes.filter(({ method }) => method !== 'HEAD'),
        '/',
        surface,
      ),
    );
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
