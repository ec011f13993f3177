import type { ErrorCode } from '@citewell/core/errors.ts';
import type { Endpoint, Language, Module } from '@citewell/sdk';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Accounts } from '../../accounting/accounts.ts';
import { jsonBody } from '../body/json-body.ts';
import { reportUnknownFields, unknownFields } from '../body/unknown-fields.ts';
import { validateCall } from '../body/validate.ts';
import { admit } from '../guards/admit.ts';
import { authenticate, authenticateCached, authenticateFor } from '../guards/authenticate.ts';
import { idempotencyKey } from '../guards/idempotency.ts';
import type { CallMode } from '../guards/request-state.ts';
import { meteredErrors, type Operation } from '../openapi/operation.ts';
import type { ReplyForms } from './reply-forms.ts';

/** The body of a metered route: its validation, and its conversion to the pipeline's input. */
export type MeteredBody<Schema extends z.ZodType, Body> = {
  /** Validates the body and describes it in OpenAPI. */
  schema: Schema;
  maxBytes: number;
  /** Rejects bodies that would be too expensive to validate, before the schema is applied. */
  precheck?(body: unknown): void;
  /** Returns the language of the question; undefined if the body does not show it. Errors of `read` are already in this language. */
  language(given: z.output<Schema>): Language | undefined;
  mode?(given: z.output<Schema>): CallMode;
  /** Converts the body. Throws ServiceError invalid_request for constraints that a schema cannot express. */
  read(given: z.output<Schema>): Body;
};

/** Terms on which a call is admitted. */
export type MeteringTerms = {
  /** Module that the key needs. */
  module: Module;
  /** Name of the endpoint in usage records. */
  endpoint: Endpoint;
  /** Minimum number of tokens to hold. */
  hold: number;
};

/** A route that costs tokens, described once: its guards, its hold and its entry in OpenAPI follow from it. */
export type MeteredRoute<Schema extends z.ZodType, Body> = (
  | MeteringTerms
  /** Terms that depend on the body: the module is checked at admission, after the body. */
  | { termsOf(body: Body): MeteringTerms }
) & {
  path: string;
  operationId: string;
  summary: string;
  /** Returns true if a call that the balance does not cover will be free of charge. */
  needsNoBalance?(body: Body, request: FastifyRequest): Promise<boolean>;
  /**
   * Marks routes answered in milliseconds without requests to others: capacity is reserved for them that long calls
   * cannot use.
   */
  light?: boolean;
  /** Set for routes that admit more calls than the one admitted by the guard: the key is looked up first, instead of at admission. */
  admitsMore?: true;
  body: MeteredBody<Schema, Body>;
  /** Guards between the body and the admission. */
  guards?: readonly ((request: FastifyRequest) => Promise<void>)[];
  response: Operation['response'];
  /** Reply forms in addition to JSON. */
  forms?: ReplyForms;
  /** Set for routes that accept an Idempotency-Key; `unless` excludes bodies whose reply cannot be stored. */
  idempotent?: true | { unless(given: z.output<Schema>): boolean };
  mayEndEarly?: true;
  /** Error codes in addition to those of every metered route. */
  errors?: readonly ErrorCode[];
  handler(body: Body, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

/** Registers a metered POST: authenticate → idempotency → body → guards → admit → handler. */
export function meteredRoute<Schema extends z.ZodType, Body>(
  app: FastifyInstance,
  accounts: Accounts,
  route: MeteredRoute<Schema, Body>,
): void {
  const { light, body, idempotent } = route;
  const isFree = route.needsNoBalance?.bind(route);
  const module = 'module' in route ? route.module : undefined;
  const authenticated =
    module === undefined
      ? authenticate(accounts)
      : (route.admitsMore ? authenticateFor : authenticateCached)(accounts, module);
  app.post<{ Body: Body }>(route.path, {
    onRequest: idempotent ? [authenticated, idempotencyKey] : authenticated,
    ...jsonBody(body.maxBytes, (raw, { state }) => {
      body.precheck?.(raw);
      const given = validateCall(body.schema, raw);
      state.unknownFields = unknownFields(body.schema, raw);
      state.bodyLanguage = body.language(given);
      if (body.mode) state.mode = body.mode(given);
      if (typeof idempotent === 'object' && idempotent.unless(given)) state.idempotencyKey = undefined;
      return body.read(given);
    }),
    preHandler: [
      reportUnknownFields,
      ...(route.guards ?? []),
      ...(route.forms ? [route.forms.guard] : []),
      admit(accounts, ({ body }) => ({
        ...termsOf(route, body as Body),
        ...(light && { light }),
        repliesBeforeSettlement: 'events' in route.response || route.response.orEvents !== undefined,
        ...(isFree && { isFree: (request) => isFree(request.body as Body, request) }),
      })),
    ],
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
    handler: (request, reply) => route.handler(request.body as Body, request, reply),
  });
}

function termsOf<Body>(
  route: MeteringTerms | { termsOf(body: Body): MeteringTerms },
  body: Body,
): MeteringTerms {
  if ('termsOf' in route) return route.termsOf(body);
  const { module, endpoint, hold } = route;
  return { module, endpoint, hold };
}
