import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log, LogFields } from '../../platform/log.ts';
import { factsOf } from '../guards/request-facts.ts';
import { onRequestEnd } from './on-request-end.ts';
import type { RequestFailures } from './request-failures.ts';

/** Logs one line per request, with permitted fields only: never a URL, a header or a body. */
export function installAccessLog(app: FastifyInstance, log: Log, failures: RequestFailures): void {
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    onRequestEnd(request, reply, () => {
      // A 500 from the framework itself, which our error handler did not see; its cause is unknown, but it is logged.
      if (reply.raw.headersSent && reply.raw.statusCode === 500 && !factsOf(request).failed)
        failures.note(request, new Error('a 500 without an error'));
      log('info', 'request', fieldsOf(request, reply, performance.now() - startedAt));
    });
    done();
  });
}

function fieldsOf(request: FastifyRequest, reply: FastifyReply, durationMs: number): LogFields {
  const { id, routeOptions } = request;
  const { keyId, code, replayOf, outcome, settlement } = factsOf(request);
  const fields: LogFields = { requestId: id, method: request.method, durationMs: Math.round(durationMs) };
  if (reply.raw.headersSent) fields.status = reply.raw.statusCode;
  if (routeOptions.url) fields.route = routeOptions.url;
  if (keyId) fields.keyId = keyId;
  if (code) fields.code = code;
  if (replayOf) fields.replayOf = replayOf;
  if (outcome) fields.outcome = outcome;
  if (settlement) {
    fields.tokens = settlement.tokens;
    fields.charged = settlement.charged;
  }
  return fields;
}
