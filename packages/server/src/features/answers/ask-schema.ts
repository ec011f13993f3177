import type { AskRequest, AskResponse } from '@citewell/sdk';
import { z } from 'zod';
import {
  categoryId,
  excludedPmids,
  fileContent,
  fullText,
  include,
  maxReferences,
  text,
  year,
} from '../../http/schemas/fields.ts';
import { reference } from '../../http/schemas/reference.ts';
import { answerVerification, bibliography, runRecord, trustCard } from '../../http/schemas/responses.ts';

export const questionMax = 4_000;

/** POST /ai/api/ask. Unknown fields are ignored and named in a header. */
export const askRequest = z.object({
  question: text(questionMax, {
    en: 'text of 1 to 4,000 characters, in Chinese or English',
    zh: '1 到 4,000 个字符的文本，中文或英文',
  }).meta({ examples: ['Does metformin lower cardiovascular risk?', '二甲双胍能降低心血管风险吗？'] }),
  date_from: year.exactOptional(),
  date_to: year.exactOptional(),
  max_refs: maxReferences.exactOptional(),
  category_id: categoryId.exactOptional(),
  exclude_pmids: excludedPmids.exactOptional(),
  full_text: fullText.exactOptional(),
  file_content: fileContent.exactOptional(),
  include: include.exactOptional(),
}) satisfies z.ZodType<AskRequest>;

export const askResponse = z.object({
  answer: z.string().meta({ description: 'Citations appear inline: [n] refers to references[n - 1].' }),
  references: z.array(reference),
  trust: z
    .array(trustCard)
    .exactOptional()
    .meta({ description: 'With include: ["trust"]; trust[n - 1] is about references[n - 1].' }),
  run: runRecord.exactOptional().meta({ description: 'With include: ["run"].' }),
  verification: answerVerification
    .exactOptional()
    .meta({ description: 'With include: ["verification"]: the check of every sentence.' }),
  bibliography: bibliography.exactOptional(),
} satisfies Record<keyof AskResponse, z.ZodType>) satisfies z.ZodType<AskResponse>;
