import { ServiceError } from '@citewell/core/errors.ts';
import type { Endpoint, Module } from '@citewell/sdk';
import type { Accounts, AdmittedCall, Answered } from '../../accounting/accounts.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import { quotaHeaders } from '../../accounting/quota/quota-status.ts';
import type { MeteredRequest } from '../calls/metered-call.ts';
import { type RunningCallsStatus, runningHeaders } from '../server/capacity.ts';
import type { Authenticated } from './authenticate.ts';
import { noteFacts } from './request-facts.ts';

/** Terms on which a call is admitted. */
export type MeteringTerms = {
  /** Module that the key needs. */
  module: Module;
  /** Name of the endpoint in usage records. */
  endpoint: Endpoint;
  /** Minimum number of tokens to hold. */
  hold: number;
};

export type Metering = MeteringTerms & {
  /**
   * Marks routes answered in milliseconds without requests to others: capacity is reserved for them that long calls
   * cannot use.
   */
  light: boolean;
  /** Marks routes that may stream their reply. */
  repliesBeforeSettlement: boolean;
  /** Returns true if a request that the balance does not cover will be free of charge and therefore needs no balance. */
  isFree(): Promise<boolean>;
};

/**
 * Counts the call and holds its tokens; the last guard. Returns the call with its current key; for a request whose
 * `Idempotency-Key` was answered before, that reply, and nothing else should run.
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
export async function admit(
  accounts: Accounts,
  metered: MeteredRequest & Authenticated,
  { light, isFree, ...terms }: Metering,
): Promise<{ key: ApiKey; call: AdmittedCall } | Answered> {
  const { request, reply, mode, idempotency } = metered;
  const { key, running } = await acquireCapacity(metered, light);
  // From here on, errors about the key come from the admission.
  noteFacts(request, { revalidate: undefined });
  const admitWith = (hold: number) => {
    const intent = { ...terms, hold, id: request.id, key, mode };
    return idempotency ? accounts.admitOnce(intent, idempotency) : accounts.admit(intent);
  };
  const admitted = await admitWith(terms.hold).catch(async (error: unknown) => {
    const isTooLow = error instanceof ServiceError && error.code === 'insufficient_balance';
    if (isTooLow && (await isFree())) return admitWith(0);
    throw error;
  });
  // Set here, so that all later replies have them, including streams.
  reply.headers(joinPolicies(quotaHeaders(admitted.quota), runningHeaders(running)));
  return 'replay' in admitted ? admitted : { key, call: admitted };
}

/** Acquires capacity for a call. A cached key may have a higher limit by now, so it is looked up again before the call is rejected. */
async function acquireCapacity(
  { request, key, revalidate }: MeteredRequest & Authenticated,
  light: boolean,
): Promise<{ key: ApiKey; running: RunningCallsStatus }> {
  const { capacity } = request.server;
  try {
    return { key, running: capacity.acquireCall(request, key, { light }) };
  } catch (error) {
    if (!revalidate || !(error instanceof ServiceError) || error.code !== 'rate_limited') throw error;
    noteFacts(request, { revalidate: undefined });
    const current = await revalidate();
    return { key: current, running: capacity.acquireCall(request, current, { light }) };
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
