import type { FastifyInstance } from 'fastify';
import { validate } from '../../../http/body/validate.ts';
import { orNotFound } from '../../../http/server/or-not-found.ts';
import { applicationJson, mailJson } from '../../applications/application-view.ts';
import type { Services } from '../../services.ts';
import { pageOf } from '../fields.ts';
import {
  applicationsQuery,
  approveRequest,
  mailsQuery,
  optionalReasonRequest,
  reasonRequest,
} from '../requests.ts';
import { applicationPage, applicationResponse, mailPage, mailResponse } from '../responses.ts';
import { type ById, readRoute, writeRoute } from '../route-options.ts';
import { attributionOf } from '../session-guard.ts';

const path = '/admin/api/applications';

/** Adds the routes for applications and the e-mails to applicants. */
export function applicationRoutes(app: FastifyInstance, { applications, clock }: Services): void {
  app.get(path, {
    ...readRoute({
      operationId: 'listApplications',
      summary: 'List applications: pending ones first, by due date, then the newest',
      query: applicationsQuery,
      response: { description: 'A page of applications', json: applicationPage },
    }),
    handler: async (request) => {
      const { search: text, state, ...page } = validate(applicationsQuery, request.query);
      const { items, next = null } = await applications.search({ text, state, ...pageOf(page) });
      const now = clock.now();
      return { applications: items.map((each) => applicationJson(each, now)), next_cursor: next };
    },
  });

  app.get<ById>(`${path}/:id`, {
    ...readRoute({
      operationId: 'getApplication',
      summary: 'Get an application',
      response: { description: 'The application', json: applicationResponse },
    }),
    handler: async ({ params }) =>
      applicationJson(orNotFound(await applications.get(params.id)), clock.now()),
  });

  writeRoute(app, 'POST', `${path}/:id/approve`, {
    request: approveRequest,
    operationId: 'approveApplication',
    summary: 'Approve an application: create the key, its opening balance and the e-mail in one transaction',
    response: { description: 'The updated application', json: applicationResponse },
    handler: async (session, request) => {
      const { reason, daily_quota, max_running_calls, expires_at: expiresAt = null, ...terms } = request.body;
      const approved = await applications.approve(
        request.params.id,
        { ...terms, dailyQuota: daily_quota, maxRunningCalls: max_running_calls, expiresAt },
        attributionOf(session, request, reason),
      );
      return applicationJson(approved, clock.now());
    },
  });

  writeRoute(app, 'POST', `${path}/:id/reject`, {
    request: reasonRequest,
    operationId: 'rejectApplication',
    summary: 'Reject an application and e-mail the reason to the applicant',
    response: { description: 'The updated application', json: applicationResponse },
    handler: async (session, request) => {
      const { reason } = request.body;
      const rejected = await applications.reject(request.params.id, reason, attributionOf(session, request));
      return applicationJson(rejected, clock.now());
    },
  });

  writeRoute(app, 'POST', `${path}/:id/resend`, {
    request: optionalReasonRequest,
    operationId: 'resendApplicationMail',
    summary: 'Resend the last e-mail if it was not delivered, or send a new link to an unclaimed key',
    response: { description: 'The updated application', json: applicationResponse },
    handler: async (session, request) => {
      const { id } = request.params;
      await applications.resend(id, attributionOf(session, request, request.body.reason));
      return applicationJson(orNotFound(await applications.get(id)), clock.now());
    },
  });

  app.get('/admin/api/outbox', {
    ...readRoute({
      operationId: 'listMails',
      summary:
        'List e-mails to applicants, newest first: sent, waiting for the next attempt, or undeliverable',
      query: mailsQuery,
      response: { description: 'A page of e-mails, without their contents', json: mailPage },
    }),
    handler: async (request) => {
      const { state, application_id: applicationId, ...page } = validate(mailsQuery, request.query);
      const { items, next = null } = await applications.mails({ state, applicationId, ...pageOf(page) });
      return { mails: items.map(mailJson), next_cursor: next };
    },
  });

  writeRoute(app, 'POST', '/admin/api/outbox/:id/resend', {
    request: optionalReasonRequest,
    operationId: 'resendMail',
    summary: 'Retry an e-mail that was not sent',
    response: { description: 'The updated e-mail', json: mailResponse },
    handler: async (session, request) =>
      mailJson(
        await applications.resendMail(
          request.params.id,
          attributionOf(session, request, request.body.reason),
        ),
      ),
  });
}
