import type { ErrorCode } from '@citewell/core/errors.ts';
import type { Module } from '@citewell/sdk';
import type { z } from 'zod';

/** Description of a route in /openapi.json, with the schemas that validate it. */
export type Operation = {
  operationId: string;
  summary: string;
  /** Module a key needs, or `chosen` if the request decides which; undefined if no key is needed. */
  module?: Module | 'any' | 'chosen';
  /** Kind of session needed on the operator's side; undefined: none. */
  session?: 'look' | 'change';
  /** Set if the route accepts an Idempotency-Key. */
  idempotent?: true;
  /** Set if the reply may be a finished part, which X-Incomplete indicates. */
  mayEndEarly?: true;
  query?: z.ZodObject;
  /** Content types of the reply in addition to JSON. */
  forms?: readonly string[];
  request?: z.ZodType;
  /** Response: `html` is an alternative page for clients that prefer one; `orEvents` an alternative stream, if requested. */
  response: { description: string; status?: 202 } & (
    | { json: z.ZodType; csv?: true; html?: true; orEvents?: z.ZodType }
    | { events: z.ZodType }
  );
  errors: readonly ErrorCode[];
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Description of the route in /openapi.json. */
    operation?: Operation;
  }
}

/** Errors of free routes that any key may read. */
export const unmeteredErrors = [
  'missing_key',
  'invalid_key',
  'key_disabled',
  'key_expired',
  'internal_error',
  'overloaded',
] as const satisfies readonly ErrorCode[];

/** Errors common to all metered JSON POST routes. */
export const meteredErrors = [
  'invalid_request',
  'missing_key',
  'invalid_key',
  'key_disabled',
  'key_expired',
  'no_permission',
  'insufficient_balance',
  'request_timeout',
  'payload_too_large',
  'quota_exceeded',
  'rate_limited',
  'internal_error',
  'upstream_unavailable',
  'overloaded',
] as const satisfies readonly ErrorCode[];
