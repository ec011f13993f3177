import { ServiceError } from '@citewell/core/errors.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { ApplyRequest } from '@citewell/sdk';
import { modules } from '@citewell/sdk';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Application } from '../../accounting/applications/application.ts';
import { type LinkToken, parseLinkToken } from '../../accounting/applications/link-token.ts';
import { createQuotaCalendar } from '../../accounting/quota/quota-day.ts';
import type { Attribution } from '../../audit/audit.ts';
import { formOrJsonBody } from '../../http/body/form-body.ts';
import { jsonBody } from '../../http/body/json-body.ts';
import { validateCall } from '../../http/body/validate.ts';
import { languageOf } from '../../http/guards/language.ts';
import { noteFacts } from '../../http/guards/request-facts.ts';
import type { Operation } from '../../http/openapi/operation.ts';
import { pageOrJson } from '../../http/pages/page.ts';
import type { Services } from '../services.ts';
import { applicationStatus, claimPage, confirmPage, keyPage, statusPage } from './application-page.ts';
import type { ApplicationForm } from './applications.ts';
import * as schemas from './apply-schema.ts';

const bodyMaxBytes = 64 * 1024;
const tokenMaxBytes = 4 * 1024;

/**
 * Adds the routes by which a person obtains a key: apply, confirm by the link in a mail, follow the status, and claim
 * the key. They need no key.
 */
export function applyRoutes(app: FastifyInstance, { applications, config, clock }: Services): void {
  const dayAt = createQuotaCalendar(config.quotaTimeZone);

  app.post<{ Body: ApplicationForm }>('/apply', {
    ...jsonBody(bodyMaxBytes, readForm),
    config: {
      operation: {
        operationId: 'apply',
        summary: 'Apply for an API key',
        request: schemas.applyRequest,
        response: {
          status: 202,
          description:
            'A confirmation link is e-mailed to the address; the reply is the same for every address',
          json: schemas.applyResponse,
        },
        errors: ['invalid_request', 'request_timeout', 'payload_too_large', 'rate_limited', 'internal_error'],
      },
    },
    handler: async (request, reply) => {
      const token = await applications.submit(request.body, request.ip);
      return reply
        .code(202)
        .header('Cache-Control', 'no-store')
        .send({
          status_token: token,
          status_url: `${config.publicUrl}/apply/status?token=${token}`,
          state: 'submitted',
        });
    },
  });

  app.get('/apply/status', {
    config: { operation: reading('applicationStatus', 'Show the status of an application') },
    handler: pageOrJson(async (request) => {
      const token = tokenOf(request.query);
      return show(await applications.find('status', token), token);
    }),
  });

  app.get('/apply/confirm', {
    config: { operation: reading('viewConfirmation', 'Show the application that an e-mailed link confirms') },
    handler: pageOrJson(async (request) => {
      const token = tokenOf(request.query);
      const application = await applications.find('confirm', token);
      const { json, page } = show(application);
      return { json, page: application.state === 'submitted' ? confirmPage(application, token) : page };
    }),
  });

  app.post('/apply/confirm', {
    ...formOrJsonBody(tokenMaxBytes),
    config: {
      operation: changing(
        'confirmApplication',
        'Confirm an application with the token from the e-mailed link',
      ),
    },
    handler: pageOrJson(async (request) =>
      show(await applications.confirm(tokenOf(request.body), applicant(request))),
    ),
  });

  app.post('/apply/withdraw', {
    ...formOrJsonBody(tokenMaxBytes),
    config: { operation: changing('withdrawApplication', 'Withdraw a pending application') },
    handler: pageOrJson(async (request) =>
      show(await applications.withdraw(tokenOf(request.body), applicant(request))),
    ),
  });

  app.get('/apply/claim', {
    config: { operation: reading('viewClaim', 'Show the application whose key an e-mailed link reveals') },
    handler: pageOrJson(async (request) => {
      const token = tokenOf(request.query);
      const application = await applications.find('claim', token);
      const { json, page } = show(application);
      return { json, page: json.unclaimed ? claimPage(token) : page };
    }),
  });

  app.post('/apply/claim', {
    ...formOrJsonBody(tokenMaxBytes),
    config: {
      operation: {
        ...changing('claimKey', 'Create the key of an approved application and show it once'),
        response: { description: 'The key', json: schemas.claimResponse, html: true },
      },
    },
    handler: pageOrJson(async (request) => {
      const key = await applications.claim(tokenOf(request.body), applicant(request));
      return { json: { key }, page: keyPage(key) };
    }),
  });

  function show(application: Application, token?: LinkToken) {
    const json = applicationStatus(application, clock.now());
    const { dueAt } = application;
    const lastDay = dueAt === null ? undefined : `${dayAt(dueAt - 1).date} (${config.quotaTimeZone})`;
    return { json, page: statusPage(json, lastDay, token) };
  }
}

function readForm(body: unknown, request: FastifyRequest): ApplicationForm {
  const { name, email, purpose, organisation = null, modules: wanted, lang } = readBody(body, request);
  noteFacts(request, { language: lang ?? detectLanguage(purpose) });
  return {
    ...{ name, email, organisation, purpose },
    modules: modules.filter((module) => wanted?.includes(module) ?? true),
    language: lang ?? languageOf(request),
  };
}

/** Error responses use the language of the form as well. */
function readBody(body: unknown, request: FastifyRequest): ApplyRequest {
  const { lang } = body as { lang?: unknown };
  if (lang === 'zh' || lang === 'en') noteFacts(request, { language: lang });
  return validateCall(schemas.applyRequest, body);
}

function tokenOf(fields: unknown): LinkToken {
  const token = parseLinkToken((fields as { token?: unknown } | undefined)?.token);
  if (token === undefined)
    throw new ServiceError('not_found', {
      detail: {
        en: 'This link is incomplete. Copy all of it from the e-mail.',
        zh: '链接不完整，请从邮件中完整复制。',
      },
    });
  return token;
}

function applicant(request: FastifyRequest): Attribution {
  return { actor: 'applicant', ip: request.ip, correlationId: request.id };
}

const status = {
  description: 'The status of the application; an HTML page for clients that prefer text/html',
  json: schemas.applicationStatus,
  html: true,
} as const satisfies Operation['response'];

function reading(operationId: string, summary: string): Operation {
  return {
    operationId,
    summary,
    query: schemas.tokenQuery,
    response: status,
    errors: ['not_found', 'internal_error'],
  };
}

function changing(operationId: string, summary: string): Operation {
  const errors = ['invalid_request', 'not_found', 'conflict', 'payload_too_large', 'internal_error'] as const;
  return { operationId, summary, request: schemas.tokenRequest, response: status, errors };
}
