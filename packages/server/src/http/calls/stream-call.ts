import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallContext } from '../../pipeline/context.ts';
import type { Emit } from '../../pipeline/events.ts';
import { describeError, type Log } from '../../platform/log.ts';
import { languageOf } from '../guards/language.ts';
import { requireGuard } from '../guards/request-state.ts';
import { type CallDependencies, runCall, workOf } from './run-call.ts';
import { EventStream, type EventStreamOptions } from './sse.ts';

/** Streams a pipeline as the reply to an admitted call. A failure becomes one `error`; `done` comes once and last. */
export async function streamCall(
  request: FastifyRequest,
  reply: FastifyReply,
  surroundings: CallDependencies & { eventStream: EventStreamOptions },
  run: (context: CallContext) => Promise<void>,
): Promise<FastifyReply> {
  const call = requireGuard(request.state.call, 'admit');
  const stream = new EventStream(reply, surroundings.eventStream);
  let delivered = false;
  try {
    await runCall(
      request,
      reply,
      surroundings,
      (signal) => {
        const emit: Emit = ({ event, data }) => {
          signal.throwIfAborted();
          const flowing = stream.send(event, data);
          if (!delivered && event === 'answer_chunk') {
            delivered = true;
            call.markDelivered();
          }
          return flowing ? undefined : stream.waitForDrain();
        };
        return run({
          requestId: request.id,
          signal,
          meter: call.meter,
          work: workOf(request, surroundings),
          emit,
        });
      },
      { delivered: () => delivered },
    );
  } catch (error) {
    writeErrorEvent(error, request, stream, surroundings.log);
  } finally {
    stream.end();
  }
  return reply;
}

/** The `error` event of a stream that has begun, and what the operator is to know of it. */
export function writeErrorEvent(
  error: unknown,
  request: FastifyRequest,
  stream: Pick<EventStream, 'send'>,
  log: Log,
): void {
  const refusal =
    error instanceof ServiceError ? error : new ServiceError('internal_error', { cause: error });
  if (request.state.outcome !== 'client_disconnected') request.state.refusal = refusal.message;
  if (refusal.code === 'internal_error' || (refusal.code === 'overloaded' && refusal.cause !== undefined))
    log('error', 'request_failed', {
      requestId: request.id,
      code: refusal.code,
      ...describeError(refusal.cause),
    });
  stream.send('error', { message: refusal.body(languageOf(request)).error });
}
