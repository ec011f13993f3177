import type { AskStreamRequest, Language } from '@citewell/sdk';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../../accounting/accounts.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import type { Outcome, Settlement } from '../../accounting/settlement.ts';
import type { Rendered } from '../calls/rendered.ts';
import type { Operation } from '../openapi/operation.ts';
import type { AcquiredCapacity } from '../server/capacity.ts';

/** Answering mode of a request as usage records store it, for endpoints that have several. */
export type CallMode = AskStreamRequest['mode'] | 'batch' | 'chat_completions' | 'responses';

/** The facts that guards establish about a request, and what became of its call. Absent: not established. */
type RequestState = {
  /** The key of a page's session: see features/pages/web-session.ts. */
  pageKey?: string | undefined;
  /** The key of the request, from `authenticate` on. */
  apiKey?: ApiKey;
  /** Throws what is against the key by now, where `authenticateCached` went by what it was; until `admit` has run. */
  revalidateKey?: (() => Promise<ApiKey>) | undefined;
  /** Fields of the body that do not exist, once it is read. */
  unknownFields?: readonly string[];
  /** Set once the body is read. */
  mode?: CallMode;
  /** SHA-256 of the header Idempotency-Key, hexadecimal, where the call is to run once. */
  idempotencyKey?: string | undefined;
  /** Hash by which a request is compared with another of its Idempotency-Key; set once the body is read. */
  requestHash?: Uint8Array;
  /** Turns the JSON of the reply into the form that was asked for; absent: it is sent as it is. */
  render?: (json: string) => Promise<Rendered>;
  /** The admitted call, from `admit` on. */
  call?: Call;
  /** The language of what the body asks, once it is read. */
  bodyLanguage?: Language | undefined;
  /** The work of the call, while and after it runs. */
  running?: Promise<unknown>;
  /** Its share of what all requests together may take. */
  taken?: AcquiredCapacity;
  /** Outcome of the request, for the access log. */
  refusal?: string;
  /** Its failure is in the log. */
  failed?: boolean;
  replayOf?: string;
  outcome?: Outcome;
  settlement?: Settlement;
  /** Handlers called when the request has ended. */
  onEnd?: (() => void)[];
};

declare module 'fastify' {
  interface FastifyRequest {
    readonly state: RequestState;
  }
  interface FastifyContextConfig {
    /** Description of the route in /openapi.json. */
    operation?: Operation;
    /** True for routes that answer while the process drains, when every other one is rejected. */
    whileDraining?: boolean;
  }
}

/** Gives every request a state of its own. */
export function decorateRequests(app: FastifyInstance): void {
  const states = new WeakMap<FastifyRequest, RequestState>();
  app.decorateRequest('state', {
    getter(this: FastifyRequest) {
      const known = states.get(this);
      if (known) return known;
      const state: RequestState = {};
      states.set(this, state);
      return state;
    },
  });
}

/**
 * The fact that a guard established.
 * @throws Error where the route leaves out the guard: our bug, and a loud one.
 */
export function requireGuard<T>(value: T | undefined, guard: string): T {
  if (value === undefined) throw new Error(`This route needs the guard ${guard} before this point.`);
  return value;
}
