import { hash } from 'node:crypto';
import { ServiceError } from '@citewell/core/errors.ts';
import { sourceNames } from '@citewell/sdk';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { countPieces, readBlocks } from '../../documents/blocks.ts';
import { docxType } from '../../documents/docx.ts';
import { jsonBody } from '../../http/body/json-body.ts';
import { validate } from '../../http/body/validate.ts';
import { guarded } from '../../http/guards/guard.ts';
import { type RateLimits, RequestRate } from '../../http/guards/request-rate.ts';
import { comparison, reviewFigures } from '../../http/schemas/review-supplements.ts';
import { networkOf } from '../../platform/text/network.ts';
import type { Services } from '../services.ts';

/** Room for a long review, escaped, and its references. */
const bodyMaxBytes = 2 * 1024 * 1024;
/**
 * Maximum numbers of characters, lines and inline elements, several times those of the longest review; such a document
 * takes about 50 ms.
 */
const charactersMax = 200_000;
const linesMax = 10_000;
const piecesMax = 10_000;

/** Rate limit for saving a review in a form or two; documents are created one at a time for all callers. */
const rate: RateLimits = { ofCaller: 10, ofAll: 300 };

const text = z.string().max(4_000);
const review = z
  .string()
  .max(charactersMax)
  .refine((markdown) => !hasMore(markdown, '\n', linesMax) && countPieces(readBlocks(markdown)) <= piecesMax)
  .meta({
    allowed: {
      en: 'a review of at most 200,000 characters and 10,000 parts: paragraphs, table cells, citation markers',
      zh: '一篇综述：至多 200,000 个字符、10,000 个组成部分（段落、表格单元格、标记）',
    },
  });
const reference = z.object({
  pmid: z.string().regex(/^\d{1,10}$/),
  title: text,
  authors: text,
  journal: text,
  year: text,
  demonstration: z.literal(true).exactOptional(),
  author_list: z.array(text).max(15_000).exactOptional(),
  languages: z.array(text).max(20).exactOptional(),
  ...Object.fromEntries(
    ['journal_abbreviation', 'published', 'volume', 'issue', 'pages', 'issn', 'doi', 'pmcid'].map((name) => [
      name,
      text.exactOptional(),
    ]),
  ),
});

/** A review as the page has it. */
const documentRequest = z.object({
  review,
  language: z.enum(['zh', 'en']),
  references: z.array(reference).max(100),
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .exactOptional(),
  searches: z
    .array(
      z.object({
        source: z.enum(sourceNames),
        query: z.string().max(20_000),
        total: z.int().nonnegative(),
        at: text,
      }),
    )
    .max(100)
    .exactOptional(),
  unavailable: z.array(text).max(20).exactOptional(),
  comparison: comparison.max(100).exactOptional(),
  figures: reviewFigures
    .refine(({ plots }) => plots.length <= 30 && plots.every(({ studies }) => studies.length <= 100))
    .exactOptional(),
  trust: z
    .array(
      z.object({
        pmid: reference.shape.pmid,
        full_text: z
          .object({
            pmcid: z.string().regex(/^PMC\d{1,12}$/),
            license: text.nullable(),
            sha256: z.string().max(64),
            section: text.nullable(),
            sentence: text.nullable(),
          })
          .exactOptional(),
      }),
    )
    .max(100)
    .exactOptional(),
});

type DocumentRequest = z.output<typeof documentRequest>;

/**
 * POST /web/document: converts a review shown on a page to a file for word processors. Nothing is searched, charged or
 * stored.
 */
export function webDocumentRoute(
  app: FastifyInstance,
  { clock, languageWorkers }: Pick<Services, 'clock' | 'languageWorkers'>,
): void {
  const requests = new RequestRate(rate, clock);
  app.post<{ Body: DocumentRequest }>('/web/document', {
    ...jsonBody(bodyMaxBytes, (body) => validate(documentRequest, body)),
    ...guarded(
      async (request) => {
        const key = app.pageKeyOf?.(request);
        if (key === undefined) throw new ServiceError('not_signed_in');
        // Also limited by network, since all guests share one key.
        requests.take(hash('sha256', `${key}\n${networkOf(request.ip)}`));
        return key;
      },
      async (key, request: FastifyRequest<{ Body: DocumentRequest }>, reply) => {
        const leaving = new AbortController();
        reply.raw.on('close', () => leaving.abort(new ServiceError('request_timeout')));
        const work = languageWorkers.workFor(key);
        const file = Buffer.from(await work('toDocx', request.body, leaving.signal));
        return reply.header('Cache-Control', 'no-store').type(docxType).send(file);
      },
    ),
  });
}

/** Returns true if `mark` occurs more than `most` times; stops there. */
function hasMore(markdown: string, mark: string, most: number): boolean {
  let count = 0;
  for (let at = markdown.indexOf(mark); at >= 0 && count <= most; at = markdown.indexOf(mark, at + 1))
    count += 1;
  return count > most;
}
