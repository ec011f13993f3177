import type { FastifyInstance } from 'fastify';
import type { PostedEntry } from '../../../accounting/operator-store.ts';
import { validate, validationError } from '../../../http/body/validate.ts';
import { orNotFound } from '../../../http/server/or-not-found.ts';
import type { Services } from '../../services.ts';
import { sendUsage } from '../../usage/send-usage.ts';
import { usageRequest, usageResponse } from '../../usage/usage-schema.ts';
import { cursorAllowed, pageOf } from '../fields.ts';
import { keyDetailsJson, keySummaryJson, ledgerEntryJson } from '../operator-view.ts';
import * as requests from '../requests.ts';
import { adjustmentResponse, keyPage, keyResponse, keyWithSecret, reissuedKey } from '../responses.ts';
import { type ById, readRoute, writeRoute } from '../route-options.ts';
import { attributionOf } from '../session-guard.ts';

const path = '/admin/api/keys';
const hourMs = 3_600_000;

/** Routes for keys: searching, creating, changing, reissuing and adjusting them. */
export function keyRoutes(app: FastifyInstance, services: Services): void {
  const { administration } = services;

  app.get(path, {
    ...readRoute({
      operationId: 'listKeys',
      summary: 'List keys, newest first; filter by label, owner, hint, id and status',
      query: requests.keysQuery,
      response: { description: 'A page of keys', json: keyPage },
    }),
    handler: async (request) => {
      const { search: text, status, ...page } = validate(requests.keysQuery, request.query);
      if (page.cursor !== undefined && !(await administration.keyDetails(page.cursor)))
        throw validationError('cursor', cursorAllowed, got(page.cursor));
      const { items, next = null } = await administration.searchKeys({ text, status, ...pageOf(page) });
      return { keys: items.map(keySummaryJson), next_cursor: next };
    },
  });

  app.get<ById>(`${path}/:id`, {
    ...readRoute({
      operationId: 'getKey',
      summary: 'Get a key with the hints and dates of its secrets',
      response: { description: 'The key', json: keyResponse },
    }),
    handler: async ({ params }) => keyDetailsJson(orNotFound(await administration.keyDetails(params.id))),
  });

  app.get<ById>(`${path}/:id/usage`, {
    ...readRoute({
      operationId: 'getKeyUsage',
      summary: 'Report the usage of a key, as GET /ai/api/my_usage does for its owner',
      query: usageRequest,
      response: { description: 'The usage', json: usageResponse, csv: true },
    }),
    handler: async (request, reply) =>
      sendUsage(request, reply, services, orNotFound(await administration.keyDetails(request.params.id))),
  });

  writeRoute(app, 'POST', path, {
    request: requests.createKeyRequest,
    operationId: 'createKey',
    summary: 'Create a key; only this reply contains its secret',
    response: { description: 'The key and its secret', json: keyWithSecret },
    handler: async (session, request) => {
      const { reason, owner_email, daily_quota, max_running_calls, expires_at, ...rest } = request.body;
      const keys = administration.keys(attributionOf(session, request, reason));
      const { key, secret } = await keys.create({
        status: 'enabled',
        ...rest,
        ownerEmail: owner_email,
        dailyQuota: daily_quota,
        maxRunningCalls: max_running_calls,
        expiresAt: expires_at ?? undefined,
      });
      return { key: keyDetailsJson(orNotFound(await administration.keyDetails(key.id))), secret };
    },
  });

  writeRoute(app, 'PATCH', `${path}/:id`, {
    request: requests.updateKeyRequest,
    operationId: 'updateKey',
    summary: 'Update a key’s label, owner, modules, limits or expiry; omitted fields stay unchanged',
    response: { description: 'The updated key', json: keyResponse },
    handler: async (session, request) => {
      const { reason, label, modules, owner_email, daily_quota, max_running_calls, expires_at } =
        request.body;
      const keys = administration.keys(attributionOf(session, request, reason));
      const settings = {
        label,
        modules,
        ownerEmail: owner_email,
        dailyQuota: daily_quota,
        maxRunningCalls: max_running_calls,
        expiresAt: expires_at,
      };
      return keyDetailsJson(orNotFound(await keys.update(request.params.id, settings)));
    },
  });

  for (const [verb, status] of [
    ['enable', 'enabled'],
    ['disable', 'disabled'],
  ] as const)
    writeRoute(app, 'POST', `${path}/:id/${verb}`, {
      request: requests.optionalReasonRequest,
      operationId: `${verb}Key`,
      summary: verb === 'enable' ? 'Enable a key' : 'Disable a key; takes effect with its next request',
      response: { description: 'The updated key', json: keyResponse },
      handler: async (session, request) => {
        const { id } = request.params;
        const keys = administration.keys(attributionOf(session, request, request.body.reason));
        return keyDetailsJson(orNotFound(await keys.update(id, { status })));
      },
    });

  writeRoute(app, 'POST', `${path}/:id/reissue`, {
    request: requests.reissueRequest,
    operationId: 'reissueKey',
    summary: 'Reissue a key; balance, quota and usage are kept',
    response: { description: 'The key and its new secret', json: reissuedKey },
    handler: async (session, request) => {
      const { reason, leaked = false, grace_hours: graceHours = 0 } = request.body;
      if (leaked && graceHours > 0) throw validationError('grace_hours', noGrace, got(graceHours));
      const keys = administration.keys(attributionOf(session, request, reason));
      const graceMs = leaked ? null : graceHours * hourMs;
      const { key, secret, mailedTo } = orNotFound(await keys.reissue({ id: request.params.id, graceMs }));
      return { key: keyDetailsJson(key), secret, mailed_to: mailedTo };
    },
  });

  const operations = [
    {
      verb: 'top_up',
      operationId: 'topUpKey',
      summary: 'Add tokens; idempotent by operation key',
      request: requests.topUpRequest,
      method: 'topUp',
    },
    {
      verb: 'adjust',
      operationId: 'adjustKey',
      summary:
        'Adjust the granted tokens, down to what is charged and held at most; idempotent by operation key',
      request: requests.adjustRequest,
      method: 'adjust',
    },
  ] as const;
  for (const { verb, operationId, summary, request: schema, method } of operations)
    writeRoute(app, 'POST', `${path}/:id/${verb}`, {
      request: schema,
      operationId,
      summary,
      response: { description: 'The ledger entry', json: adjustmentResponse },
      handler: async (session, request) => {
        const { operation_key: operationKey, ...tokens } = request.body;
        const keys = administration.keys(attributionOf(session, request));
        return postedJson(orNotFound(await keys[method]({ ...tokens, id: request.params.id, operationKey })));
      },
    });
}

const noGrace = {
  en: '0 or omitted when "leaked" is true: a leaked key is revoked immediately',
  zh: '0 或省略（"leaked" 为 true 时）：已泄露的密钥会立即吊销',
};
const got = (value: number | string) => ({ en: `${value}`, zh: `${value}` });

function postedJson({ key, entry, repeated }: PostedEntry) {
  return { key: keySummaryJson(key), entry: ledgerEntryJson(entry), repeated };
}
