import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { jsonHeadersError } from './json-body.ts';
import { type BodySpeedLimits, readBody } from './read-body.ts';

const formContentType = /^application\/x-www-form-urlencoded(?:[ \t]*;|[ \t]*$)/i;

/** Lets routes with `formOrJsonBody` read the forms of pages. All others still reject them. */
export function installFormBodies(app: FastifyInstance, speedLimits: BodySpeedLimits): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', (request, payload, done) => {
    readBody(request, payload, speedLimits, (error, bytes) => {
      if (error || !bytes) done(error);
      else done(null, Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))));
    });
  });
}

/** Returns the route options for a body of at most `limitBytes` that is a page's form or a JSON object; fields are not checked. */
export function formOrJsonBody(limitBytes: number): Pick<RouteShorthandOptions, 'bodyLimit' | 'preParsing'> {
  return {
    bodyLimit: limitBytes,
    preParsing: (request, _reply, payload, done) => {
      const isForm = formContentType.test(request.headers['content-type'] ?? '');
      const error = isForm ? undefined : jsonHeadersError(request);
      if (error) done(error);
      else done(null, payload);
    },
  };
}
