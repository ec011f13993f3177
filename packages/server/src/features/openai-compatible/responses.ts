import type { FastifyInstance } from 'fastify';
import { meteredRoute } from '../../http/calls/metered-route.ts';
import { type ChatRoute, complete, needsNoBalanceFor, type Protocol, termsOf } from './chat-completions.ts';
import { responsesBody } from './read-responses-request.ts';
import { makeResponse, responseStream } from './response-object.ts';
import { responseObject, responseStreamEvent } from './responses-schema.ts';

const protocol: Protocol = { whole: makeResponse, stream: responseStream };

/** POST /v1/responses: the pipelines of chat completions, in the form of the Responses API. Replies are not stored. */
export function responsesRoute(app: FastifyInstance, route: ChatRoute): void {
  const { services } = route;
  meteredRoute(app, services.accounts, {
    path: '/v1/responses',
    operationId: 'responses',
    summary: 'Answer the last user message of an input, in the format of OpenAI’s Responses API',
    termsOf: (call) => termsOf(call, services),
    needsNoBalance: needsNoBalanceFor(route),
    body: responsesBody(services),
    response: {
      description: 'The response; events with `stream: true`, of which `response.completed` is the last',
      json: responseObject,
      orEvents: responseStreamEvent,
    },
    // Sequence numbers include the events that a stream of a stored response omits.
    idempotent: { unless: ({ stream }) => stream ?? false },
    mayEndEarly: true,
    errors: ['article_not_found', 'abstract_unavailable'],
    handler: (metered) => complete(metered, route, protocol),
  });
}
