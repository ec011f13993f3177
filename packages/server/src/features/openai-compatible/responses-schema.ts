import { z } from 'zod';
import { chatCompletion } from './completion-schema.ts';

const { model, citations, references } = chatCompletion.shape;

const annotation = z.object({
  type: z.literal('url_citation'),
  start_index: z.int().meta({ description: 'Place of `[n]` in the text, in UTF-16 code units' }),
  end_index: z.int(),
  url: z.string(),
  title: z.string(),
});

const outputText = z.object({
  type: z.literal('output_text'),
  text: z.string().meta({ description: 'Markdown; ends with the list of references' }),
  annotations: z.array(annotation),
  logprobs: z.array(z.never()),
});
export type OutputText = z.output<typeof outputText>;

const status = z.enum(['in_progress', 'completed', 'incomplete']);

const reasoningItem = z.object({
  type: z.literal('reasoning'),
  id: z.string(),
  summary: z
    .array(z.object({ type: z.literal('summary_text'), text: z.string() }))
    .meta({ description: 'Progress messages, one a line' }),
});
export type ReasoningItem = z.output<typeof reasoningItem>;

const messageItem = z.object({
  type: z.literal('message'),
  id: z.string(),
  role: z.literal('assistant'),
  status,
  content: z.array(outputText),
});
export type MessageItem = z.output<typeof messageItem>;

/** The tokens of a call; providers' caches and reasoning are not told apart. */
const usage = z.object({
  input_tokens: z.int(),
  input_tokens_details: z.object({ cached_tokens: z.literal(0) }),
  output_tokens: z.int(),
  output_tokens_details: z.object({ reasoning_tokens: z.literal(0) }),
  total_tokens: z.int(),
});

/** The reply of POST /v1/responses. */
export const responseObject = z.object({
  id: z
    .string()
    .meta({ description: '`resp_` and the request id, which identifies the call in usage records' }),
  object: z.literal('response'),
  created_at: z.int().meta({ description: 'Seconds since 1970' }),
  model,
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  incomplete_details: z
    .object({ reason: z.literal('max_output_tokens') })
    .nullable()
    .meta({ description: 'Of a review that ended early' }),
  output: z.array(z.union([reasoningItem, messageItem])),
  usage: usage.nullable(),
  instructions: z.null(),
  metadata: z.object({}),
  parallel_tool_calls: z.literal(false),
  previous_response_id: z.null(),
  store: z.literal(false),
  temperature: z.null(),
  top_p: z.null(),
  text: z.object({ format: z.object({ type: z.literal('text') }) }),
  tool_choice: z.literal('none'),
  tools: z.array(z.never()),
  citations: citations.exactOptional(),
  references: references.exactOptional(),
});
export type ResponseObject = z.output<typeof responseObject>;

/** Names of the events of a streamed response, in the order in which they come. */
export const responseEvents = [
  'response.created',
  'response.in_progress',
  'response.output_item.added',
  'response.reasoning_summary_part.added',
  'response.reasoning_summary_text.delta',
  'response.reasoning_summary_text.done',
  'response.reasoning_summary_part.done',
  'response.output_item.done',
  'response.content_part.added',
  'response.output_text.delta',
  'response.output_text.annotation.added',
  'response.output_text.done',
  'response.content_part.done',
  'response.completed',
  'response.failed',
] as const;
export type ResponseEventName = (typeof responseEvents)[number];

/** The `data:` of each event of the stream; the other fields are those of OpenAI's API. */
export const responseStreamEvent = z.looseObject({
  type: z.enum(responseEvents),
  sequence_number: z.int().meta({ description: 'Counts from 0' }),
});
