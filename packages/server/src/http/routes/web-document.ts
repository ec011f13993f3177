import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { docxType, toDocx } from '../../documents/docx.ts';
import { ServiceError } from '../../errors.ts';
import { jsonBody } from '../json-body.ts';
import { validate } from '../validate.ts';

/** A long review in escapes, and its references. */
const bodyMaxBytes = 2 * 1024 * 1024;

const text = z.string().max(500_000);
const reference = z.object({
  pmid: z.string().regex(/^\d{1,10}$/),
  title: text,
  authors: text,
  journal: text,
  year: text,
});

/** A review as the page has it. */
const documentRequest = z.object({
  review: text,
  language: z.enum(['zh', 'en']),
  references: z.array(reference).max(100),
});

/** POST /web/document: a review that a page shows, as a file for word processors. Nothing is asked, charged or kept. */
export function webDocumentRoute(app: FastifyInstance): void {
  app.post<{ Body: z.output<typeof documentRequest> }>('/web/document', {
    ...jsonBody(bodyMaxBytes, (body) => validate(documentRequest, body)),
    // The session is looked at where all calls of pages are: see web-session.ts.
    onRequest: async (request) => {
      if (request.pageKey === undefined) throw new ServiceError('not_signed_in');
    },
    handler: (request, reply) =>
      reply.header('Cache-Control', 'no-store').type(docxType).send(toDocx(request.body)),
  });
}
