import type { ReviewRequest } from '@citewell/sdk';
import type { z } from 'zod';
import { language, maxReferences, reviewInclude } from '../../http/schemas/fields.ts';
import { askRequest } from '../answers/ask-schema.ts';

export const reviewReferencesDefault = 20;

/** POST /ai/api/expert and /ai/api/expert_stream. Unknown fields are ignored and named in a header. */
export const reviewRequest = askRequest.omit({ file_content: true, max_refs: true, include: true }).extend({
  max_refs: maxReferences
    .meta({ ...maxReferences.meta(), default: reviewReferencesDefault, examples: [reviewReferencesDefault] })
    .exactOptional(),
  lang: language.exactOptional(),
  include: reviewInclude.exactOptional(),
}) satisfies z.ZodType<ReviewRequest>;
