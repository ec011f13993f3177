import type { ReviewRequest, ReviewResponse } from '@citewell/sdk';
import { z } from 'zod';
import { idempotencyKeyPattern } from '../../http/guards/idempotency.ts';
import { language } from '../../http/schemas/enums.ts';
import { maxReferences, reviewInclude, text } from '../../http/schemas/fields.ts';
import { reference } from '../../http/schemas/reference.ts';
import { answerVerification, bibliography, runRecord, trustCard } from '../../http/schemas/responses.ts';
import { reviewSupplements, supplementComponents } from '../../http/schemas/review-supplements.ts';
import { askRequest } from '../answers/ask-schema.ts';

export const reviewReferencesDefault = 20;

const sectionRewrite = z
  .object({
    call: z
      .string()
      .regex(idempotencyKeyPattern)
      .meta({
        allowed: {
          en: 'an Idempotency-Key: 1 to 255 printable ASCII characters',
          zh: '一个 Idempotency-Key：1 到 255 个可打印 ASCII 字符',
        },
        description: 'It belongs to a review that finished within the last hour.',
      }),
    section: text(300, { en: 'the heading of a section', zh: '一个部分的标题' }),
  })
  .meta({
    allowed: {
      en: 'an object with "call" and "section"',
      zh: '含 "call" 与 "section" 的对象',
    },
    description:
      'Rewrites one section of a finished review from the same evidence. The other fields are those of its request.',
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

const reviewSection = z.object({ heading: z.string(), text: z.string() });

export const reviewResponse = z.object({
  title: z.string(),
  review: z.string().meta({ description: 'The whole review as Markdown; [n] refers to references[n - 1].' }),
  sections: z
    .array(reviewSection)
    .meta({ description: 'The review split by heading; the text is Markdown.' }),
  references: z.array(reference),
  incomplete: z.string().exactOptional().meta({
    description:
      'Only if the review ended early: the error code of the cause, as in X-Incomplete. The sections present are finished.',
  }),
  trust: z.array(trustCard).exactOptional().meta({ description: 'With include: ["trust"].' }),
  run: runRecord.exactOptional().meta({ description: 'With include: ["run"]: the search log.' }),
  verification: answerVerification
    .exactOptional()
    .meta({ description: 'With include: ["verification"]: the check of every sentence outside tables.' }),
  bibliography: bibliography.exactOptional(),
  ...reviewSupplements,
} satisfies Record<keyof ReviewResponse, z.ZodType>) satisfies z.ZodType<ReviewResponse>;

/** Named schemas of /openapi.json. */
export const reviewComponents = {
  ReviewRequest: reviewRequest,
  SectionRewrite: sectionRewrite,
  ReviewResponse: reviewResponse,
  ReviewSection: reviewSection,
  ...supplementComponents,
};
