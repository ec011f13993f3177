import type { AskStreamRequest, Language } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import type { Call } from '../../accounting/accounts.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import type { Outcome, Settlement } from '../../accounting/settlement.ts';
import type { Operation } from '../openapi/operation.ts';
import type { Taken } from '../server/capacity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key in whose name a page of ours asks: see routes/web-session.ts. */
    pageKey: string | undefined;
    /** Whose request it is, once `authenticate` has run. */
    apiKey: ApiKey | undefined;
    /** Throws what is against the key by now, where `authenticateCached` went by what it was; until `admit` has run. */
    confirmKey: (() => Promise<ApiKey>) | undefined;
    /** Which way of answering is asked for, where the endpoint has several; once the body is read. */
    mode: AskStreamRequest['mode'] | 'batch' | undefined;
    /** By its SHA-256, what the request calls itself, where it is to run once. */
    idempotencyKey: string | undefined;
    /** And by what it is compared with another of that name; once the body is read. */
    requestHash: Uint8Array | undefined;
    /** The admitted call, once `admit` has run. */
    call: Call | undefined;
    /** The language of what the body asks, once it is read. */
    bodyLanguage: Language | undefined;
    /** The work of the call, while and after it runs. */
    running: Promise<unknown> | undefined;
    /** Its share of what all requests together may take. */
    taken: Taken | undefined;
    /** For the access log: how the request ended. */
    refusal: string | undefined;
    replayOf: string | undefined;
    outcome: Outcome | undefined;
    settlement: Settlement | undefined;
    /** Who waits for its end. */
    onRequestEnd: (() => void)[] | undefined;
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
    'pageKey',
    'apiKey',
    'confirmKey',
    'mode',
    'idempotencyKey',
    'requestHash',
    'call',
    'bodyLanguage',
    'running',
    'taken',
    'refusal',
    'replayOf',
    'outcome',
    'settlement',
    'whenOver',
  ] as const)
    app.decorateRequest(name, undefined);
}

/** What a guard promised to have put there. A route that leaves the guard out is our bug, and a loud one. */
export function requireGuard<T>(value: T | undefined, guard: string): T {
  if (value === undefined) throw new Error(`This route needs the guard ${guard} before this point.`);
  return value;
}
