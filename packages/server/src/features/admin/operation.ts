import type { ErrorCode } from '@citewell/core/errors.ts';
import type { ApiSurface } from '../../http/openapi/openapi.ts';
import { adminComponents } from './responses.ts';

export const adminSurface: ApiSurface = {
  summary: 'Keys, balances, running calls and the audit log, for operators and auditors',
  schemas: adminComponents,
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'citewell_admin' },
    csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
  },
  security: ({ session }) =>
    session === 'change' ? [{ session: [], csrf: [] }] : session === 'look' ? [{ session: [] }] : [],
};

/** The refusals of whatever only looks. */
export const readErrors = [
  'invalid_request',
  'not_signed_in',
  'not_found',
  'internal_error',
  'overloaded',
] as const satisfies readonly ErrorCode[];

/** The refusals of whatever changes something. */
export const writeErrors = [
  ...readErrors,
  'forbidden',
  'request_timeout',
  'conflict',
  'payload_too_large',
] as const satisfies readonly ErrorCode[];

/** No request of an operator is longer. */
export const bodyMaxBytes = 64 * 1024;
