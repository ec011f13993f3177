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

/** Facts that guards have established about a request, and the state of its call. Absent if not established. */
type RequestState = {
  /** The key of a page's session: see features/pages/web-session.ts. */
  pageKey?: string | undefined;
  /** The key of the request, from `authenticate` on. */
  apiKey?: ApiKey;
  /** Checks a key that `authenticateCached` took from the cache, and throws if it is no longer valid; set until `admit` has run. */
  revalidateKey?: (() => Promise<ApiKey>) | undefined;
  /** Unknown fields of the body, once it is read. */
  unknownFields?: readonly string[];
  /** Set once the body is read. */
  mode?: CallMode;
  /** SHA-256 of the header Idempotency-Key, hexadecimal, if present. */
  idempotencyKey?: string | undefined;
  /** Hash for comparing requests with the same Idempotency-Key; set once the body is read. */
  requestHash?: Uint8Array;
  /** Converts the JSON of the reply to the requested form; absent if it is sent as JSON. */
  render?: (json: string) => Promise<Rendered>;
  /** The admitted call, from `admit` on. */
  call?: Call;
  /** The language of the question, once the body is read. */
  bodyLanguage?: Language | undefined;
  /** The work of the call, while and after it runs. */
  running?: Promise<unknown>;
  /** Its share of the capacity of all requests. */
  taken?: AcquiredCapacity;
  /** Outcome of the request, for the access log. */
  refusal?: string;
  /** Indicates that its failure has been logged. */
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
    /** Keeps the route available while the process drains and rejects all others. */
    whileDraining?: boolean;
  }
}

/** Gives every request its own state. */
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
 * Returns a fact that a guard established.
 * @throws Error if the route lacks the guard, which is a programming error.
 */
export function requireGuard<T>(value: T | undefined, guard: string): T {
  if (value === undefined) throw new Error(`This route needs the guard ${guard} before this point.`);
  return value;
}
