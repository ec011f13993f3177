import { invalidRequest, ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { languageOf } from '../guards/language.ts';
import { factsOf, noteFacts } from '../guards/request-facts.ts';
import { errorBodyAt } from '../schemas/error-shape.ts';
import type { AllowedMethods } from './allowed-methods.ts';
import type { RequestFailures } from './request-failures.ts';

/** Converts every error of the framework to our format, `error` and `code`, or OpenAI's shape under `/v1/`. */
export function installErrorHandler(
  app: FastifyInstance,
  failures: RequestFailures,
  allowedMethods: AllowedMethods,
): void {
  app.setErrorHandler(async (error, request, reply) => {
    const rejection = toServiceError((await againstItsKey(request)) ?? error);
    if (rejection.status >= 500) failures.note(request, rejection);
    return reject(request, reply, rejection);
  });
  // As a hook, before the framework reads a body for which there is no route.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) done(methodOrPathError(allowedMethods, request.raw.url ?? ''));
    else done();
  });
  app.setNotFoundHandler((request) => {
    throw methodOrPathError(allowedMethods, request.raw.url ?? '');
  });
}

/** Rejects URLs that the router cannot parse, for which none of the app's hooks run. */
export function rejectBadUrl(log: Log) {
  return (error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply): void => {
    const rejection =
      error.code === 'FST_ERR_BAD_URL'
        ? invalidRequest({ en: 'The path is not valid.', zh: '请求路径无效。' })
        : new ServiceError('not_found');
    log('info', 'request', { requestId: request.id, status: rejection.status, code: rejection.message });
    reject(request, reply.header('X-Request-Id', request.id), rejection);
  };
}

/** Creates the error for an unknown route: 405 with Allow if the path has other methods, otherwise 404. */
export function methodOrPathError(allowedMethods: AllowedMethods, path: string): ServiceError {
  const methods = allowedMethods.at(path);
  if (methods.length === 0) return new ServiceError('not_found');
  return new ServiceError('method_not_allowed', { headers: { Allow: methods.join(', ') } });
}

/** Returns the headers of an error response. */
export function errorHeaders(rejection: ServiceError): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // RFC 9110 requires a challenge with every 401.
    ...(rejection.status === 401 && { 'WWW-Authenticate': 'Bearer realm="citewell"' }),
    ...rejection.headers,
  };
}

function reject(request: FastifyRequest, reply: FastifyReply, rejection: ServiceError): FastifyReply {
  noteFacts(request, { code: rejection.message });
  // The framework closes the connection after any body error, although the client may send further requests.
  if (!rejection.headers.Connection && reply.raw.shouldKeepAlive !== false && reply.hasHeader('connection'))
    reply.removeHeader('connection');
  return reply
    .code(rejection.status)
    .headers(errorHeaders(rejection))
    .send(JSON.stringify(errorBodyAt(request.raw.url ?? '', rejection, languageOf(request))));
}

/** Checks the key of a request that was not admitted, because errors of authentication take precedence. */
async function againstItsKey(request: FastifyRequest): Promise<unknown> {
  try {
    await factsOf(request).revalidate?.();
    return undefined;
  } catch (rejection) {
    return rejection;
  }
}

function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError('internal_error', { cause: error });
}
