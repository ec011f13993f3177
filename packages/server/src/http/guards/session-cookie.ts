import type { FastifyRequest } from 'fastify';
import { sessionEndsAfterMs } from '../../identity/session.ts';

export type SessionCookie = {
  /** Returns the token of a request; undefined if there is none, or more than one. */
  read(request: FastifyRequest): string | undefined;
  /** Returns the Set-Cookie header that stores the token in the browser. */
  give(token: string, request: FastifyRequest): string;
  /** Returns the Set-Cookie header that deletes the token. */
  take(request: FastifyRequest): string;
};

/**
 * Creates the cookie for a session's token. If the browser used TLS, to us or to a trusted proxy, the cookie's name makes
 * browsers accept it only from this host and only over TLS. Scripts cannot read it, and other sites cannot cause it to be sent.
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
