import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Attribution } from '../../audit/audit.ts';
import { type Guard, guardHook, withEstablished } from '../../http/guards/guard.ts';
import { rejectForeignOrigin } from '../../http/guards/same-origin.ts';
import type { SessionCookie } from '../../http/guards/session-cookie.ts';
import { actorOf, isCsrfToken, type Session, type Sessions } from '../../identity/session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Roles that may use an operator's route; by default operators, and auditors if it changes nothing. */
    admits?: 'anybody' | 'anyRole';
  }
}

export type SessionGuardOptions = { sessions: Sessions; cookie: SessionCookie; secure: boolean };

/** Installs the headers and the session guard of every administration route, including future ones. */
export function installSessionGuard(app: FastifyInstance, options: SessionGuardOptions): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(responseHeaders);
    done();
  });
  app.addHook('onRequest', guardHook(sessionGuard(options)));
}

/**
 * Establishes the session of the administrator who sent a request; undefined on routes that admit anybody. Every change
 * also needs a request from our own page and an operator's role.
 */
function sessionGuard({ sessions, cookie, secure }: SessionGuardOptions): Guard<Session | undefined> {
  return async (request) => {
    const { admits } = request.routeOptions.config;
    const changing = request.method !== 'GET' && request.method !== 'HEAD';
    if (changing) rejectForeignOrigin(request, secure);
    if (admits === 'anybody') return undefined;
    const token = cookie.read(request);
    const session = token === undefined ? undefined : await sessions.find(token);
    if (!session) throw notSignedIn();
    if (!changing) return session;
    requireCsrfToken(request, session);
    if (admits !== 'anyRole' && session.administrator.role !== 'operator')
      throw new ServiceError('forbidden', { detail: auditorsOnlyLook });
    return session;
  };
}

/** Forbids caching, framing, and scripts of other sites. */
const responseHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Returns a route handler that receives the session of the administrator who is signed in. */
export function signedIn(
  handler: (session: Session, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  return withEstablished(
    async (session: Session | undefined, request: FastifyRequest, reply: FastifyReply) => {
      if (!session) throw notSignedIn();
      return handler(session, request, reply);
    },
  );
}

/** Actor to whom the changes of this request are attributed. */
export function attributionOf(
  { administrator }: Session,
  request: FastifyRequest,
  reason?: string,
): Attribution {
  return {
    actor: actorOf(administrator.name),
    ip: request.ip,
    correlationId: request.id,
    ...(reason !== undefined && { reason }),
  };
}

/** RFC 9110 requires a challenge with every 401; browsers show no prompt for an unknown scheme. */
export const challenge = { 'WWW-Authenticate': 'Cookie realm="citewell admin"' };

function notSignedIn(): ServiceError {
  return new ServiceError('not_signed_in', { headers: challenge });
}

function requireCsrfToken({ headers }: FastifyRequest, session: Session): void {
  const given = headers['x-csrf-token'];
  if (typeof given === 'string' && isCsrfToken(session, given)) return;
  throw new ServiceError('forbidden', { detail: noCsrfToken });
}

const auditorsOnlyLook = {
  en: 'Auditors can view everything but change nothing.',
  zh: '审计员可以查看全部内容，但不能作任何更改。',
};
const noCsrfToken = {
  en: 'Send the csrf_token of your session (GET /admin/api/session) in the X-CSRF-Token header.',
  zh: '请在 X-CSRF-Token 请求头中发送会话的 csrf_token（见 GET /admin/api/session）。',
};
