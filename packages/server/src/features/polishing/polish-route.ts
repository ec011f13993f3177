import { detectLanguage } from '@citewell/core/text/language.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonBody } from '../../http/body/json-body.ts';
import { validate } from '../../http/body/validate.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import type { EventStreamOptions } from '../../http/calls/sse.ts';
import { streamCall } from '../../http/calls/stream-call.ts';
import { admit } from '../../http/guards/admit.ts';
import { authenticateCached } from '../../http/guards/authenticate.ts';
import { meteredErrors } from '../../http/openapi/operation.ts';
import { answerEvent } from '../../http/schemas/responses.ts';
import type { Services } from '../services.ts';
import { type PolishCall, polish } from './polish.ts';
import { polishRequest } from './polish-schema.ts';

/** 20,000 characters take 240 KB where each is written as two escapes. */
const bodyMaxBytes = 256 * 1024;

/** Tokens held for a text at least: the low end of the contract's table. */
const polishFloor = 5_000;

function readPolish(body: unknown, request: FastifyRequest): PolishCall {
  const { text, requirement = '', insert_refs: insertReferences = true } = validate(polishRequest, body);
  request.bodyLanguage = detectLanguage(text);
  return { text, requirement: requirement.trim(), insertReferences };
}

/** POST /ai/api/polish: a text, polished as a stream, with references where the literature supports its sentences. */
export function polishRoute(
  app: FastifyInstance,
  {
    services,
    eventStream,
    ...surroundings
  }: CallDependencies & { services: Services; eventStream: EventStreamOptions },
): void {
  app.post<{ Body: PolishCall }>('/ai/api/polish', {
    onRequest: authenticateCached(services.accounts, 'ask_agent'),
    ...jsonBody(bodyMaxBytes, readPolish),
    preHandler: admit(services.accounts, {
      module: 'ask_agent',
      endpoint: 'polish',
      floor: Math.max(polishFloor, services.engine.polishReserve),
    }),
    config: {
      operation: {
        operationId: 'polish',
        summary: 'Polish academic text and add supporting references',
        module: 'ask_agent',
        request: polishRequest,
        response: {
          description:
            'Server-Sent Events: the answer_chunks in order are the polished text; `done` is the last event',
          events: answerEvent,
        },
        errors: meteredErrors,
      },
    },
    handler: (request, reply) =>
      streamCall(request, reply, { ...surroundings, eventStream }, (context) =>
        polish(request.body, services, context),
      ),
  });
}
