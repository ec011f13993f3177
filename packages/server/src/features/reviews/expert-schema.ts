import type { ReviewRequest } from '@citewell/sdk';
import { z } from 'zod';
import { idempotencyKeyPattern } from '../../http/guards/idempotency.ts';
import { language } from '../../http/schemas/enums.ts';
import { maxReferences, reviewInclude, text } from '../../http/schemas/fields.ts';
import { askRequest } from '../answers/ask-schema.ts';

export const reviewReferencesDefault = 20;

export const sectionRewrite = z
  .object({
    call: z
      .string()
      .regex(idempotencyKeyPattern)
      .meta({
        allowed: {
          en: 'an Idempotency-Key: 1 to 255 printable ASCII characters',
          zh: '一个 Idempotency-Key：1 到 255 个可打印 ASCII 字符',
        },
        description: 'Of a review that finished within the last hour.',
      }),
    section: text(300, { en: 'the heading of a section', zh: '一个部分的标题' }),
  })
  .meta({
    allowed: {
      en: 'an object with "call" and "section"',
      zh: '含 "call" 与 "section" 的对象',
    },
    description:
      'Writes one section of a finished review again, from the same evidence. The other fields are those of its request.',
  });

/** POST /ai/api/expert and /ai/api/expert_stream. Unknown fields are ignored and named in a header. */
export const reviewRequest = askRequest.omit({ file_content: true, max_refs: true, include: true }).extend({
  max_refs: maxReferences
    .meta({ ...maxReferences.meta(), default: reviewReferencesDefault, examples: [reviewReferencesDefault] })
    .exactOptional(),
  lang: language.exactOptional(),
  include: reviewInclude.exactOptional(),
  rewrite: sectionRewrite.exactOptional(),
}) satisfies z.ZodType<ReviewRequest>;
