import { ServiceError } from '@citewell/core/errors.ts';
import type { Endpoint, Module } from '@citewell/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../../accounting/accounts.ts';
import { quotaHeaders } from '../../accounting/quota/quota-status.ts';
import { type RunningCallsStatus, runningHeaders } from '../server/capacity.ts';
import { sendReplay } from './idempotency.ts';
import { requireGuard } from './request-state.ts';

export type Metering = {
  module: Module;
  /** Name of the endpoint in usage records. */
  endpoint: Endpoint;
  /** Minimum number of tokens to hold. */
  hold: number;
  /**
   * Marks routes answered in milliseconds without requests to others: capacity is reserved for them that long calls
   * cannot use.
   */
  light?: boolean;
  /** Marks routes that may stream their reply. */
  repliesBeforeSettlement?: boolean;
  /** Returns true if a request that the balance does not cover will be free of charge and therefore needs no balance. */
  isFree?: ((request: FastifyRequest) => Promise<boolean>) | undefined;
};

/**
 * Counts the call and holds its tokens; the last guard. A request whose `Idempotency-Key` was answered before gets that
 * reply, and nothing else runs.
 *
 * Before anything is counted:
 * @throws {ServiceError} 429 `rate_limited`: the key has reached its limit of running calls.
 * @throws {ServiceError} 503 `overloaded`: the service has reached its limit.
 *
 * When it is counted:
 * @throws {ServiceError} 429 `quota_exceeded`: the daily quota is used up.
 * @throws {ServiceError} 403 `no_permission`: the key has no access to the module, if this was not checked before.
 * @throws {ServiceError} 403 `insufficient_balance`: the available balance is below the hold.
 * @throws {ServiceError} 409 `conflict`: the first request with this `Idempotency-Key` is still running, was a different one, or
 * has lost its reply.
 */
export function admit(
  accounts: Accounts,
  meteringOf: (request: FastifyRequest) => Metering,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    const { light = false, isFree, ...metering } = meteringOf(request);
    const { id, state } = request;
    const { mode, idempotencyKey: name } = state;
    const running = await takePlace(request, light);
    const key = requireGuard(request.state.apiKey, 'authenticate');
    const intent = { ...metering, id, key, mode };
    // From here on, errors about the key come from the admission.
    request.state.revalidateKey = undefined;
    const admitWith = (hold: number) =>
      name === undefined
        ? accounts.admit({ ...intent, hold })
        : accounts.admitOnce(
            { ...intent, hold },
            { name, requestHash: requireGuard(request.state.requestHash, 'jsonBody') },
          );
    const admitted = await admitWith(metering.hold).catch(async (refusal: unknown) => {
      const isTooLow = refusal instanceof ServiceError && refusal.code === 'insufficient_balance';
      if (isTooLow && (await isFree?.(request))) return admitWith(0);
      throw refusal;
    });
    // Set here, so that all later replies have them, including streams.
    reply.headers(joinPolicies(quotaHeaders(admitted.quota), runningHeaders(running)));
    if ('replay' in admitted) return sendReplay(request, reply, admitted.replay);
    request.state.call = admitted;
    return undefined;
  };
}

/** Acquires capacity for a call. A cached key may have a higher limit by now, so it is looked up again before the call is rejected. */
async function takePlace(request: FastifyRequest, light: boolean): Promise<RunningCallsStatus> {
  const { capacity } = request.server;
  try {
    return capacity.takeCall(request, requireGuard(request.state.apiKey, 'authenticate'), { light });
  } catch (refusal) {
    const { revalidateKey } = request.state;
    if (!revalidateKey || !(refusal instanceof ServiceError) || refusal.code !== 'rate_limited')
      throw refusal;
    request.state.revalidateKey = undefined;
    request.state.apiKey = await revalidateKey();
    return capacity.takeCall(request, request.state.apiKey, { light });
  }
}

/** Joins the policies of a request, since both header fields are lists. */
function joinPolicies(...all: Record<string, string>[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const headers of all)
    for (const [name, value] of Object.entries(headers))
      joined[name] = joined[name] === undefined ? value : `${joined[name]}, ${value}`;
  return joined;
}
