import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Attribution } from '../../audit/audit.ts';
import { rejectForeignOrigin } from '../../http/guards/same-origin.ts';
import type { SessionCookie } from '../../http/guards/session-cookie.ts';
import { actorOf, isCsrfToken, type Session, type Sessions } from '../../identity/session.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Roles that may use an operator's route; by default operators, and auditors if it changes nothing. */
    admits?: 'anybody' | 'anyRole';
  }
}

/** Sessions of the administrators who sent requests, found by the guards. */
const sessionOf = new WeakMap<FastifyRequest, Session>();

export type GuardOptions = { sessions: Sessions; cookie: SessionCookie; secure: boolean };

/**
 * Installs the guards in front of every administration route, including future ones: a session, and for every change
 * a request from our own page and an operator's role.
 */
export function installGuards(app: FastifyInstance, { sessions, cookie, secure }: GuardOptions): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(responseHeaders);
    done();
  });
  app.addHook('onRequest', async (request) => {
    const { admits } = request.routeOptions.config;
    const changing = request.method !== 'GET' && request.method !== 'HEAD';
    if (changing) rejectForeignOrigin(request, secure);
    if (admits === 'anybody') return;
    const token = cookie.read(request);
    const session = token === undefined ? undefined : await sessions.find(token);
    if (!session) throw notSignedIn();
    sessionOf.set(request, session);
    if (!changing) return;
    refuseWithoutCsrfToken(request, session);
    if (admits !== 'anyRole' && session.administrator.role !== 'operator')
      throw new ServiceError('forbidden', { detail: auditorsOnlyLook });
  });
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
): (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> {
  return async (request, reply) => {
    const session = sessionOf.get(request);
    if (!session) throw notSignedIn();
    return handler(session, request, reply);
  };
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

function refuseWithoutCsrfToken({ headers }: FastifyRequest, session: Session): void {
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
