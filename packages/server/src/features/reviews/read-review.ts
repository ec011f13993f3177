import { detectLanguage } from '@citewell/core/text/language.ts';
import { readYears } from '../../http/body/read-years.ts';
import type { MeteredBody } from '../../http/calls/metered-route.ts';
import { readCategory } from '../answers/read-question.ts';
import type { Services } from '../services.ts';
import { reviewReferencesDefault, reviewRequest } from './expert-schema.ts';
import type { ReviewRequest } from './gathering/request.ts';
import { readTopic } from './read-topic.ts';

const maxBytes = 2 * 1024 * 1024;

/** Parses the body of POST /ai/api/expert and /ai/api/expert_stream. */
export function reviewBody({ categories }: Services): MeteredBody<typeof reviewRequest, ReviewRequest> {
  return {
    schema: reviewRequest,
    maxBytes,
    language: ({ lang, question }) => lang ?? detectLanguage(question),
    read: (given) => ({
      question: readTopic(given.question),
      language: given.lang,
      years: readYears(['date_from', given.date_from], ['date_to', given.date_to]),
      maxReferences: given.max_refs ?? reviewReferencesDefault,
      category: readCategory(given.category_id, categories),
      ...(given.exclude_pmids && { excludedPmids: new Set(given.exclude_pmids) }),
      ...(given.full_text !== undefined && { fullText: given.full_text }),
      include: given.include ?? [],
      ...(given.rewrite && { rewrite: given.rewrite }),
    }),
  };
}
