import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { jsonBody } from '../../../http/body/json-body.ts';
import { validate } from '../../../http/body/validate.ts';
import type { SessionCookie } from '../../../http/guards/session-cookie.ts';
import type { Session } from '../../../identity/session.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import type { Services } from '../../services.ts';
import { bodyMaxBytes, readErrors, writeErrors } from '../admin-api.ts';
import { signInRequest } from '../requests.ts';
import { sessionResponse, signedOut } from '../responses.ts';
import { attributionOf, challenge, signedIn } from '../session-guard.ts';

const path = '/admin/api/session';

/** Adds the routes for signing in, the current session and signing out. */
export function sessionRoutes(app: FastifyInstance, services: Services, cookie: SessionCookie): void {
  const { sessions } = services.administration;

  app.post<{ Body: z.output<typeof signInRequest> }>(path, {
    ...jsonBody(bodyMaxBytes, (body) => validate(signInRequest, body)),
    config: {
      admits: 'anybody',
      operation: {
        operationId: 'signIn',
        summary: 'Sign in: set a session cookie that replaces any earlier one',
        request: signInRequest,
        response: { description: 'Signed in; Set-Cookie holds the session', json: sessionResponse },
        errors: [...writeErrors, 'sign_in_refused', 'rate_limited'],
      },
    },
    handler: async (request, reply) => {
      const attempt = { ...request.body, ip: request.ip, correlationId: request.id };
      try {
        const { token, ...session } = await sessions.signIn(attempt, cookie.read(request));
        return reply.header('Set-Cookie', cookie.give(token, request)).send(view(session));
      } catch (error) {
        throw error instanceof ServiceError && error.code === 'sign_in_refused'
          ? new ServiceError('sign_in_refused', { headers: challenge })
          : error;
      }
    },
  });

  app.get(path, {
    config: {
      operation: {
        operationId: 'getSession',
        summary: 'Get the signed-in administrator and the CSRF token that changes require',
        session: 'look',
        response: { description: 'The session', json: sessionResponse },
        errors: readErrors,
      },
    },
    handler: signedIn(async (session) => view(session)),
  });

  app.delete(path, {
    config: {
      admits: 'anyRole',
      operation: {
        operationId: 'signOut',
        summary: 'Sign out and end the session',
        session: 'change',
        response: { description: 'Signed out', json: signedOut },
        errors: writeErrors,
      },
    },
    handler: signedIn(async (session, request, reply) => {
      await sessions.end(cookie.read(request) ?? '', attributionOf(session, request));
      return reply.header('Set-Cookie', cookie.take(request)).send({ signed_out: true });
    }),
  });
}

function view({ administrator: { name, role }, csrfToken, endsAt }: Session) {
  return { name, role, csrf_token: csrfToken, ends_at: isoTime(endsAt) };
}
