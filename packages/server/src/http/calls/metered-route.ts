import type { ErrorCode } from '@citewell/core/errors.ts';
import type { Language } from '@citewell/sdk';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Accounts } from '../../accounting/accounts.ts';
import { limitJsonBody } from '../body/json-body.ts';
import { reportUnknownFields, unknownFields } from '../body/unknown-fields.ts';
import { validateCall } from '../body/validate.ts';
import { admit, type MeteringTerms } from '../guards/admit.ts';
import {
  type Authenticated,
  authenticate,
  authenticateCached,
  authenticateFor,
} from '../guards/authenticate.ts';
import { guarded } from '../guards/guard.ts';
import { readIdempotencyKey, requestHash, sendReplay } from '../guards/idempotency.ts';
import { noteFacts } from '../guards/request-facts.ts';
import { meteredErrors, type Operation } from '../openapi/operation.ts';
import type { CallMode, MeteredCall, MeteredRequest } from './metered-call.ts';
import type { ReplyForms } from './reply-forms.ts';

/** The body of a metered route: its validation, and its conversion to the pipeline's input. */
export type MeteredBody<Schema extends z.ZodType, Body> = {
  /** Validates the body and describes it in OpenAPI. */
  schema: Schema;
  maxBytes: number;
  /** Rejects bodies that would be too expensive to validate, before the schema is applied. */
  precheck?(body: unknown): void;
  /** Returns the language of the question. Errors of `read` are already in this language. */
  language(given: z.output<Schema>): Language;
  mode?(given: z.output<Schema>): CallMode;
  /** Converts the body. Throws ServiceError invalid_request for constraints that a schema cannot express. */
  read(given: z.output<Schema>): Body;
};

/** A route that costs tokens, described once: its guards, its hold and its entry in OpenAPI follow from it. */
export type MeteredRoute<Schema extends z.ZodType, Body, Prepared> = (
  | MeteringTerms
  /** Terms that depend on the body: the module is checked at admission, after the body. */
  | { termsOf(body: Body): MeteringTerms }
) & {
  path: string;
  operationId: string;
  summary: string;
  /** Returns true if a call that the balance does not cover will be free of charge. */
  needsNoBalance?(metered: MeteredRequest<NoInfer<Body>>): Promise<boolean>;
  /**
   * Marks routes answered in milliseconds without requests to others: capacity is reserved for them that long calls
   * cannot use.
   */
  light?: boolean;
  /** Set for routes that admit more calls than the one admitted by the guard: the key is looked up first, instead of at admission. */
  admitsMore?: true;
  body: MeteredBody<Schema, Body>;
  /** Runs between the body and the admission: rejects the request, or returns what the handler needs of it. */
  prepare?(metered: MeteredRequest<Body>): Promise<Prepared>;
  response: Operation['response'];
  /** Reply forms in addition to JSON. */
  forms?: ReplyForms<Body>;
  /** Set for routes that accept an Idempotency-Key; `unless` excludes bodies whose reply cannot be stored. */
  idempotent?: true | { unless(given: z.output<Schema>): boolean };
  mayEndEarly?: true;
  /** Error codes in addition to those of every metered route. */
  errors?: readonly ErrorCode[];
  handler(metered: MeteredCall<Body, Prepared>): Promise<FastifyReply>;
};

/** A request of which only the headers are read. */
type Presented = Authenticated & { idempotencyKey: string | undefined };

/** Registers a metered POST: authenticate → idempotency → body → prepare → form → admit → handler. */
export function meteredRoute<Schema extends z.ZodType, Body, Prepared>(
  app: FastifyInstance,
  accounts: Accounts,
  route: MeteredRoute<Schema, Body, Prepared>,
): void {
  const { light = false, body, idempotent, forms } = route;
  const module = 'module' in route ? route.module : undefined;
  const identify =
    module === undefined
      ? authenticate(accounts)
      : (route.admitsMore ? authenticateFor : authenticateCached)(accounts, module);
  app.post(route.path, {
    ...limitJsonBody(body.maxBytes),
    ...guarded(
      async (request) => ({
        ...(await identify(request)),
        idempotencyKey: idempotent ? readIdempotencyKey(request) : undefined,
      }),
      async (presented, request, reply) => {
        const metered = readBody(route, presented, request, reply);
        const prepared = await route.prepare?.(metered);
        const formed = forms ? forms.choose(metered) : metered;
        const terms = termsOf(route, formed.body);
        const needsNoBalance = once(async () => (await route.needsNoBalance?.(formed)) ?? false);
        const admitted = await admit(
          accounts,
          { ...formed, revalidate: presented.revalidate },
          {
            ...terms,
            light,
            repliesBeforeSettlement: 'events' in route.response || route.response.orEvents !== undefined,
            isFree: needsNoBalance,
          },
        );
        if ('replay' in admitted) return sendReplay(formed, admitted.replay);
        // The call itself reports a failure to find this out.
        const isFree = async () => terms.hold === 0 || (await needsNoBalance().catch(() => false));
        return route.handler({ ...formed, ...admitted, isFree, prepared });
      },
    ),
    config: {
      operation: {
        operationId: route.operationId,
        summary: route.summary,
        module: module ?? 'chosen',
        request: body.schema,
        response: route.response,
        ...(route.forms && { query: route.forms.query, forms: route.forms.types }),
        ...(idempotent && { idempotent: true as const }),
        ...(route.mayEndEarly && { mayEndEarly: true as const }),
        errors: [...meteredErrors, ...(route.errors ?? []), ...(idempotent ? (['conflict'] as const) : [])],
      },
    },
  });
}

/** Returns a function that does its work once, when first called. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}

/** Validates and converts the body of a request, and reports its unknown fields. */
function readBody<Schema extends z.ZodType, Body>(
  { body, idempotent }: Pick<MeteredRoute<Schema, Body, unknown>, 'body' | 'idempotent'>,
  { key, idempotencyKey: name }: Presented,
  request: FastifyRequest,
  reply: FastifyReply,
): MeteredRequest<Body> {
  const { body: raw } = request;
  // The call may run for minutes without it.
  request.body = undefined;
  body.precheck?.(raw);
  const given = validateCall(body.schema, raw);
  const language = body.language(given);
  noteFacts(request, { language });
  const isRepeatable = typeof idempotent !== 'object' || !idempotent.unless(given);
  const metered = {
    ...{ request, reply, key, language },
    mode: body.mode?.(given),
    body: body.read(given),
    idempotency:
      name !== undefined && isRepeatable
        ? { name, requestHash: requestHash(request.routeOptions.url ?? '', raw) }
        : undefined,
  };
  reportUnknownFields(unknownFields(body.schema, raw), reply);
  return metered;
}

function termsOf<Body>(
  route: MeteringTerms | { termsOf(body: Body): MeteringTerms },
  body: Body,
): MeteringTerms {
  if ('termsOf' in route) return route.termsOf(body);
  const { module, endpoint, hold } = route;
  return { module, endpoint, hold };
}
