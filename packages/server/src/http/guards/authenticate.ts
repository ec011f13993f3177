import { ServiceError } from '@citewell/core/errors.ts';
import type { Module } from '@citewell/sdk';
import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../../accounting/accounts.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import type { Guard } from './guard.ts';
import { noteFacts } from './request-facts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the key of a page's session; undefined for requests of programs: see features/pages/web-session.ts. */
    pageKeyOf?: (request: FastifyRequest) => string | undefined;
  }
}

/** Key of a request. */
export type Authenticated = {
  readonly key: ApiKey;
  /** Looks up a key that was taken from the cache. Throws if it is no longer valid. */
  readonly revalidate?: (() => Promise<ApiKey>) | undefined;
};

/** Guard that identifies the key. Throws 401 missing_key, invalid_key, key_disabled or key_expired. */
export function authenticate(accounts: Accounts): Guard<Authenticated> {
  return async (request) => establish(request, await open(accounts, request, secretOf(request)));
}

/** Guard that identifies the key and checks its access to the module. Also throws 403 no_permission:<module>. */
export function authenticateFor(accounts: Accounts, module: Module): Guard<Authenticated> {
  return async (request) =>
    establish(request, await requireModule(accounts, module, request, secretOf(request)));
}

/**
 * Guard like `authenticateFor`, for a route that admits one call next: a cached key is accepted without a database query, because
 * admission checks the current key in its own transaction. If the request is rejected before that, the error
 * handler calls `revalidate` first, so that errors of a key disabled meanwhile still come before all others.
 */
export function authenticateCached(accounts: Accounts, module: Module): Guard<Authenticated> {
  return async (request) => {
    const secret = secretOf(request);
    const lookUp = () => requireModule(accounts, module, request, secret);
    const cached = accounts.getCached(secret, module);
    return cached ? establish(request, cached, lookUp) : establish(request, await lookUp());
  };
}

function establish(request: FastifyRequest, key: ApiKey, revalidate?: () => Promise<ApiKey>): Authenticated {
  noteFacts(request, { keyId: key.id, revalidate });
  return { key, revalidate };
}

async function requireModule(
  accounts: Accounts,
  module: Module,
  request: FastifyRequest,
  secret: string,
): Promise<ApiKey> {
  const key = await open(accounts, request, secret);
  if (!key.modules.includes(module)) throw new ServiceError('no_permission', { tail: module });
  return key;
}

async function open(accounts: Accounts, { server, ip }: FastifyRequest, secret: string): Promise<ApiKey> {
  try {
    return await accounts.authenticate(secret);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_key') await server.unknownKeys.refuse(ip);
    throw error;
  }
}

function secretOf(request: FastifyRequest): string {
  return request.server.pageKeyOf?.(request) ?? presentedKey(request.raw.rawHeaders);
}

/** Visible ASCII of at most the length of any key; nothing else needs to be looked up. */
const plausibleKey = /^[\x21-\x7e]{1,256}$/;

/**
 * Returns the key of a request, sent as `X-API-Key: K`, `Authorization: Bearer K`, or the same key in both.
 * Reads the raw lines: Node joins repeated X-API-Key lines with a comma and silently drops all Authorization
 * lines but the first.
 */
function presentedKey(rawHeaders: readonly string[]): string {
  const keyLines: string[] = [];
  const authorizationLines: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The lengths of the two names, so that all other lines cost only comparisons of numbers.
    if (name.length !== 9 && name.length !== 13) continue;
    const value = (rawHeaders[index + 1] ?? '').trim();
    if (value === '') continue;
    const lowerName = name.toLowerCase();
    if (lowerName === 'x-api-key') keyLines.push(value);
    else if (lowerName === 'authorization') authorizationLines.push(value);
  }
  if (keyLines.length > 1 || authorizationLines.length > 1) throw new ServiceError('invalid_key');
  const [key] = keyLines;
  const [authorization] = authorizationLines;
  if (key === undefined && authorization === undefined) throw new ServiceError('missing_key');
  const bearer = authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization)?.[1];
  // With an X-API-Key, another scheme may belong to a proxy; alone, or as a malformed Bearer, it is not a key.
  if (key === undefined ? bearer === undefined : isBearer(authorization) && bearer !== key)
    throw new ServiceError('invalid_key');
  const presented = key ?? bearer ?? '';
  if (!plausibleKey.test(presented)) throw new ServiceError('invalid_key');
  return presented;
}

function isBearer(authorization: string | undefined): boolean {
  return authorization !== undefined && /^bearer\b/i.test(authorization);
}
