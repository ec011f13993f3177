import type { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyReply } from 'fastify';
import { toStoredReply } from '../../accounting/idempotency/idempotency.ts';
import type { PipelineContext } from '../../pipeline/context.ts';
import { JsonText } from './json-text.ts';
import type { MeteredCall } from './metered-call.ts';
import { type CallDependencies, runCall } from './run-call.ts';
import { sendRendered } from './send-rendered.ts';

/**
 * Replies to an admitted call with the result of `answer`, as JSON or in the requested form, once the call is settled. The reply of a
 * call with an idempotency key is stored with the settlement, so that a repeated request gets the same bytes. `endedBy` returns,
 * once `answer` is done, the error that made its result incomplete; X-Incomplete then names the code.
 */
export async function answerCall(
  metered: MeteredCall,
  dependencies: CallDependencies,
  answer: (context: Omit<PipelineContext, 'emit'>) => Promise<unknown>,
  { endedBy = () => undefined }: { endedBy?: () => ServiceError | undefined } = {},
): Promise<FastifyReply> {
  const { request, reply, key, call, idempotency } = metered;
  const status = 200;
  const body = await runCall(
    metered,
    dependencies,
    async (signal) => {
      const work = dependencies.workers.workFor(key.id);
      const context = { requestId: request.id, caller: key.id, signal, meter: call.meter, work };
      const result = await answer(context);
      return result instanceof JsonText ? result.text : JSON.stringify(result);
    },
    {
      endedBy,
      toKeep: (json) => idempotency && toStoredReply(idempotency.name, status, json),
      // Also before errors: usage before the error may have been charged.
      settled: ({ charged }) => void reply.header('X-Tokens-Charged', charged),
    },
  );
  const end = endedBy();
  if (end) reply.header('X-Incomplete', end.code);
  reply.code(status);
  return sendRendered(metered, body);
}
