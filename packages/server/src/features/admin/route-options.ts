import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { jsonBody } from '../../http/body/json-body.ts';
import { validate } from '../../http/body/validate.ts';
import type { Operation } from '../../http/openapi/operation.ts';
import type { Session } from '../../identity/session.ts';
import { bodyMaxBytes, readErrors, writeErrors } from './admin-api.ts';
import { signedIn } from './session-guard.ts';

type RouteDescription = Pick<Operation, 'operationId' | 'summary' | 'query' | 'response'>;

/** Options of a route that only reads. */
export function readRoute(description: RouteDescription): { config: { operation: Operation } } {
  return { config: { operation: { ...description, session: 'look', errors: readErrors } } };
}

/** Adds a route that changes something; its handler receives the session and the validated body. */
export function writeRoute<Schema extends z.ZodType, Path extends string>(
  app: FastifyInstance,
  method: 'POST' | 'PUT' | 'PATCH',
  url: Path,
  { request: schema, handler, ...description }: WriteRoute<Schema, Path>,
): void {
  app.route({
    method,
    url,
    ...jsonBody(bodyMaxBytes, (body) => validate(schema, body)),
    config: { operation: { ...description, session: 'change', request: schema, errors: writeErrors } },
    // `jsonBody` has replaced the body by the schema's output.
    handler: signedIn((session, request) => handler(session, request as Change<Schema, Path>)),
  });
}

type WriteRoute<Schema extends z.ZodType, Path extends string> = RouteDescription & {
  request: Schema;
  handler(session: Session, request: Change<Schema, Path>): Promise<unknown>;
};

type Change<Schema extends z.ZodType, Path extends string> = FastifyRequest<
  { Body: z.output<Schema> } & (Path extends `${string}/:id${string}` ? ById : unknown)
>;

export type ById = { Params: { id: string } };
