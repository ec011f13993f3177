import type { FastifyInstance } from 'fastify';
import { type ApiSurface, type DescribedRoute, openApiDocument, publicSurface } from '../openapi.ts';
import { shareBytes } from '../reply-slices.ts';

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
  let document: Buffer | undefined;
  const build = () =>
    openApiDocument(
      routes.filter(({ method }) => method !== 'HEAD'),
      '/',
      surface,
    );
  app.get(path, async (_request, reply) => {
    document ??= shareBytes(Buffer.from(JSON.stringify(build())));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
