import { invalidRequest } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { BodyParser } from './body-parser.ts';
import { type BodySpeedLimits, readBody } from './read-body.ts';

/** The only permitted content type, with JSON's only charset; trailing characters have been used to bypass checks of parsers. */
const jsonContentType = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?[ \t]*$/i;

/** Installs the parser that reads every body as one JSON object, in place of the framework's own parsers. */
export function installJsonBodies(app: FastifyInstance, speedLimits: BodySpeedLimits): void {
  app.removeAllContentTypeParsers();
  const parser = new BodyParser();
  app.addHook('onClose', () => parser.close());
  app.addContentTypeParser('*', (request, payload, done) => {
    readBody(request, payload, speedLimits, (error, bytes) => {
      if (error || !bytes) done(error);
      else parser.parse(bytes, () => request.raw.socket?.destroyed !== true, done);
    });
  });
}

/** Returns the route options for a JSON body of at most `limitBytes`. */
export function limitJsonBody(limitBytes: number): Pick<RouteShorthandOptions, 'bodyLimit' | 'preParsing'> {
  return {
    bodyLimit: limitBytes,
    preParsing: (request, _reply, payload, done) => {
      const error = jsonHeadersError(request);
      if (error) done(error);
      else done(null, payload);
    },
  };
}

/** Returns the route options for a JSON body of at most `limitBytes`, which `read` converts to the handler's input. */
export function jsonBody<Body>(
  limitBytes: number,
  read: (body: unknown, request: FastifyRequest) => Body,
): Pick<RouteShorthandOptions, 'bodyLimit' | 'preParsing' | 'preValidation'> {
  return {
    ...limitJsonBody(limitBytes),
    preValidation: (request, _reply, done) => {
      try {
        request.body = read(request.body, request);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  };
}

export function jsonHeadersError({ headers }: FastifyRequest): Error | undefined {
  if (!jsonContentType.test(headers['content-type'] ?? ''))
    return invalidRequest({
      en: 'Send the body as Content-Type: application/json (UTF-8).',
      zh: '请以 Content-Type: application/json（UTF-8）发送请求体。',
    });
  if ((headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity')
    return invalidRequest({
      en: 'Send the body without a Content-Encoding.',
      zh: '请勿对请求体使用 Content-Encoding。',
    });
  return undefined;
}
