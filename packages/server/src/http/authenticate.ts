import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import { ServiceError } from '../errors.ts';

/** Guard: whose key this is. Throws 401 missing_key, invalid_key, key_disabled or key_expired. */
export function authenticate(accounts: Accounts): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    request.apiKey = await accounts.authenticate(request.pageKey ?? presentedKey(request.raw.rawHeaders));
  };
}

/** Visible ASCII, and no longer than any key could be: anything else need not be looked up. */
const plausibleKey = /^[\x21-\x7e]{1,256}$/;

/**
 * The one key a request presents, as `X-API-Key: K`, `Authorization: Bearer K`, or the same key in both.
 * Reads the raw lines: Node joins repeated X-API-Key lines with a comma and silently drops all Authorization
 * lines but the first.
 */
export function presentedKey(rawHeaders: readonly string[]): string {
  const keyLines: string[] = [];
  const authorizationLines: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The lengths of the two names: the other lines cost one comparison of numbers.
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
  // Beside an X-API-Key another scheme may be a proxy's own; alone, or as a malformed Bearer, it is no key.
  if (key === undefined ? bearer === undefined : isBearer(authorization) && bearer !== key)
    throw new ServiceError('invalid_key');
  const presented = key ?? bearer ?? '';
  if (!plausibleKey.test(presented)) throw new ServiceError('invalid_key');
  return presented;
}

function isBearer(authorization: string | undefined): boolean {
  return authorization !== undefined && /^bearer\b/i.test(authorization);
}
