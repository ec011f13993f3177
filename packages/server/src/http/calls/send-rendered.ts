import type { FastifyReply } from 'fastify';
import type { MeteredRequest } from './metered-call.ts';
import type { Rendered } from './rendered.ts';

/** Sends a reply in the requested form, by default as JSON. */
export async function sendRendered(
  { reply, render }: Pick<MeteredRequest, 'reply' | 'render'>,
  json: string,
): Promise<FastifyReply> {
  const asIs: Rendered = { type: 'application/json; charset=utf-8', body: json };
  const { type, body, filename } = (await render?.(json)) ?? asIs;
  if (filename) reply.header('Content-Disposition', `attachment; filename="${filename}"`);
  return reply.type(type).send(body);
}
