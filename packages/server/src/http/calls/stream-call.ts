import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toStoredReply } from '../../accounting/idempotency/idempotency.ts';
import type { PipelineContext } from '../../pipeline/context.ts';
import type { Emit } from '../../pipeline/events.ts';
import { languageOf } from '../guards/language.ts';
import { factsOf, noteFacts } from '../guards/request-facts.ts';
import type { RequestFailures } from '../server/request-failures.ts';
import type { MeteredCall } from './metered-call.ts';
import { type CallDependencies, runCall } from './run-call.ts';
import { EventStream, type EventStreamOptions, namedEvents, type StreamForm } from './sse.ts';

const progressEvents: ReadonlySet<string> = new Set(['thinking', 'tool_call', 'tool_result']);

/**
 * Streams a pipeline as the reply to an admitted call, in the API's format unless another is given. A failure becomes one
 * `error` event; `done` is sent once, as the last event.
 */
export async function streamCall(
  metered: MeteredCall,
  dependencies: CallDependencies & { eventStream: EventStreamOptions },
  run: (context: PipelineContext) => Promise<void>,
  form: StreamForm = namedEvents,
): Promise<FastifyReply> {
  const { request, reply, key, call, idempotency } = metered;
  // Other charges are known only once the head of the reply has been sent.
  if (await metered.isFree()) reply.header('X-Tokens-Charged', 0);
  const stream = new EventStream(reply, dependencies.eventStream, form);
  let delivered = false;
  /** Frames to store if the call has an idempotency key: all except those with progress only. */
  const frames: string[] = [form.start];
  try {
    await runCall(
      metered,
      dependencies,
      (signal) => {
        const emit: Emit = ({ event, data }) => {
          signal.throwIfAborted();
          const written = form.event(event, data);
          const flowing = stream.write(written);
          if (idempotency && !progressEvents.has(event)) frames.push(written);
          if (!delivered && event === 'answer_chunk') {
            delivered = true;
            call.markDelivered();
          }
          return flowing ? undefined : stream.waitForDrain();
        };
        return run({
          requestId: request.id,
          caller: key.id,
          signal,
          meter: call.meter,
          work: dependencies.workers.workFor(key.id),
          emit,
        });
      },
      {
        delivered: () => delivered,
        toKeep: () =>
          idempotency && toStoredReply(idempotency.name, 200, [...frames, form.event('done', {})].join('')),
      },
    );
  } catch (error) {
    writeErrorEvent(error, request, stream, dependencies.failures);
  } finally {
    stream.end();
  }
  return reply;
}

/** Writes the `error` event of a stream that has begun, and logs the failure for the operator. */
export function writeErrorEvent(
  error: unknown,
  request: FastifyRequest,
  stream: Pick<EventStream, 'sendError'>,
  failures: RequestFailures,
): void {
  const sent = error instanceof ServiceError ? error : new ServiceError('internal_error', { cause: error });
  if (factsOf(request).outcome !== 'client_disconnected') noteFacts(request, { code: sent.message });
  if (sent.code === 'internal_error' || (sent.code === 'overloaded' && sent.cause !== undefined))
    failures.note(request, sent);
  stream.sendError(sent, languageOf(request));
}
