import type { ErrorCode } from '@citewell/core/errors.ts';
import type { ApiSurface } from '../../http/openapi/openapi.ts';
import { adminComponents } from './responses.ts';

export const adminSurface: ApiSurface = {
  summary: 'Keys, balances, running calls and the audit log, for operators and auditors',
  schemas: adminComponents,
  tags: [
    { name: 'Session', description: 'Signing in and out', paths: ['/admin/api/session'] },
    { name: 'Keys', description: 'API keys, their balances and secrets', paths: ['/admin/api/keys'] },
    { name: 'Calls', description: 'Running calls', paths: ['/admin/api/calls'] },
    { name: 'Usage', description: 'Usage of all keys', paths: ['/admin/api/usage'] },
    {
      name: 'Applications',
      description: 'Applications for keys and the e-mails about them',
      paths: ['/admin/api/applications', '/admin/api/outbox'],
    },
    {
      name: 'Library',
      description: 'Jobs of the local library, and the categories',
      paths: ['/admin/api/library', '/admin/api/categories'],
    },
    {
      name: 'Records',
      description: 'The ledger and the audit log',
      paths: ['/admin/api/ledger', '/admin/api/audit'],
    },
    {
      name: 'Installation',
      description: 'Configuration and health of this installation',
      paths: ['/admin/api/installation', '/admin/api/health'],
    },
  ],
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'citewell_admin' },
    csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
  },
  security: ({ session }) =>
    session === 'change' ? [{ session: [], csrf: [] }] : session === 'look' ? [{ session: [] }] : [],
};

/** Error responses of routes that only read. */
export const readErrors = [
  'invalid_request',
  'not_signed_in',
  'not_found',
  'internal_error',
  'overloaded',
] as const satisfies readonly ErrorCode[];

/** Error responses of routes that change something. */
export const writeErrors = [
  ...readErrors,
  'forbidden',
  'request_timeout',
  'conflict',
  'payload_too_large',
] as const satisfies readonly ErrorCode[];

/** Maximum size of an operator's request. */
export const bodyMaxBytes = 64 * 1024;
