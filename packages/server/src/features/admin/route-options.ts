import type { z } from 'zod';
import { jsonBody } from '../../http/body/json-body.ts';
import { validate } from '../../http/body/validate.ts';
import type { Operation } from '../../http/openapi/operation.ts';
import { bodyMaxBytes, readErrors, writeErrors } from './operation.ts';

type RouteDescription = Pick<Operation, 'operationId' | 'summary' | 'query' | 'response'>;

/** Options of a route that only reads. */
export function readRoute(told: RouteDescription): { config: { operation: Operation } } {
  return { config: { operation: { ...told, session: 'look', errors: readErrors } } };
}

/** Options of a route that changes something; its handler receives the validated body. */
export function writeRoute(request: z.ZodType, told: RouteDescription) {
  const operation: Operation = { ...told, session: 'change', request, errors: writeErrors };
  return { ...jsonBody(bodyMaxBytes, (body) => validate(request, body)), config: { operation } };
}

export type ById = { Params: { id: string } };
export type Body<Schema extends z.ZodType> = { Body: z.output<Schema> };
