import { abstractText, type Pmid, toReference } from '@citewell/core/records/article.ts';
import type { AbstractResponse } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { validate } from '../../http/body/validate.ts';
import { authenticate } from '../../http/guards/authenticate.ts';
import { guarded } from '../../http/guards/guard.ts';
import { onRequestEnd } from '../../http/server/on-request-end.ts';
import type { Services } from '../services.ts';
import { pmid } from './factcheck-schema.ts';
import { findArticle } from './find-article.ts';

const abstractRequest = z.object({ pmid: pmid.transform((digits) => digits as Pmid) });

/**
 * GET /web/abstract: the abstract that a page shows for a citation. No model is called and nothing is charged; the
 * answer has just read the record, so that the library or the cache usually has it.
 */
export function webAbstractRoute(app: FastifyInstance, services: Services): void {
  app.get('/web/abstract', {
    ...guarded(authenticate(services.accounts), async ({ key }, request, reply) => {
      const wanted = validate(abstractRequest, request.query);
      const gone = new AbortController();
      onRequestEnd(request, reply, () => gone.abort());
      const article = await findArticle(wanted.pmid, services, { caller: key.id, signal: gone.signal });
      const found: AbstractResponse = {
        ...toReference(article),
        abstract: abstractText(article),
        doi: article.doi ?? '',
      };
      return reply.header('Cache-Control', 'private, max-age=3600').send(found);
    }),
  });
}
