import type { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toStoredReply } from '../../accounting/idempotency/idempotency.ts';
import type { CallContext } from '../../pipeline/context.ts';
import { requireGuard } from '../guards/request-state.ts';
import { type CallDependencies, runCall, workOf } from './run-call.ts';

/** A reply in another form than JSON: its content type, its bytes or text, and the name that a browser saves a file under. */
export type Rendered = { type: string; body: string | Buffer; filename?: string };

/**
 * Replies to an admitted call with what `answer` comes to, as JSON, once the call is settled. Of a call that is to run once
 * the reply is kept with its settlement: whoever asks again gets the same bytes. `render` turns the JSON into another form;
 * `endedBy` tells, once `answer` is done, why it gave a part only: the reply then names the code in X-Incomplete.
 */
export async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: CallDependencies,
  answer: (context: Omit<CallContext, 'emit'>) => Promise<unknown>,
  {
    render,
    endedBy = () => undefined,
  }: {
    render?: ((json: string) => Promise<Rendered>) | undefined;
    endedBy?: () => ServiceError | undefined;
  } = {},
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
    const rendered: Rendered = (await render?.(body)) ?? { type: 'application/json; charset=utf-8', body };
    const { type, body: sent, filename } = rendered;
    if (filename) reply.header('Content-Disposition', `attachment; filename="${filename}"`);
    return reply.code(status).type(type).send(sent);
  } catch (error) {
    setChargeHeader();
    throw error;
  }

  /** Sets the charge header, on errors as well: usage before the error may have been charged. */
  function setChargeHeader(): void {
    if (request.state.settlement) reply.header('X-Tokens-Charged', request.state.settlement.charged);
  }
}
