import type { Module } from '@citewell/sdk';
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** What /openapi.json says of a route. The schemas are those that validate. */
export type Operation = {
  operationId: string;
  summary: string;
  /** Undefined: no key is needed. */
  module?: Module;
  request?: z.ZodType;
  response: { description: string } & ({ json: z.ZodType } | { events: z.ZodType });
  errors: readonly ErrorCode[];
};

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
  'internal_error',
  'upstream_unavailable',
  'overloaded',
] as const satisfies readonly ErrorCode[];
