import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { z } from 'zod';
import { askStreamRequest } from '../answers/ask-stream-schema.ts';
import { modelIds } from './models.ts';

/** Parameters of OpenAI's API that have no effect here: accepted without validation. */
export const ignored = z.unknown().exactOptional().meta({ description: 'Accepted and ignored' });

const text = (en: string, zh: string) => z.string().nullish().meta({ allowed: { en, zh } });

const imageUrl = z.object({ url: z.string() });
const file = z.object({ file_data: z.string().nullish(), filename: z.string().nullish() });

/** Part types that are read. Earlier messages may contain others, such as refusals or reasoning, which are ignored. */
export const partTypes: readonly string[] = ['text', 'image_url', 'file'];

const part = z.object({
  type: z.string().meta({
    description: 'In the question: `text`, `image_url` or `file`; in other messages, other parts are ignored',
    examples: ['text'],
  }),
  text: text('text', '文本'),
  image_url: z
    .union([z.string(), imageUrl])
    .nullish()
    .meta({ description: 'A `data:` URL with a PNG, JPEG or WebP image' }),
  file: file.nullish().meta({
    description: '`file_data`: a `data:` URL with a text file; PDF files are sent as their extracted text',
  }),
});
export type ContentPart = z.output<typeof part>;

export const contentAllowed: LocalizedMessage = {
  en: 'text, or an array of parts of the types "text", "image_url" and "file"',
  zh: '文本，或由 "text"、"image_url"、"file" 类型的部分组成的数组',
};
const content = z.union([z.string(), z.array(part), z.null()]).meta({ allowed: contentAllowed });

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const;

const message = z
  .object({
    role: z.enum(roles).meta({
      allowed: { en: `one of ${roles.join(', ')}`, zh: `${roles.join('、')} 之一` },
    }),
    content: content.exactOptional(),
    name: ignored,
    tool_calls: ignored,
    tool_call_id: ignored,
    function_call: ignored,
    refusal: ignored,
    audio: ignored,
    annotations: ignored,
    reasoning_content: ignored,
  })
  .meta({ allowed: { en: 'a message {role, content}', zh: '一条消息 {role, content}' } });
export type ChatMessage = z.output<typeof message>;

const messagesMax = 1_000;

export const messagesAllowed: LocalizedMessage = {
  en: 'an array of 1 to 1,000 messages {role, content}, at least one of them with the role "user"',
  zh: '由 1 到 1,000 条消息 {role, content} 组成的数组，其中至少一条的 role 为 "user"',
};

const trueOrFalse: LocalizedMessage = { en: 'true or false', zh: 'true 或 false' };
const textOnly: LocalizedMessage = {
  en: '{"type": "text"}: replies are Markdown',
  zh: '{"type": "text"}：回复为 Markdown',
};

const streamOptions = z
  .object({
    include_usage: z.boolean().meta({ allowed: trueOrFalse }).exactOptional(),
    include_obfuscation: ignored,
  })
  .meta({
    allowed: { en: 'an object such as {"include_usage": true}', zh: '对象，例如 {"include_usage": true}' },
  });

const responseFormat = z
  .object({
    type: z
      .literal('text')
      .meta({ allowed: { en: '"text": replies are Markdown', zh: '"text"：回复为 Markdown' } }),
  })
  .meta({ allowed: textOnly });

const { date_from, date_to, max_refs, category_id, exclude_pmids, full_text, lang } = askStreamRequest.shape;

/** POST /v1/chat/completions. Fields that neither OpenAI's API nor we define are ignored and named in a header. */
export const chatCompletionRequest = z.object({
  model: z.enum(modelIds).meta({
    allowed: { en: `one of: ${modelIds.join(', ')}`, zh: `下列之一：${modelIds.join(', ')}` },
    examples: ['citewell'],
  }),
  messages: z
    .array(message)
    .min(1)
    .max(messagesMax)
    .meta({
      allowed: messagesAllowed,
      description:
        'The last message with the role `user` is the question; tool results and replies after it are not read',
      contains: { properties: { role: { const: 'user' } }, required: ['role'] },
    }),
  stream: z.boolean().meta({ allowed: trueOrFalse, default: false }).exactOptional(),
  stream_options: streamOptions.exactOptional(),
  n: z
    .int()
    .min(1)
    .max(1)
    .meta({ allowed: { en: '1: a call gives one completion', zh: '1：每次调用只返回一个结果' } })
    .exactOptional(),
  response_format: responseFormat.exactOptional(),
  date_from,
  date_to,
  max_refs,
  category_id,
  exclude_pmids,
  full_text,
  lang,
  temperature: ignored,
  top_p: ignored,
  max_tokens: ignored,
  max_completion_tokens: ignored,
  stop: ignored,
  presence_penalty: ignored,
  frequency_penalty: ignored,
  logit_bias: ignored,
  logprobs: ignored,
  top_logprobs: ignored,
  seed: ignored,
  user: ignored,
  tools: ignored,
  tool_choice: ignored,
  parallel_tool_calls: ignored,
  functions: ignored,
  function_call: ignored,
  reasoning: ignored,
  reasoning_effort: ignored,
  verbosity: ignored,
  store: ignored,
  metadata: ignored,
  service_tier: ignored,
  prompt_cache_key: ignored,
  safety_identifier: ignored,
});
export type ChatCompletionRequest = z.output<typeof chatCompletionRequest>;

/** Named schemas of /openapi.json, besides the request. */
export const chatRequestComponents = {
  ChatMessage: message,
  ContentPart: part,
  ImageUrl: imageUrl,
  FilePart: file,
  StreamOptions: streamOptions,
  ResponseFormat: responseFormat,
};
