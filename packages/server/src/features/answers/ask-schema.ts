import type { AskRequest } from '@citewell/sdk';
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
