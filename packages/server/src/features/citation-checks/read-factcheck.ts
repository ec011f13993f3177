import type { Pmid } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { CitationCheckRequest } from '@citewell/sdk';
import { hasContent } from '../../http/body/normalize-text.ts';
import type { MeteredBody } from '../../http/calls/metered-route.ts';
import type { CitationCheck } from './check-citation.ts';
import { factcheckBatchRequest, factcheckRequest } from './factcheck-schema.ts';
import { createOffsetMap } from './offset-map.ts';

/**
 * Room for an abstract whose every character is escaped, at six bytes each; a longer one is rejected by its own limit.
 */
const checkMaxBytes = 2 * 1024 * 1024;

/** Body of POST /ai/api/factcheck_verify. An empty abstract is looked up. */
export const factcheckBody: MeteredBody<typeof factcheckRequest, CitationCheck> = {
  schema: factcheckRequest,
  maxBytes: checkMaxBytes,
  language: ({ sentence }) => detectLanguage(sentence),
  read: (check) => toCheck(check, check),
};

/** Room for a hundred abstracts of usual length, escaped. */
const batchMaxBytes = 8 * 1024 * 1024;

/** Body of POST /ai/api/factcheck_batch, read as its checks, in order. */
export const factcheckBatchBody: MeteredBody<typeof factcheckBatchRequest, CitationCheck[]> = {
  schema: factcheckBatchRequest,
  maxBytes: batchMaxBytes,
  language: ({ pairs }) => detectLanguage(pairs[0]?.sentence ?? ''),
  mode: () => 'batch',
  read: ({ pairs, ...options }) => pairs.map((pair) => toCheck(pair, options)),
};

function toCheck(
  { sentence, pmid, abstract = '' }: CitationCheckRequest,
  { include = [], full_text: fullText = true }: Pick<CitationCheckRequest, 'include' | 'full_text'>,
): CitationCheck {
  return {
    sentence,
    pmid: pmid as Pmid,
    abstract: hasContent(abstract) ? createOffsetMap(abstract) : undefined,
    fullText,
    verification: include.includes('verification'),
    bibliography: include.includes('bibliography'),
  };
}
