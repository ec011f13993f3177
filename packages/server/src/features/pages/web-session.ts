import { invalidRequest, ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import { parseSecret } from '../../accounting/keys/secret.ts';
import { jsonBody } from '../../http/body/json-body.ts';
import { rejectForeignOrigin } from '../../http/guards/same-origin.ts';
import { createSessionCookie } from '../../http/guards/session-cookie.ts';
import { type PageSession, pageSessionMs } from '../../identity/page-session.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import type { Services } from '../services.ts';

const bodyMaxBytes = 4 * 1024;
const path = '/web/session';

/**
 * Sessions of the pages: a person enters a key once, and a cookie that scripts cannot read represents it afterwards.
 * Only requests of our own pages count: they carry a header that other sites cannot send.
 */
export function webSessionRoutes(app: FastifyInstance, services: Services): void {
  const { accounts, pageSessions: sessions, config } = services;
  const secure = config.tls !== undefined;
  const cookie = createSessionCookie(secure, { bareName: 'citewell_page', endsAfterMs: pageSessionMs });

  // A key sent with the request takes precedence.
  app.decorate('pageKeyOf', (request) => {
    if (!isOfPage(request) || !/^\/(?:ai\/api|web\/(?:document|abstract))\b/.test(request.url))
      return undefined;
    rejectForeignOrigin(request, secure);
    const session = signedIn(request);
    if (!session) throw new ServiceError('not_signed_in');
    return session.secret;
  });

  app.get(path, async (request, reply) => {
    const session = signedIn(request);
    const key = session && (await accounts.authenticate(session.secret).catch(refusedAs));
    reply.header('Cache-Control', 'no-store');
    // A key disabled meanwhile is reported by the first call that uses it; the page then shows the sign-in form.
    return reply.send({
      session: key && session ? view(key, session.guest) : null,
      guest: sessions.hasGuest,
    });
  });

  app.post<{ Body: { key?: unknown; guest?: unknown } }>(path, {
    ...jsonBody(bodyMaxBytes, (body) => body as { key?: unknown; guest?: unknown }),
    onRequest: ofOurPage,
    handler: async (request, reply) => {
      const session = wanted(request.body);
      const key = await accounts.authenticate(session.secret);
      return reply
        .headers({ 'Cache-Control': 'no-store', 'Set-Cookie': cookie.give(sessions.close(session), request) })
        .send({ session: view(key, session.guest), guest: sessions.hasGuest });
    },
  });

  app.delete(path, {
    onRequest: ofOurPage,
    handler: (request, reply) =>
      reply
        .headers({ 'Cache-Control': 'no-store', 'Set-Cookie': cookie.take(request) })
        .send({ session: null, guest: sessions.hasGuest }),
  });

  function signedIn(request: FastifyRequest): PageSession | undefined {
    const value = cookie.read(request);
    return value === undefined ? undefined : sessions.open(value);
  }

  function wanted({ key, guest }: { key?: unknown; guest?: unknown }): PageSession {
    if (guest === true) {
      const session = sessions.guest();
      if (!session) throw invalidRequest(noGuests);
      return session;
    }
    if (typeof key !== 'string' || key.trim() === '') throw invalidRequest(noKey);
    const secret = parseSecret(key.trim());
    if (!secret) throw new ServiceError('invalid_key');
    return { secret, guest: false };
  }

  async function ofOurPage(request: FastifyRequest): Promise<void> {
    rejectForeignOrigin(request, secure);
    if (!isOfPage(request)) throw new ServiceError('forbidden', { detail: noPageHeader });
  }
}

/**
 * Indicates that a page of the service sent the request. Its header makes a browser send a preflight before a script of
 * another site may send such a request.
 */
function isOfPage({ headers }: FastifyRequest): boolean {
  return headers['x-citewell-page'] === '1' && headers['x-api-key'] === undefined && !headers.authorization;
}

function refusedAs(error: unknown): undefined {
  if (error instanceof ServiceError && error.status === 401) return undefined;
  throw error;
}

function view(key: ApiKey, guest: boolean) {
  const { label, hint, modules, expiresAt } = key;
  return { label, hint, modules, guest, expires_at: isoTime(expiresAt ?? null) };
}

const noGuests = {
  en: 'Guest access is not available here; sign in with an API key.',
  zh: '本服务未开放访客使用，请用 API 密钥登录。',
};
const noKey = { en: '"key" must be an API key.', zh: '"key" 必须是 API 密钥。' };
const noPageHeader = {
  en: 'Send the header X-Citewell-Page: 1.',
  zh: '请发送请求头 X-Citewell-Page: 1。',
};
