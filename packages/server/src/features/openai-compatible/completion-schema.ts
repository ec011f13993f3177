import { z } from 'zod';
import { reference } from '../../http/schemas/reference.ts';
import { modelIds } from './models.ts';

const model = z.enum(modelIds);
const id = z
  .string()
  .meta({ description: '`chatcmpl-` and the request id, which identifies the call in usage records' });
const created = z.int().meta({ description: 'Seconds since 1970' });

const urlCitation = z.object({
  start_index: z.int().meta({ description: 'Position of `[n]` in the content, in UTF-16 code units' }),
  end_index: z.int(),
  url: z.string(),
  title: z.string(),
});

const annotation = z.object({ type: z.literal('url_citation'), url_citation: urlCitation });
export type Annotation = z.output<typeof annotation>;

const usage = z
  .object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
  .meta({ description: 'Tokens of all model requests of the call, as in its usage record' });

const citations = z
  .array(z.string())
  .meta({ description: 'Addresses of the references, in order; `urn:pmid:…` for an invented record' });

const references = z.array(reference).meta({ description: 'The references: `[n]` is `references[n - 1]`' });

/** Field that the protocol requires and that is always empty here, with the type of OpenAI's specification. */
const alwaysNull = { description: 'Always null' };

const assistantMessage = z.object({
  role: z.literal('assistant'),
  content: z.string().meta({ description: 'Markdown; ends with the list of references' }),
  refusal: z.string().nullable().meta(alwaysNull),
  reasoning_content: z.string().meta({ description: 'Progress messages, one per line' }),
  annotations: z.array(annotation),
});

const logprobs = z.record(z.string(), z.unknown());

const choice = z.object({
  index: z.literal(0),
  message: assistantMessage,
  logprobs: logprobs.nullable().meta(alwaysNull),
  finish_reason: z.enum(['stop', 'length']).meta({ description: '`length` if a review ended early' }),
});

/** The reply of POST /v1/chat/completions. */
export const chatCompletion = z.object({
  id,
  object: z.literal('chat.completion'),
  created,
  model,
  choices: z.array(choice),
  usage,
  citations,
  references,
});
export type ChatCompletion = z.output<typeof chatCompletion>;

const delta = z.object({
  role: z.literal('assistant').exactOptional(),
  content: z.string().exactOptional(),
  reasoning_content: z.string().exactOptional(),
  annotations: z.array(annotation).exactOptional(),
});
export type Delta = z.output<typeof delta>;

const chunkChoice = z.object({
  index: z.literal(0),
  delta,
  finish_reason: z.literal('stop').nullable(),
});

/** One `data:` line of the stream; the last one is `[DONE]`. */
export const chatCompletionChunk = z.object({
  id,
  object: z.literal('chat.completion.chunk'),
  created,
  model,
  choices: z
    .array(chunkChoice)
    .meta({ description: 'Empty in the last chunk of `stream_options.include_usage`' }),
  usage: usage.nullable().exactOptional().meta({ description: 'With `stream_options.include_usage`' }),
  citations: citations.exactOptional().meta({ description: 'With `finish_reason`' }),
  references: references.exactOptional().meta({ description: 'With `finish_reason`' }),
});
export type ChatCompletionChunk = z.output<typeof chatCompletionChunk>;

export const modelEntry = z.object({
  id: model,
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.literal('citewell'),
});

export type Model = z.output<typeof modelEntry>;

export const modelsResponse = z.object({
  object: z.literal('list'),
  data: z.array(modelEntry),
});
export type ModelsResponse = z.output<typeof modelsResponse>;

/** Named schemas of /openapi.json, besides the replies. */
export const completionComponents = {
  Model: modelEntry,
  ModelId: model,
  Choice: choice,
  Logprobs: logprobs,
  AssistantMessage: assistantMessage,
  ChunkChoice: chunkChoice,
  Delta: delta,
  Annotation: annotation,
  UrlCitation: urlCitation,
  CompletionUsage: usage,
};
