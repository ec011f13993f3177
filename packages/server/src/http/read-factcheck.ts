import type { CitationCheckRequest } from '@citewell/sdk';
import type { FastifyRequest } from 'fastify';
import type { Pmid } from '../literature/article.ts';
import type { CitationCheck } from '../pipelines/check-citation.ts';
import { detectLanguage } from '../text/language.ts';
import { saysSomething } from './clean-text.ts';
import { givenText } from './given-text.ts';
import { factcheckBatchRequest, factcheckRequest } from './schemas/factcheck.ts';
import { validate } from './validate.ts';

/** The body of POST /ai/api/factcheck_verify as the pipeline takes it. An abstract that says nothing is looked up. */
export function readFactcheck(body: unknown, request: FastifyRequest): CitationCheck {
  const check = validate(factcheckRequest, body);
  request.bodyLanguage = detectLanguage(check.sentence);
  return toCheck(check, check.include);
}

/** The body of POST /ai/api/factcheck_batch: its checks in their order. */
export function readFactcheckBatch(body: unknown, request: FastifyRequest): CitationCheck[] {
  const { pairs, include } = validate(factcheckBatchRequest, body);
  request.mode = 'batch';
  request.bodyLanguage = detectLanguage(pairs[0]?.sentence ?? '');
  return pairs.map((pair) => toCheck(pair, include));
}

function toCheck(
  { sentence, pmid, abstract = '' }: CitationCheckRequest,
  include: CitationCheckRequest['include'] = [],
): CitationCheck {
  return {
    sentence,
    pmid: pmid as Pmid,
    abstract: saysSomething(abstract) ? givenText(abstract) : undefined,
    verification: include.includes('verification'),
  };
}
