import type { LocalizedMessage } from '@citewell/core/errors.ts';
import {
  type AskStreamRequest,
  historyMaxBytes,
  historyMaxKilobytes,
  historyRounds,
  imagesMax,
} from '@citewell/sdk';
import { z } from 'zod';
import type { Objection } from '../../http/body/validate.ts';
import { language } from '../../http/schemas/enums.ts';
import { anyText } from '../../http/schemas/fields.ts';
import { askRequest } from './ask-schema.ts';

const tooLarge: Objection = { tooLarge: true };

export const historyItem = z
  .object({
    q: anyText({ en: 'text: the earlier question', zh: '文本：此前的问题' }, historyMaxBytes),
    a: anyText({ en: 'text: the earlier answer', zh: '文本：此前的回答' }, historyMaxBytes),
  })
  .meta({
    allowed: {
      en: 'an object with text fields "q" (earlier question) and "a" (earlier answer)',
      zh: '含文本字段 "q"（此前的问题）和 "a"（此前的回答）的对象',
    },
  });

export const historyAllowed: LocalizedMessage = {
  en: `an array of earlier rounds {q, a}, at most ${historyMaxKilobytes} KB in total, of which the last ${historyRounds} are used`,
  zh: `由此前各轮对话 {q, a} 组成的数组，总计最多 ${historyMaxKilobytes} KB，仅使用最近 ${historyRounds} 轮`,
};

/**
 * Returns true if the texts of a history are too long in total. Called before they are cleaned, whatever their shape.
 */
export function isTooLong(history: unknown): boolean {
  if (!Array.isArray(history)) return false;
  let length = 0;
  for (const item of history) {
    const { q, a } = (item ?? {}) as { q?: unknown; a?: unknown };
    length += (typeof q === 'string' ? q.length : 0) + (typeof a === 'string' ? a.length : 0);
  }
  return length > historyMaxBytes;
}

export const history = z
  .array(historyItem)
  .refine(
    (items) =>
      items.reduce((sum, { q, a }) => sum + Buffer.byteLength(q) + Buffer.byteLength(a), 0) <=
      historyMaxBytes,
    { params: tooLarge },
  )
  .meta({ allowed: historyAllowed });

const images = z
  .array(z.string().meta({ allowed: { en: 'an image as Base64 text', zh: 'Base64 文本形式的图片' } }))
  .max(imagesMax)
  .meta({
    allowed: {
      en: `an array of at most ${imagesMax} images as Base64 text`,
      zh: `最多包含 ${imagesMax} 张 Base64 文本形式图片的数组`,
    },
  });

const modes = ['answer', 'discussion'] as const;
type Mode = (typeof modes)[number];

/** Accepts a mode in any case: the contract names it "Discussion". */
export const answerMode = z
  .string()
  .overwrite((value) => value.toLowerCase())
  .refine((value) => modes.some((each) => each === value))
  .meta({
    allowed: { en: '"answer" or "discussion"', zh: '"answer" 或 "discussion"' },
    description:
      'Letter case does not matter. discussion: `question` is the topic; the findings to discuss are `file_content`, or the last answer of `history`, or none.',
    enum: [...modes],
    default: 'answer',
  }) as unknown as z.ZodType<Mode, Mode>;

/** POST /ai/api/ask_stream. Unknown fields are ignored and named in a header. */
export const askStreamRequest = askRequest.extend({
  lang: language.exactOptional(),
  history: history.exactOptional(),
  images: images.exactOptional(),
  mode: answerMode.exactOptional(),
}) satisfies z.ZodType<AskStreamRequest>;
