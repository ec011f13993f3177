import type { ErrorCode } from '@citewell/core/errors.ts';
import type { Module } from '@citewell/sdk';
import type { z } from 'zod';

/** Description of a route in /openapi.json. Its schemas are those that validate. */
export type Operation = {
  operationId: string;
  summary: string;
  /** Module a key needs, or `chosen` if the request decides which; undefined if no key is needed. */
  module?: Module | 'any' | 'chosen';
  /** Kind of session needed on the operator's side; undefined: none. */
  session?: 'look' | 'change';
  /** The route lists the guard `idempotencyKey`. */
  idempotent?: true;
  /** The reply may hold a finished part, and X-Incomplete says so. */
  mayEndEarly?: true;
  query?: z.ZodObject;
  /** Content types in which the reply can be had besides JSON. */
  forms?: readonly string[];
  request?: z.ZodType;
  /** `html`: a page instead, for those who prefer one; `orEvents`: a stream instead, where the request asks for it. */
  response: { description: string; status?: 202 } & (
    | { json: z.ZodType; csv?: true; html?: true; orEvents?: z.ZodType }
    | { events: z.ZodType }
  );
  errors: readonly ErrorCode[];
};

/** The refusals of what any key may read, at no cost. */
export const unmeteredErrors = [
  'missing_key',
  'invalid_key',
  'key_disabled',
  'key_expired',
  'internal_error',
  'overloaded',
] as const satisfies readonly ErrorCode[];

/** The refusals every metered JSON POST shares. */
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
