import type {
  AnswerEvent,
  FinishedSection,
  SectionProgress,
  Thinking,
  ToolResult,
  ToolResultItem,
  ToolSearch,
} from '@citewell/sdk';
import { z } from 'zod';
import { bibliographicRecord, reference } from './reference.ts';
import { answerVerification, runRecord, runShortfall, searchStep, trustCard } from './responses.ts';
import { comparison, reviewFigures, screening } from './review-supplements.ts';

/** Schemas of the events of a stream. */

const count = z.int().nonnegative();

const toolResultItem = z.object({
  pmid: z.string(),
  title: z.string(),
  journal: z.string(),
  year: z.string(),
  abstract: z.string(),
  retracted: z.literal(true).exactOptional(),
  demonstration: z.literal(true).exactOptional(),
}) satisfies z.ZodType<ToolResultItem>;

const toolSearch = z.object({
  query: z.string().meta({ description: 'As sent, in the syntax of the source' }),
  total: count,
  translation: z.string().exactOptional(),
  not_found: z.array(z.string()).exactOptional(),
}) satisfies z.ZodType<ToolSearch>;

const toolResult = z.object({
  tool: z.string(),
  total: count,
  items: z.array(toolResultItem),
  translation: z.string().exactOptional(),
  searches: z.array(toolSearch).exactOptional(),
  step: searchStep.exactOptional(),
  unavailable: z.literal(true).exactOptional(),
  busy: z.literal(true).exactOptional(),
  shortfall: runShortfall.exactOptional(),
  not_asked: z.literal(true).exactOptional(),
}) satisfies z.ZodType<ToolResult>;

const sectionProgress = z.object({
  heading: z.string(),
  level: z.literal([2, 3]).meta({ type: 'integer' }),
  state: z.enum(['writing', 'finished', 'failed']),
}) satisfies z.ZodType<SectionProgress>;

const writingProgress = z.object({ sections: z.array(sectionProgress) });

const finishedSection = z.object({
  heading: z.string(),
  text: z.string(),
}) satisfies z.ZodType<FinishedSection>;

const thinking = z.object({
  message: z.string(),
  sources: z.array(reference).exactOptional(),
  elapsed_seconds: z.number().exactOptional(),
  progress: writingProgress.exactOptional(),
  finished: z.array(finishedSection).exactOptional(),
}) satisfies z.ZodType<Thinking>;

function event<Name extends AnswerEvent['event'], Data extends z.ZodType>(name: Name, data: Data) {
  return z.object({ event: z.literal(name), data });
}

/** The events of a stream: `event` is the event line, `data` the JSON of the data line. */
export const answerEvent = z.discriminatedUnion('event', [
  event('thinking', thinking),
  event('tool_call', z.object({ tool: z.string(), input: z.record(z.string(), z.unknown()) })),
  event('tool_result', toolResult),
  event('answer_chunk', z.object({ text: z.string() })),
  event('references', z.object({ refs: z.array(reference) })),
  event('trust', z.object({ cards: z.array(trustCard) })),
  event('run', runRecord),
  event('verification', answerVerification),
  event('bibliography', z.object({ records: z.array(bibliographicRecord) })),
  event('comparison', z.object({ rows: comparison })),
  event('figures', reviewFigures),
  event('screening', z.object({ records: screening })),
  event('error', z.object({ message: z.string() })),
  event('done', z.object({})),
]) satisfies z.ZodType<AnswerEvent>;

/** Named schemas of /openapi.json. */
export const eventComponents = {
  ToolResultItem: toolResultItem,
  ToolSearch: toolSearch,
  WritingProgress: writingProgress,
  SectionProgress: sectionProgress,
  FinishedSection: finishedSection,
};
