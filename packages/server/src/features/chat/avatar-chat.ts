import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonBody } from '../../http/body/json-body.ts';
import { describe, validate, validationError } from '../../http/body/validate.ts';
import { answerCall } from '../../http/calls/answer-call.ts';
import type { CallDependencies } from '../../http/calls/run-call.ts';
import type { EventStreamOptions } from '../../http/calls/sse.ts';
import { streamCall } from '../../http/calls/stream-call.ts';
import { admit } from '../../http/guards/admit.ts';
import { authenticateCached } from '../../http/guards/authenticate.ts';
import { idempotencyKey } from '../../http/guards/idempotency.ts';
import { meteredErrors } from '../../http/openapi/operation.ts';
import { answerEvent, avatarChatResponse } from '../../http/schemas/responses.ts';
import { historyRounds } from '../answers/ask-stream-schema.ts';
import type { Services } from '../services.ts';
import { type AvatarCall, avatar, collectReply } from './avatar.ts';
import { avatarChatRequest } from './avatar-chat-schema.ts';
import type { Persona } from './persona.ts';

/** A message and a history of 64 KB, in escapes. */
const bodyMaxBytes = 512 * 1024;

/** Tokens held for a message at least: the low end of the contract's table. */
const chatFloor = 500;

type AvatarBody = AvatarCall & { stream: boolean };

/** POST /ai/api/avatar_chat: a short reply in a persona's voice, as JSON or as a stream. */
export function avatarChatRoute(
  app: FastifyInstance,
  {
    services,
    eventStream,
    ...surroundings
  }: CallDependencies & { services: Services; eventStream: EventStreamOptions },
): void {
  app.post<{ Body: AvatarBody }>('/ai/api/avatar_chat', {
    onRequest: [authenticateCached(services.accounts, 'ask_agent'), idempotencyKey],
    ...jsonBody(bodyMaxBytes, readAvatarChat(services)),
    preHandler: admit(services.accounts, {
      module: 'ask_agent',
      endpoint: 'avatar_chat',
      floor: Math.max(chatFloor, services.engine.chatReserve),
    }),
    config: {
      operation: {
        operationId: 'avatarChat',
        summary: 'Reply briefly in a persona’s voice, with facts from cited evidence',
        module: 'ask_agent',
        request: avatarChatRequest,
        response: {
          description: 'The reply; Server-Sent Events with `stream: true`',
          json: avatarChatResponse,
          orEvents: answerEvent,
        },
        idempotent: true,
        errors: [...meteredErrors, 'conflict'],
      },
    },
    handler: (request, reply) =>
      request.body.stream
        ? streamCall(request, reply, { ...surroundings, eventStream }, (context) =>
            avatar(request.body, services, context),
          )
        : answerCall(request, reply, surroundings, (context) =>
            collectReply((emit) => avatar(request.body, services, { ...context, emit })),
          ),
  });
}

function readAvatarChat({ personas }: Services): (body: unknown, request: FastifyRequest) => AvatarBody {
  return (body, request) => {
    const { message, persona, history = [], lang, stream = false } = validate(avatarChatRequest, body);
    request.bodyLanguage = lang ?? detectLanguage(message);
    // A stream cannot be had a second time.
    if (stream) request.idempotencyKey = undefined;
    return {
      message,
      persona: readPersona(persona, personas),
      history: history.slice(-historyRounds),
      language: lang,
      stream,
    };
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
