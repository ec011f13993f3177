import type { FastifyRequest } from 'fastify';
import type { ReviewRequest } from '../pipelines/review/request.ts';
import type { Services } from '../services.ts';
import { detectLanguage } from '../text/language.ts';
import { readCategory } from './read-question.ts';
import { readYears } from './read-years.ts';
import { reviewReferencesDefault, reviewRequest } from './schemas/expert.ts';
import { validate } from './validate.ts';

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
