import type { FastifyRequest } from 'fastify';
import { sessionEndsAfterMs } from '../../accounts/session.ts';

export type SessionCookie = {
  /** The token this request presents; undefined where there is none, or more than one. */
  read(request: FastifyRequest): string | undefined;
  /** The Set-Cookie header that gives it to the browser. */
  give(token: string): string;
  /** The one that takes it away. */
  take(): string;
};

/**
 * The cookie that holds a session's token. Under TLS its name makes browsers accept it from this host alone, over TLS
 * alone. No script can read it, and no other site can have it sent along.
 */
export function createSessionCookie(
  secure: boolean,
  { bareName, endsAfterMs } = { bareName: 'citewell_admin', endsAfterMs: sessionEndsAfterMs },
): SessionCookie {
  const name = secure ? `__Host-${bareName}` : bareName;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    read({ headers: { cookie = '' } }) {
      const values = cookie
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      return values.length === 1 ? values[0] : undefined;
    },
    give: (token) => `${name}=${token}; ${attributes}; Max-Age=${endsAfterMs / 1000}`,
    take: () => `${name}=; ${attributes}; Max-Age=0`,
  };
}
