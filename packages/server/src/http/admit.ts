import type { Endpoint, Module } from '@citewell/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import { quotaHeaders } from '../accounts/quota-standing.ts';
import { sendReplay } from './idempotency.ts';
import { promised } from './request-state.ts';

export type Metering = {
  module: Module;
  /** As it stands in records of usage. */
  endpoint: Endpoint;
  /** Tokens to hold at least. */
  floor: number;
};

/**
 * Guard, the last one: counts the call and holds its tokens. Throws 429 quota_exceeded, 403 insufficient_balance, and
 * before anything is counted 503 overloaded. A request that was answered before, by the guard `idempotencyKey`, gets that
 * reply and goes no further; 409 conflict while the first of them runs.
 */
export function admit(
  accounts: Accounts,
  metering: Metering,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    const { id, mode, idempotencyKey: name } = request;
    const key = promised(request.apiKey, 'authenticate');
    request.server.capacity.take(request, 'calls', 1);
    const intent = { ...metering, id, key, mode };
    // From here on it is the admission that speaks of the key.
    request.confirmKey = undefined;
    const admitted =
      name === undefined
        ? await accounts.admit(intent)
        : await accounts.admitOnce(intent, { name, requestHash: promised(request.requestHash, 'jsonBody') });
    // Here, so that whatever is replied from now on carries them, streams included.
    reply.headers(quotaHeaders(admitted.quota));
    if ('replay' in admitted) return sendReplay(request, reply, admitted.replay);
    request.call = admitted;
    return undefined;
  };
}
