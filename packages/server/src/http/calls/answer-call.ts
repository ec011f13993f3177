import type { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toStoredReply } from '../../accounting/idempotency/idempotency.ts';
import type { CallContext } from '../../pipeline/context.ts';
import { requireGuard } from '../guards/request-state.ts';
import { type CallDependencies, runCall, workOf } from './run-call.ts';
import { sendRendered } from './send-rendered.ts';

/**
 * Replies to an admitted call with the result of `answer`, as JSON or in the requested form, once the call is settled. The reply of a
 * call with an idempotency key is stored with the settlement, so that a repeated request gets the same bytes. `endedBy` returns,
 * once `answer` is done, the error that made its result incomplete; X-Incomplete then names the code.
 */
export async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: CallDependencies,
  answer: (context: Omit<CallContext, 'emit'>) => Promise<unknown>,
  { endedBy = () => undefined }: { endedBy?: () => ServiceError | undefined } = {},
): Promise<FastifyReply> {
  const { meter } = requireGuard(request.state.call, 'admit');
  const { id: requestId } = request;
  const { idempotencyKey: name } = request.state;
  const status = 200;
  try {
    const body = await runCall(
      request,
      reply,
      dependencies,
      async (signal) =>
        JSON.stringify(await answer({ requestId, signal, meter, work: workOf(request, dependencies) })),
      { endedBy, toKeep: (json) => (name === undefined ? undefined : toStoredReply(name, status, json)) },
    );
    setChargeHeader();
    const end = endedBy();
    if (end) reply.header('X-Incomplete', end.code);
    return await sendRendered(request, reply.code(status), body);
  } catch (error) {
    setChargeHeader();
    throw error;
  }

  /** Sets the charge header, also on errors: usage before the error may have been charged. */
  function setChargeHeader(): void {
    if (request.state.settlement) reply.header('X-Tokens-Charged', request.state.settlement.charged);
  }
}
