import type { PolishRequest } from '@citewell/sdk';
import { z } from 'zod';
import { boundedText, manuscriptText } from '../../http/schemas/fields.ts';

/** Maximum in code points, which are what people count. */
const polishTextMax = 20_000;
const requirementMax = 2_000;

/** POST /ai/api/polish. Unknown fields are ignored and named in a header. */
export const polishRequest = z.object({
  text: manuscriptText(polishTextMax, {
    en: 'text of 1 to 20,000 characters, in Chinese or English',
    zh: '1 到 20,000 个字符的文本，中文或英文',
  }).meta({ examples: ['Metformin decrease the risk of of stroke in patient with diabetes.'] }),
  requirement: boundedText(requirementMax)
    .meta({
      allowed: {
        en: 'text of at most 2,000 characters that says how to polish',
        zh: '说明如何润色的文本，最多 2,000 个字符',
      },
      description: 'If empty, the text is polished as academic writing.',
      maxLength: requirementMax,
      default: '',
    })
    .exactOptional(),
  insert_refs: z
    .boolean()
    .meta({ allowed: { en: 'true or false', zh: 'true 或 false' }, default: true })
    .exactOptional(),
}) satisfies z.ZodType<PolishRequest>;
