import { detectLanguage } from '@citewell/core/text/language.ts';
import type { FastifyRequest } from 'fastify';
import { readYears } from '../../http/body/read-years.ts';
import { validate } from '../../http/body/validate.ts';
import { readCategory } from '../answers/read-question.ts';
import type { Services } from '../services.ts';
import { reviewReferencesDefault, reviewRequest } from './expert-schema.ts';
import type { ReviewRequest } from './gathering/request.ts';

/** The body of POST /ai/api/expert and /ai/api/expert_stream as the pipeline takes it. */
export function readReview({
  categories,
}: Services): (body: unknown, request: FastifyRequest) => ReviewRequest {
  return (given, request) => {
    const body = validate(reviewRequest, given);
    request.bodyLanguage = body.lang ?? detectLanguage(body.question);
    return {
      question: body.question,
      language: body.lang,
      years: readYears(['date_from', body.date_from], ['date_to', body.date_to]),
      maxReferences: body.max_refs ?? reviewReferencesDefault,
      category: readCategory(body.category_id, categories),
      ...(body.exclude_pmids && { excludedPmids: new Set(body.exclude_pmids) }),
      include: body.include ?? [],
    };
  };
}
