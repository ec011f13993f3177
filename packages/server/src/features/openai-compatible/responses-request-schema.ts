import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { z } from 'zod';
import { contentPattern } from '../../http/body/normalize-text.ts';
import { questionMax } from '../answers/ask-schema.ts';
import { chatCompletionRequest, ignored } from './chat-completion-schema.ts';

const part = z.object({
  type: z.string().meta({
    description:
      'In the question: `input_text`, `input_image` or `input_file`; in other messages, other parts are ignored',
    examples: ['input_text'],
  }),
  text: z.string().nullish(),
  image_url: z.string().nullish().meta({ description: 'A `data:` URL with a PNG, JPEG or WebP image' }),
  file_data: z.string().nullish().meta({ description: 'A `data:` URL with a text file' }),
  filename: z.string().nullish(),
  file_id: ignored,
  file_url: ignored,
  detail: ignored,
  annotations: ignored,
  logprobs: ignored,
  refusal: ignored,
});
export type InputPart = z.output<typeof part>;

const role = z.enum(['user', 'assistant', 'system', 'developer']);

const item = z
  .object({
    type: z.string().nullish().meta({ description: 'Items other than `message` are ignored' }),
    role: role.nullish(),
    content: z.union([z.string(), z.array(part)]).nullish(),
    id: ignored,
    status: ignored,
    phase: ignored,
    summary: ignored,
    encrypted_content: ignored,
    call_id: ignored,
    name: ignored,
    arguments: ignored,
    output: ignored,
  })
  .meta({ allowed: { en: 'a message {role, content}', zh: '一条消息 {role, content}' } });
export type InputItem = z.output<typeof item>;

/** Description of `input` for errors. */
export const inputAllowed: LocalizedMessage = {
  en: 'text, or an array of 1 to 1,000 items, at least one of them a message with the role "user"',
  zh: '文本，或由 1 到 1,000 个条目组成的数组，其中至少一条是 role 为 "user" 的消息',
};

/** Description of the content of a message for errors. */
export const inputContentAllowed: LocalizedMessage = {
  en: 'text, or an array of parts of the types "input_text", "input_image" and "input_file"',
  zh: '文本，或由 "input_text"、"input_image"、"input_file" 类型的部分组成的数组',
};

/** Rejects requests that need stored replies. */
const nothingStored = z.null().meta({
  allowed: {
    en: 'null: replies are not stored; send the earlier turns in "input"',
    zh: 'null：本服务不保存回复，请在 "input" 中给出之前的对话',
  },
});

const {
  model,
  stream,
  lang,
  date_from,
  date_to,
  max_refs,
  category_id,
  exclude_pmids,
  full_text,
  response_format,
} = chatCompletionRequest.shape;

const textOptions = z.object({ format: response_format, verbosity: ignored });

/** POST /v1/responses. Fields that neither OpenAI's API nor we define are ignored and named in a header. */
export const responsesRequest = z.object({
  model,
  input: z
    .union([
      z.string().meta({ minLength: 1, maxLength: questionMax, pattern: contentPattern }),
      z
        .array(item)
        .min(1)
        .max(1_000)
        .meta({
          contains: {
            properties: { role: { const: 'user' }, type: { enum: ['message', '', null] } },
            required: ['role'],
          },
        }),
    ])
    .meta({
      allowed: inputAllowed,
      description:
        'The last message with the role `user` is the question; tool results and replies after it are not read',
      examples: ['Does metformin reduce body weight in type 2 diabetes?'],
    }),
  instructions: z.string().exactOptional().meta({ description: 'Accepted, but not followed' }),
  stream,
  text: textOptions.exactOptional(),
  previous_response_id: nothingStored.exactOptional(),
  conversation: nothingStored.exactOptional(),
  background: z
    .boolean()
    .refine((isAsked) => !isAsked)
    .meta({
      not: { enum: [true] },
      allowed: { en: 'false: a call is answered at once', zh: 'false：调用立即得到回复' },
    })
    .exactOptional(),
  ...{ date_from, date_to, max_refs, category_id, exclude_pmids, full_text, lang },
  temperature: ignored,
  top_p: ignored,
  max_output_tokens: ignored,
  max_tool_calls: ignored,
  tools: ignored,
  tool_choice: ignored,
  parallel_tool_calls: ignored,
  reasoning: ignored,
  include: ignored,
  store: ignored,
  metadata: ignored,
  user: ignored,
  service_tier: ignored,
  truncation: ignored,
  prompt_cache_key: ignored,
  safety_identifier: ignored,
  top_logprobs: ignored,
  stream_options: ignored,
});
export type ResponsesRequest = z.output<typeof responsesRequest>;

/** Named schemas of /openapi.json, besides the request. */
export const responsesRequestComponents = {
  InputPart: part,
  InputItem: item,
  InputRole: role,
  TextOptions: textOptions,
};
