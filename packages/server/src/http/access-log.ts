import type { FastifyInstance } from 'fastify';
import type { Log, LogFields } from '../log.ts';

/** One line a request, of allowed fields only: never a URL, a header or a body. */
export function installAccessLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const fields: LogFields = {
      requestId: request.id,
      method: request.method,
      status: reply.raw.statusCode,
      durationMs: Math.round(reply.elapsedTime),
    };
    if (request.routeOptions.url) fields.route = request.routeOptions.url;
    if (request.apiKey) fields.keyId = request.apiKey.id;
    if (request.refusal) fields.code = request.refusal;
    if (request.outcome) fields.outcome = request.outcome;
    if (request.settlement) {
      fields.tokens = request.settlement.tokens;
      fields.charged = request.settlement.charged;
    }
    log('info', 'request', fields);
    done();
  });
}
