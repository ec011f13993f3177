import type { FastifyRequest } from 'fastify';
import { sessionEndsAfterMs } from '../../identity/session.ts';

export type SessionCookie = {
  /** The token this request presents; undefined if there is none, or more than one. */
  read(request: FastifyRequest): string | undefined;
  /** The Set-Cookie header that gives it to the browser that asked. */
  give(token: string, request: FastifyRequest): string;
  /** The one that takes it away. */
  take(request: FastifyRequest): string;
};

/**
 * The cookie that holds a session's token. Where the browser came over TLS, to us or to a proxy we trust, its name makes
 * browsers accept it from this host alone, over TLS alone. No script can read it, and no other site can have it sent along.
 */
export function createSessionCookie(
  ownTls: boolean,
  { bareName, endsAfterMs } = { bareName: 'citewell_admin', endsAfterMs: sessionEndsAfterMs },
): SessionCookie {
  const secure = ({ protocol }: FastifyRequest) => ownTls || protocol === 'https';
  const nameOf = (request: FastifyRequest) => (secure(request) ? `__Host-${bareName}` : bareName);
  const header = (value: string, request: FastifyRequest, maxAgeMs: number) =>
    `${nameOf(request)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure(request) ? '; Secure' : ''}; Max-Age=${maxAgeMs / 1000}`;
  return {
    read(request) {
      const { cookie = '' } = request.headers;
      const named = `${nameOf(request)}=`;
      const values = cookie
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(named))
        .map((pair) => pair.slice(named.length));
      return values.length === 1 ? values[0] : undefined;
    },
    give: (token, request) => header(token, request, endsAfterMs),
    take: (request) => header('', request, 0),
  };
}
