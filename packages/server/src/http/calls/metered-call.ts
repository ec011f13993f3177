import type { AskStreamRequest, Language } from '@citewell/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AdmittedCall } from '../../accounting/accounts.ts';
import type { IdempotencyKey } from '../../accounting/idempotency/idempotency.ts';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import type { Rendered } from './rendered.ts';

/** Answering mode of a request as usage records store it, for endpoints that have several. */
export type CallMode = AskStreamRequest['mode'] | 'batch' | 'chat_completions' | 'responses';

/** Call context of a metered route once the body is read: all that its guards have established before the admission. */
export type MeteredRequest<Body = unknown> = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly key: ApiKey;
  readonly body: Body;
  readonly mode: CallMode | undefined;
  /** The language of the question. */
  readonly language: Language;
  /** The header Idempotency-Key, hashed, with the hash of the request; undefined if absent. */
  readonly idempotency: IdempotencyKey | undefined;
  /** Converts the JSON of the reply to the requested form; absent if it is sent as JSON. */
  readonly render?: (json: string) => Promise<Rendered>;
};

/** Call context of an admitted call, for the handler of its route. */
export type MeteredCall<Body = unknown, Prepared = unknown> = MeteredRequest<Body> & {
  readonly call: AdmittedCall;
  /** Returns true if it is known that the call is free of charge, before it runs. */
  isFree(): Promise<boolean>;
  /** Value that the route's `prepare` returned before the admission. */
  readonly prepared: Prepared | undefined;
};
