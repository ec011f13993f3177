import type { Endpoint, Module } from '@citewell/sdk';
import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
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
 * before anything is counted 503 overloaded.
 */
export function admit(
  accounts: Accounts,
  { module, endpoint, floor }: Metering,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const key = promised(request.apiKey, 'authenticate');
    request.server.capacity.take(request, 'calls', 1);
    request.call = await accounts.admit({ id: request.id, key, module, endpoint, floor });
  };
}
