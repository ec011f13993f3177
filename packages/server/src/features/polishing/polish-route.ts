import { detectLanguage } from '@citewell/core/text/language.ts';
import type { FastifyInstance } from 'fastify';
import { type MeteredBody, meteredRoute } from '../../http/calls/metered-route.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import type { EventStreamOptions } from '../../http/calls/sse.ts';
import { streamCall } from '../../http/calls/stream-call.ts';
import { answerEvent } from '../../http/schemas/answer-events.ts';
import type { Services } from '../services.ts';
import { polishHold } from './model/polish-task.ts';
import { type PolishCall, polish } from './polish.ts';
import { polishRequest } from './polish-schema.ts';

/** 20,000 characters take 240 KB if each is written as two escapes. */
const bodyMaxBytes = 256 * 1024;

/** Body of POST /ai/api/polish. */
const polishBody: MeteredBody<typeof polishRequest, PolishCall> = {
  schema: polishRequest,
  maxBytes: bodyMaxBytes,
  language: ({ text }) => detectLanguage(text),
  read: ({ text, requirement = '', insert_refs: insertReferences = true }) => ({
    text,
    requirement: requirement.trim(),
    insertReferences,
  }),
};

/** POST /ai/api/polish: streams a polished text, with references for sentences that the literature supports. */
export function polishRoute(
  app: FastifyInstance,
  {
    services,
    eventStream,
    ...dependencies
  }: CallDependencies & { services: Services; eventStream: EventStreamOptions },
): void {
  meteredRoute(app, services.accounts, {
    path: '/ai/api/polish',
    operationId: 'polish',
    summary: 'Polish academic text and add supporting references',
    module: 'ask_agent',
    endpoint: 'polish',
    // Rules cost nothing.
    hold: services.model ? polishHold : 0,
    body: polishBody,
    response: {
      description:
        'Server-Sent Events: the answer_chunks in order are the polished text; `done` is the last event',
      events: answerEvent,
    },
    handler: (metered) =>
      streamCall(metered, { ...dependencies, eventStream }, (context) =>
        polish(metered.body, services, context),
      ),
  });
}
