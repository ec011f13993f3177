import type { Pmid } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { CitationCheckRequest } from '@citewell/sdk';
import type { FastifyRequest } from 'fastify';
import { hasContent } from '../../http/body/clean-text.ts';
import { givenText } from '../../http/body/offset-map.ts';
import { validate } from '../../http/body/validate.ts';
import type { CitationCheck } from './check-citation.ts';
import { factcheckBatchRequest, factcheckRequest } from './factcheck-schema.ts';

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
    abstract: hasContent(abstract) ? givenText(abstract) : undefined,
    verification: include.includes('verification'),
  };
}
