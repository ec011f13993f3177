import { z } from 'zod';
import { chatCompletion } from './completion-schema.ts';

const { model, citations, references } = chatCompletion.shape;
const alwaysNull = { description: 'Always null' };
const logprobs = z.record(z.string(), z.unknown());

const annotation = z.object({
  type: z.literal('url_citation'),
  start_index: z.int().meta({ description: 'Position of `[n]` in the text, in UTF-16 code units' }),
  end_index: z.int(),
  url: z.string(),
  title: z.string(),
});

const outputText = z.object({
  type: z.literal('output_text'),
  text: z.string().meta({ description: 'Markdown; ends with the list of references' }),
  annotations: z.array(annotation),
  logprobs: z.array(logprobs).max(0),
});
export type OutputText = z.output<typeof outputText>;

const status = z.enum(['in_progress', 'completed', 'incomplete']);

const summaryText = z.object({ type: z.literal('summary_text'), text: z.string() });

const reasoningItem = z.object({
  type: z.literal('reasoning'),
  id: z.string(),
  summary: z.array(summaryText).meta({ description: 'Progress messages, one per line' }),
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

const outputItem = z.discriminatedUnion('type', [reasoningItem, messageItem]);
const inputDetails = z.object({ cached_tokens: z.literal(0) });
const outputDetails = z.object({ reasoning_tokens: z.literal(0) });

/** Tokens of a call; cached and reasoning tokens are not listed separately. */
const usage = z.object({
  input_tokens: z.int(),
  input_tokens_details: inputDetails,
  output_tokens: z.int(),
  output_tokens_details: outputDetails,
  total_tokens: z.int(),
});

const failure = z.object({ code: z.string(), message: z.string() });
const incompleteDetails = z.object({ reason: z.literal('max_output_tokens') });
const metadata = z.record(z.string(), z.string());
const textFormat = z.object({ type: z.literal('text') });
const textConfiguration = z.object({ format: textFormat });
const tool = z.record(z.string(), z.unknown());

/** The reply of POST /v1/responses. */
export const responseObject = z.object({
  id: z
    .string()
    .meta({ description: '`resp_` and the request id, which identifies the call in usage records' }),
  object: z.literal('response'),
  created_at: z.int().meta({ description: 'Seconds since 1970' }),
  model,
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
  error: failure.nullable(),
  incomplete_details: incompleteDetails.nullable().meta({ description: 'Present if the review ended early' }),
  output: z.array(outputItem),
  usage: usage.nullable(),
  instructions: z.string().nullable().meta(alwaysNull),
  metadata,
  parallel_tool_calls: z.boolean().meta({ description: 'Always false' }),
  previous_response_id: z.string().nullable().meta(alwaysNull),
  store: z.boolean().meta({ description: 'Always false: replies are not stored' }),
  temperature: z.number().nullable().meta(alwaysNull),
  top_p: z.number().nullable().meta(alwaysNull),
  text: textConfiguration,
  tool_choice: z.literal('none'),
  tools: z.array(tool).max(0),
  citations: citations.exactOptional(),
  references: references.exactOptional(),
});
export type ResponseObject = z.output<typeof responseObject>;

/** Names of the events of a streamed response, in order. */
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

/** Named schemas of /openapi.json, besides the reply. */
export const responseObjectComponents = {
  ResponseAnnotation: annotation,
  OutputText: outputText,
  ResponseStatus: status,
  SummaryText: summaryText,
  ReasoningItem: reasoningItem,
  MessageItem: messageItem,
  OutputItem: outputItem,
  InputTokensDetails: inputDetails,
  OutputTokensDetails: outputDetails,
  ResponseUsage: usage,
  ResponseFailure: failure,
  IncompleteDetails: incompleteDetails,
  TextConfiguration: textConfiguration,
  TextFormat: textFormat,
};
