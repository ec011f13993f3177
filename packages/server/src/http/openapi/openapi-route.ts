import type { FastifyInstance } from 'fastify';
import { shareBytes } from '../sockets/reply-slices.ts';
import { type ApiSurface, type Choices, type DescribedRoute, openApiDocument } from './openapi.ts';

export type OpenApiRouteOptions = {
  path?: string;
  surface: ApiSurface;
  /** Returns the ids in the operator's lists at the time of the request. */
  choices?: () => Choices;
};

/** Describes the routes registered after this call. */
export function openApiRoute(
  app: FastifyInstance,
  {
    path = '/openapi.json',
    surface,
    choices = () => ({ categories: [], personas: [] }),
  }: OpenApiRouteOptions,
): void {
  const routes: DescribedRoute[] = [];
  const pages: string[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) {
      if (config?.operation) routes.push({ method: each, path: url, operation: config.operation });
      else if (each === 'GET') pages.push(url);
    }
  });
  // Generated again only if a list has changed, because it takes some milliseconds and needs no key.
  let made: { from: string; document: Buffer } | undefined;
  app.get(path, async (_request, reply) => {
    const listed = choices();
    const from = JSON.stringify(listed);
    if (made?.from !== from) {
      const operations = routes.filter(({ method }) => method !== 'HEAD');
      const options = { serverUrl: '/', surface, choices: listed, pages };
      made = {
        from,
        document: shareBytes(Buffer.from(JSON.stringify(openApiDocument(operations, options)))),
      };
    }
    return reply.type('application/json; charset=utf-8').send(made.document);
  });
}
