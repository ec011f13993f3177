import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Booked } from '../../../accounts/operator-store.ts';
import { keyDetailsJson, keySummaryJson, ledgerEntryJson } from '../../../accounts/operator-view.ts';
import type { Services } from '../../../services.ts';
import { jsonBody } from '../../json-body.ts';
import { usageRequest, usageResponse } from '../../schemas/usage.ts';
import { sendUsage } from '../../send-usage.ts';
import { validate } from '../../validate.ts';
import { pageOf } from '../fields.ts';
import { found } from '../found.ts';
import { attributionOf } from '../guards.ts';
import { bodyMaxBytes, changeErrors, lookErrors } from '../operation.ts';
import * as requests from '../requests.ts';
import { bookedResponse, keyPage, keyResponse, keyWithSecret } from '../responses.ts';

type ById = { Params: { id: string } };

const path = '/admin/api/keys';
const hourMs = 3_600_000;

/** Keys: looking for them, making, changing, reissuing, and booking on them. */
export function keyRoutes(app: FastifyInstance, services: Services): void {
  const { administration } = services;

  app.get(path, {
    config: {
      operation: {
        operationId: 'listKeys',
        summary: 'Keys, newest first, by label, owner, hint, id and status',
        session: 'look',
        query: requests.keysQuery,
        response: { description: 'A page of keys', json: keyPage },
        errors: lookErrors,
      },
    },
    handler: async (request) => {
      const { search: text, status, ...page } = validate(requests.keysQuery, request.query);
      const { items, next = null } = await administration.searchKeys({ text, status, ...pageOf(page) });
      return { keys: items.map(keySummaryJson), next_cursor: next };
    },
  });

  app.get<ById>(`${path}/:id`, {
    config: {
      operation: {
        operationId: 'getKey',
        summary: 'A key with its secrets’ hints and dates',
        session: 'look',
        response: { description: 'The key', json: keyResponse },
        errors: lookErrors,
      },
    },
    handler: async ({ params }) => keyDetailsJson(found(await administration.keyDetails(params.id))),
  });

  app.get<ById>(`${path}/:id/usage`, {
    config: {
      operation: {
        operationId: 'getKeyUsage',
        summary: 'What a key has used: as GET /ai/api/my_usage tells its owner',
        session: 'look',
        query: usageRequest,
        response: { description: 'The usage', json: usageResponse, csv: true },
        errors: lookErrors,
      },
    },
    handler: async (request, reply) =>
      sendUsage(request, reply, services, found(await administration.keyDetails(request.params.id))),
  });

  app.post<{ Body: z.output<typeof requests.createKeyRequest> }>(path, {
    ...jsonBody(bodyMaxBytes, (body) => validate(requests.createKeyRequest, body)),
    config: {
      operation: {
        operationId: 'createKey',
        summary: 'Make a key; its secret is in this reply and nowhere else',
        session: 'change',
        request: requests.createKeyRequest,
        response: { description: 'The key and its secret', json: keyWithSecret },
        errors: changeErrors,
      },
    },
    handler: async (request) => {
      const { reason, owner_email, daily_quota, expires_at, status = 'enabled', ...rest } = request.body;
      const keys = administration.keys(attributionOf(request, reason));
      const { key, secret } = await keys.create({
        ...rest,
        ownerEmail: owner_email,
        dailyQuota: daily_quota,
        expiresAt: expires_at ?? undefined,
        status,
      });
      return { key: keyDetailsJson(found(await administration.keyDetails(key.id))), secret };
    },
  });

  app.patch<ById & { Body: z.output<typeof requests.updateKeyRequest> }>(`${path}/:id`, {
    ...jsonBody(bodyMaxBytes, (body) => validate(requests.updateKeyRequest, body)),
    config: {
      operation: {
        operationId: 'updateKey',
        summary: 'Change a key’s label, owner, modules, daily quota or expiry; what is left out stays',
        session: 'change',
        request: requests.updateKeyRequest,
        response: { description: 'The key as it is now', json: keyResponse },
        errors: changeErrors,
      },
    },
    handler: async (request) => {
      const { reason, label, modules, owner_email, daily_quota, expires_at } = request.body;
      const keys = administration.keys(attributionOf(request, reason));
      const change = {
        label,
        modules,
        ownerEmail: owner_email,
        dailyQuota: daily_quota,
        expiresAt: expires_at,
      };
      return keyDetailsJson(found(await keys.update(request.params.id, change)));
    },
  });

  for (const [verb, status] of [
    ['enable', 'enabled'],
    ['disable', 'disabled'],
  ] as const)
    app.post<ById & { Body: z.output<typeof requests.optionalReasonRequest> }>(`${path}/:id/${verb}`, {
      ...jsonBody(bodyMaxBytes, (body) => validate(requests.optionalReasonRequest, body)),
      config: {
        operation: {
          operationId: `${verb}Key`,
          summary:
            verb === 'enable' ? 'Let a key in again' : 'Refuse a key, from the next request on everywhere',
          session: 'change',
          request: requests.optionalReasonRequest,
          response: { description: 'The key as it is now', json: keyResponse },
          errors: changeErrors,
        },
      },
      handler: async (request) => {
        const { id } = request.params;
        const keys = administration.keys(attributionOf(request, request.body.reason));
        return keyDetailsJson(found(await keys.update(id, { status })));
      },
    });

  app.post<ById & { Body: z.output<typeof requests.reissueRequest> }>(`${path}/:id/reissue`, {
    ...jsonBody(bodyMaxBytes, (body) => validate(requests.reissueRequest, body)),
    config: {
      operation: {
        operationId: 'reissueKey',
        summary: 'Give a key a new secret; balance, quota and usage stay',
        session: 'change',
        request: requests.reissueRequest,
        response: { description: 'The key and its new secret', json: keyWithSecret },
        errors: changeErrors,
      },
    },
    handler: async (request) => {
      const { reason, leaked = false, grace_hours: graceHours = 0 } = request.body;
      const keys = administration.keys(attributionOf(request, reason));
      const graceMs = leaked ? null : graceHours * hourMs;
      const { key, secret } = found(await keys.reissue({ id: request.params.id, graceMs }));
      return { key: keyDetailsJson(key), secret };
    },
  });

  app.post<ById & { Body: z.output<typeof requests.topUpRequest> }>(`${path}/:id/top_up`, {
    ...jsonBody(bodyMaxBytes, (body) => validate(requests.topUpRequest, body)),
    config: {
      operation: {
        operationId: 'topUpKey',
        summary: 'Add tokens; once for an operation key',
        session: 'change',
        request: requests.topUpRequest,
        response: { description: 'What was booked', json: bookedResponse },
        errors: changeErrors,
      },
    },
    handler: async (request) => {
      const { operation_key: operationKey, ...tokens } = request.body;
      const keys = administration.keys(attributionOf(request));
      return bookedJson(found(await keys.topUp({ ...tokens, id: request.params.id, operationKey })));
    },
  });

  app.post<ById & { Body: z.output<typeof requests.adjustRequest> }>(`${path}/:id/adjust`, {
    ...jsonBody(bodyMaxBytes, (body) => validate(requests.adjustRequest, body)),
    config: {
      operation: {
        operationId: 'adjustKey',
        summary:
          'Correct what was granted, up or down to what is charged and held; once for an operation key',
        session: 'change',
        request: requests.adjustRequest,
        response: { description: 'What was booked', json: bookedResponse },
        errors: changeErrors,
      },
    },
    handler: async (request) => {
      const { operation_key: operationKey, ...tokens } = request.body;
      const keys = administration.keys(attributionOf(request));
      return bookedJson(found(await keys.adjust({ ...tokens, id: request.params.id, operationKey })));
    },
  });
}

function bookedJson({ key, entry, repeated }: Booked) {
  return { key: keySummaryJson(key), entry: ledgerEntryJson(entry), repeated };
}
