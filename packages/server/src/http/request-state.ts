import type { Language } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import type { ApiKey, Call, Outcome, Settlement } from '../accounts/accounts.ts';
import type { CapacityLimits } from './capacity.ts';
import type { Operation } from './operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is, once `authenticate` has run. */
    apiKey: ApiKey | undefined;
    /** The admitted call, once `admit` has run. */
    call: Call | undefined;
    /** The language of what the body asks, once it is read. */
    bodyLanguage: Language | undefined;
    /** The work of the call, while and after it runs. */
    running: Promise<unknown> | undefined;
    /** Its share of what all requests together may take. */
    taken: CapacityLimits | undefined;
    /** For the access log: how the request ended. */
    refusal: string | undefined;
    outcome: Outcome | undefined;
    settlement: Settlement | undefined;
  }
  interface FastifyContextConfig {
    /** How the route stands in /openapi.json. */
    operation?: Operation;
    /** Answered while the process drains, when every other route is refused. */
    whileDraining?: boolean;
  }
}

/** What a request gathers on its way through the guards. */
export function decorateRequests(app: FastifyInstance): void {
  for (const name of [
    'apiKey',
    'call',
    'bodyLanguage',
    'running',
    'taken',
    'refusal',
    'outcome',
    'settlement',
  ] as const)
    app.decorateRequest(name, undefined);
}

/** What a guard promised to have put there. A route that leaves the guard out is our bug, and a loud one. */
export function promised<T>(value: T | undefined, guard: string): T {
  if (value === undefined) throw new Error(`This route needs the guard ${guard} before this point.`);
  return value;
}
