import type { Language } from '@citewell/sdk';
import type { Outcome, Settlement } from '../../accounting/settlement.ts';

/**
 * Facts about a request for what runs outside its handler: the limits on bodies, the error handler, the access log and
 * the end of the request. What a handler needs is passed to it instead.
 */
export type RequestFacts = {
  /** Id of the key, once it is authenticated. */
  readonly keyId?: string;
  /** Looks up a key that was taken from the cache, and throws if it is no longer valid; until its admission begins. */
  readonly revalidate?: (() => Promise<unknown>) | undefined;
  /** Language of the question, for errors. */
  readonly language?: Language;
  /** Error code of the reply. */
  readonly code?: string;
  /** Indicates that its failure has been logged. */
  readonly failed?: true;
  /** Id of the call whose reply was repeated. */
  readonly replayOf?: string;
  readonly outcome?: Outcome;
  readonly settlement?: Settlement;
  /** Work of the call, while and after it runs. */
  readonly running?: Promise<unknown>;
};

const known = new WeakMap<object, RequestFacts>();
const none: RequestFacts = {};

/** Returns the facts known about a request. */
export function factsOf(request: object): RequestFacts {
  return known.get(request) ?? none;
}

/** Adds facts about a request, or replaces them. */
export function noteFacts(request: object, facts: RequestFacts): void {
  known.set(request, { ...known.get(request), ...facts });
}
