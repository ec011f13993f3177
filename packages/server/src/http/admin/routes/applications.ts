import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { applicationJson, mailJson } from '../../../accounts/application-view.ts';
import type { Services } from '../../../services.ts';
import { jsonBody } from '../../json-body.ts';
import { validate } from '../../validate.ts';
import { pageOf } from '../fields.ts';
import { found } from '../found.ts';
import { attributionOf } from '../guards.ts';
import { bodyMaxBytes, changeErrors, lookErrors } from '../operation.ts';
import {
  applicationsQuery,
  approveRequest,
  mailsQuery,
  optionalReasonRequest,
  reasonRequest,
} from '../requests.ts';
import { applicationPage, applicationResponse, mailPage, mailResponse } from '../responses.ts';

type ById = { Params: { id: string } };

const path = '/admin/api/applications';

/** Applications for keys, and the mails to applicants. */
export function applicationRoutes(app: FastifyInstance, { applications, clock }: Services): void {
  app.get(path, {
    config: {
      operation: {
        operationId: 'listApplications',
        summary: 'Applications: what waits for a decision first, by the date it is due; then the newest',
        session: 'look',
        query: applicationsQuery,
        response: { description: 'A page of applications', json: applicationPage },
        errors: lookErrors,
      },
    },
    handler: async (request) => {
      const { search: text, state, ...page } = validate(applicationsQuery, request.query);
      const { items, next = null } = await applications.search({ text, state, ...pageOf(page) });
      const now = clock.now();
      return { applications: items.map((each) => applicationJson(each, now)), next_cursor: next };
    },
  });

  app.get<ById>(`${path}/:id`, {
    config: {
      operation: {
        operationId: 'getApplication',
        summary: 'An application',
        session: 'look',
        response: { description: 'The application', json: applicationResponse },
        errors: lookErrors,
      },
    },
    handler: async ({ params }) => applicationJson(found(await applications.get(params.id)), clock.now()),
  });

  app.post<ById & { Body: z.output<typeof approveRequest> }>(`${path}/:id/approve`, {
    ...jsonBody(bodyMaxBytes, (body) => validate(approveRequest, body)),
    config: {
      operation: {
        operationId: 'approveApplication',
        summary: 'Approve: the key, its first grant and the mail to the applicant come into being together',
        session: 'change',
        request: approveRequest,
        response: { description: 'The application as it is now', json: applicationResponse },
        errors: changeErrors,
      },
    },
    handler: async (request) => {
      const { reason, daily_quota: dailyQuota, expires_at: expiresAt = null, ...terms } = request.body;
      const approved = await applications.approve(
        request.params.id,
        { ...terms, dailyQuota, expiresAt },
        attributionOf(request, reason),
      );
      return applicationJson(approved, clock.now());
    },
  });

  app.post<ById & { Body: z.output<typeof reasonRequest> }>(`${path}/:id/reject`, {
    ...jsonBody(bodyMaxBytes, (body) => validate(reasonRequest, body)),
    config: {
      operation: {
        operationId: 'rejectApplication',
        summary: 'Reject: the reason is mailed to the applicant',
        session: 'change',
        request: reasonRequest,
        response: { description: 'The application as it is now', json: applicationResponse },
        errors: changeErrors,
      },
    },
    handler: async (request) => {
      const { reason } = request.body;
      const rejected = await applications.reject(request.params.id, reason, attributionOf(request));
      return applicationJson(rejected, clock.now());
    },
  });

  app.post<ById & { Body: z.output<typeof optionalReasonRequest> }>(`${path}/:id/resend`, {
    ...jsonBody(bodyMaxBytes, (body) => validate(optionalReasonRequest, body)),
    config: {
      operation: {
        operationId: 'resendApplicationMail',
        summary:
          'Send the last mail again if it did not get through, else a new link to a key not yet claimed',
        session: 'change',
        request: optionalReasonRequest,
        response: { description: 'The application as it is now', json: applicationResponse },
        errors: changeErrors,
      },
    },
    handler: async (request) => {
      const { id } = request.params;
      await applications.resend(id, attributionOf(request, request.body.reason));
      return applicationJson(found(await applications.get(id)), clock.now());
    },
  });

  app.get('/admin/api/outbox', {
    config: {
      operation: {
        operationId: 'listMails',
        summary: 'Mails to applicants, newest first: sent, waiting for their next try, or given up',
        session: 'look',
        query: mailsQuery,
        response: { description: 'A page of mails, without their contents', json: mailPage },
        errors: lookErrors,
      },
    },
    handler: async (request) => {
      const { state, application_id: applicationId, ...page } = validate(mailsQuery, request.query);
      const { items, next = null } = await applications.mails({ state, applicationId, ...pageOf(page) });
      return { mails: items.map(mailJson), next_cursor: next };
    },
  });

  app.post<ById & { Body: z.output<typeof optionalReasonRequest> }>('/admin/api/outbox/:id/resend', {
    ...jsonBody(bodyMaxBytes, (body) => validate(optionalReasonRequest, body)),
    config: {
      operation: {
        operationId: 'resendMail',
        summary: 'Try a mail again that was not sent',
        session: 'change',
        request: optionalReasonRequest,
        response: { description: 'The mail as it is now', json: mailResponse },
        errors: changeErrors,
      },
    },
    handler: async (request) =>
      mailJson(await applications.resendMail(request.params.id, attributionOf(request, request.body.reason))),
  });
}
