import type { AvatarChatRequest, AvatarChatResponse } from '@citewell/sdk';
import { z } from 'zod';
import { language } from '../../http/schemas/enums.ts';
import { text } from '../../http/schemas/fields.ts';
import { reference } from '../../http/schemas/reference.ts';
import { questionMax } from '../answers/ask-schema.ts';
import { history } from '../answers/ask-stream-schema.ts';

export const personaId = z.string().meta({
  allowed: { en: 'the id of a persona', zh: '一个对话角色的 id' },
  choices: 'personas',
  description: 'Listed by GET /ai/api/personas; the first one by default.',
  examples: ['patient-educator'],
});

/** POST /ai/api/avatar_chat. Unknown fields are ignored and named in a header. */
export const avatarChatRequest = z.object({
  message: text(questionMax, {
    en: 'text of 1 to 4,000 characters, in Chinese or English',
    zh: '1 到 4,000 个字符的文本，中文或英文',
  }).meta({ examples: ['Does metformin help people to lose weight?', '二甲双胍能减重吗？'] }),
  persona: personaId.exactOptional(),
  history: history.exactOptional(),
  lang: language.exactOptional(),
  stream: z
    .boolean()
    .meta({
      allowed: { en: 'true or false', zh: 'true 或 false' },
      description: 'If true, the reply is streamed as events like those of ask_stream.',
      default: false,
    })
    .exactOptional(),
}) satisfies z.ZodType<AvatarChatRequest>;

export const avatarChatResponse = z.object({
  reply: z.string().meta({ description: '[n] cites references[n - 1]' }),
  references: z.array(reference),
}) satisfies z.ZodType<AvatarChatResponse>;
