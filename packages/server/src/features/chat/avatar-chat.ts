import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { historyRounds } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import { describe, validationError } from '../../http/body/validate.ts';
import { answerCall } from '../../http/calls/answer-call.ts';
import { type MeteredBody, meteredRoute } from '../../http/calls/metered-route.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import type { EventStreamOptions } from '../../http/calls/sse.ts';
import { streamCall } from '../../http/calls/stream-call.ts';
import { answerEvent } from '../../http/schemas/answer-events.ts';
import type { Services } from '../services.ts';
import { type AvatarCall, avatar, collectReply } from './avatar.ts';
import { avatarChatRequest, avatarChatResponse } from './avatar-chat-schema.ts';
import { avatarHold } from './avatar-task.ts';
import type { Persona } from './persona.ts';

/** Room for a message and the longest history, with every character escaped. */
const bodyMaxBytes = 512 * 1024;

type AvatarBody = AvatarCall & { stream: boolean };

/** POST /ai/api/avatar_chat: a short reply in a persona's voice, as JSON or as a stream. */
export function avatarChatRoute(
  app: FastifyInstance,
  {
    services,
    eventStream,
    ...dependencies
  }: CallDependencies & { services: Services; eventStream: EventStreamOptions },
): void {
  meteredRoute(app, services.accounts, {
    path: '/ai/api/avatar_chat',
    operationId: 'avatarChat',
    summary: 'Reply briefly in a persona’s voice, with facts from cited evidence',
    module: 'ask_agent',
    endpoint: 'avatar_chat',
    // Quotations and the persona's own words cost nothing, and neither does the reply to somebody in danger.
    hold: services.model ? avatarHold : 0,
    async needsNoBalance({ body: { message, history }, key }) {
      const thisYear = new Date(services.clock.now()).getUTCFullYear();
      const work = dependencies.workers.workFor(key.id);
      // The pool's own deadline limits this wait.
      const { danger } = await work(
        'readMessage',
        { message, history, thisYear },
        new AbortController().signal,
      );
      return danger !== undefined;
    },
    body: avatarChatBody(services),
    response: {
      description: 'The reply; Server-Sent Events with `stream: true`',
      json: avatarChatResponse,
      orEvents: answerEvent,
    },
    // A stream cannot be replayed.
    idempotent: { unless: ({ stream = false }) => stream },
    handler: (metered) => {
      const { body } = metered;
      return body.stream
        ? streamCall(metered, { ...dependencies, eventStream }, (context) => avatar(body, services, context))
        : answerCall(metered, dependencies, (context) =>
            collectReply((to) => avatar(body, services, { ...context, ...to })),
          );
    },
  });
}

function avatarChatBody({ personas }: Services): MeteredBody<typeof avatarChatRequest, AvatarBody> {
  return {
    schema: avatarChatRequest,
    maxBytes: bodyMaxBytes,
    language: ({ lang, message }) => lang ?? detectLanguage(message),
    read: ({ message, persona, history = [], lang, stream = false }) => ({
      message,
      persona: readPersona(persona, personas),
      history: history.slice(-historyRounds),
      language: lang,
      stream,
    }),
  };
}

function readPersona(id: string | undefined, personas: Services['personas']): Persona {
  const [first] = personas.values();
  const persona = id === undefined ? first : personas.get(id);
  if (persona) return persona;
  const ids = [...personas.keys()].join(', ');
  const allowed: LocalizedMessage = { en: `one of: ${ids}`, zh: `下列之一：${ids}` };
  throw validationError('persona', allowed, describe(id));
}
