import type { AnswerEvent, AskResponse, ErrorBody } from '@citewell/sdk';
import { z } from 'zod';

/** What replies look like, for /openapi.json and for tests; nothing is validated on its way out. */

export const reference = z.object({
  pmid: z.string().meta({ description: 'PubMed identifier', examples: ['22658127'] }),
  title: z.string(),
  authors: z
    .string()
    .meta({ description: 'The author list as one text', examples: ['Flaherty KT, Robert C'] }),
  journal: z.string(),
  year: z.string().meta({ examples: ['2012'] }),
});

export const askResponse = z.object({
  answer: z.string().meta({ description: 'Citations stand inline: [n] is references[n - 1].' }),
  references: z.array(reference),
}) satisfies z.ZodType<AskResponse>;

export const errorBody = z.object({
  error: z.string().meta({ description: 'What is wrong and what to do, in Chinese or English' }),
  code: z
    .string()
    .meta({ description: 'Machine-readable', examples: ['missing_key', 'quota_exceeded:100/100'] }),
}) satisfies z.ZodType<ErrorBody>;

const toolResultItem = z.object({
  pmid: z.string(),
  title: z.string(),
  journal: z.string(),
  year: z.string(),
  abstract: z.string(),
  retracted: z.literal(true).exactOptional(),
});

function event<Name extends AnswerEvent['event'], Data extends z.ZodType>(name: Name, data: Data) {
  return z.object({ event: z.literal(name), data });
}

/** The events of a stream: `event` is the event line, `data` the JSON of the data line. */
export const answerEvent = z.discriminatedUnion('event', [
  event('thinking', z.object({ message: z.string() })),
  event('tool_call', z.object({ tool: z.string(), input: z.record(z.string(), z.unknown()) })),
  event(
    'tool_result',
    z.object({
      tool: z.string(),
      total: z.number(),
      items: z.array(toolResultItem),
      translation: z.string().exactOptional(),
      unavailable: z.literal(true).exactOptional(),
    }),
  ),
  event('answer_chunk', z.object({ text: z.string() })),
  event('references', z.object({ refs: z.array(reference) })),
  event('error', z.object({ message: z.string() })),
  event('done', z.object({})),
]) satisfies z.ZodType<AnswerEvent>;

export const health = z.object({ status: z.string() });

/** Named schemas of /openapi.json. */
export const responseComponents = {
  Reference: reference,
  AskResponse: askResponse,
  Error: errorBody,
  AnswerEvent: answerEvent,
  Health: health,
};
