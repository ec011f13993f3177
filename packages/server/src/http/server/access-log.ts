import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log, LogFields } from '../../platform/log.ts';
import { onRequestEnd } from './on-request-end.ts';

/** One line a request, of allowed fields only: never a URL, a header or a body. */
export function installAccessLog(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    onRequestEnd(request, reply, () =>
      log('info', 'request', fieldsOf(request, reply, performance.now() - startedAt)),
    );
    done();
  });
}

function fieldsOf(request: FastifyRequest, reply: FastifyReply, durationMs: number): LogFields {
  const { id, routeOptions } = request;
  const { apiKey, refusal, replayOf, outcome, settlement } = request.state;
  const fields: LogFields = { requestId: id, method: request.method, durationMs: Math.round(durationMs) };
  if (reply.raw.headersSent) fields.status = reply.raw.statusCode;
  if (routeOptions.url) fields.route = routeOptions.url;
  if (apiKey) fields.keyId = apiKey.id;
  if (refusal) fields.code = refusal;
  if (replayOf) fields.replayOf = replayOf;
  if (outcome) fields.outcome = outcome;
  if (settlement) {
    fields.tokens = settlement.tokens;
    fields.charged = settlement.charged;
  }
  return fields;
}
