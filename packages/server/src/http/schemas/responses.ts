import {
  type AnswerEvent,
  type AnswerVerification,
  type AskResponse,
  type AvatarChatResponse,
  type ErrorBody,
  type FullTextReading,
  type ReviewResponse,
  type RunRecord,
  type RunShortfall,
  sourceNames,
  studyDesigns,
  type TrustCard,
} from '@citewell/sdk';
import { z } from 'zod';
import type { OpenAiError } from './error-shape.ts';
import { reference } from './reference.ts';
import { comparison, reviewFigures, reviewSupplements, screening } from './review-supplements.ts';

/** Schemas of replies, for /openapi.json and for tests; replies are not validated when they are sent. */

const integer = z.int().nonnegative();
const sha256 = z.string().meta({ description: 'Hexadecimal' });
const language = z.enum(['zh', 'en']);
const step = z.enum(['synonyms', 'words', 'spelling']);

/** The full text that was read, and a statement of it. */
export const fullTextReading = z.object({
  pmcid: z.string(),
  licence: z.string().nullable(),
  sha256: z.string().meta({ description: 'Of the document that was read, in hexadecimal' }),
  section: z.string().nullable(),
  sentence: z.string().nullable(),
}) satisfies z.ZodType<FullTextReading>;

const trustCard = z.object({
  pmid: z.string(),
  retracted: z.boolean(),
  expression_of_concern: z.boolean(),
  erratum: z.boolean(),
  preprint: z.boolean(),
  notices: z.array(
    z.object({
      kind: z.enum(['retraction', 'concern', 'erratum']),
      pmid: z.string().nullable(),
      citation: z.string(),
    }),
  ),
  design: z.enum(studyDesigns).nullable(),
  design_from: z.enum(['publication_types', 'text']).nullable(),
  evidence_level: z
    .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])
    .nullable()
    .meta({ description: 'By study design alone; 1 is the strongest' }),
  sample_size: z
    .object({ n: integer, text: z.string(), start: integer, end: integer })
    .nullable()
    .meta({ description: 'Verbatim from the abstract' }),
  subjects: z.enum(['human', 'animal', 'human_and_animal', 'in_vitro']).nullable(),
  read: z
    .enum(['abstract', 'title', 'full_text'])
    .meta({ description: 'Part of the article that was read last' }),
  full_text: fullTextReading.exactOptional().meta({
    description:
      'With read: "full_text": which one, and the first statement of it that the text rests on, or null',
  }),
}) satisfies z.ZodType<TrustCard>;

const runShortfall = z.object({
  source: z.string(),
  missing_pmids: z
    .array(z.string())
    .meta({ description: 'PMIDs of records listed but not returned by the source' }),
  withheld: integer.meta({ description: 'Number of records counted but not listed by the source' }),
  failed_searches: z.array(z.string()),
}) satisfies z.ZodType<RunShortfall>;

const runRecord = z.object({
  version: z.literal(1),
  request_id: z.string(),
  service: z.object({ name: z.literal('citewell'), version: z.string() }),
  started_at: z.string(),
  finished_at: z.string(),
  question: z.string(),
  language,
  inputs: z.object({ attachment: z.boolean(), images: integer, history: integer }),
  query: z.object({
    language,
    concepts: z.array(z.string()),
    terms: z.array(z.string()),
    facets: z.array(z.array(z.string())),
    date_from: z.string().nullable(),
    date_to: z.string().nullable(),
    study_types: z.array(z.string()),
    populations: z.array(z.string()),
    pmids: z.array(z.string()),
    dois: z.array(z.string()),
    category_id: z.string().nullable(),
    category_filter: z.string().nullable(),
    include_retracted: z.boolean(),
    max_refs: integer,
    planned: z.boolean(),
  }),
  searches: z.array(
    z.object({
      source: z.enum(sourceNames),
      query: z.string().meta({ description: 'As sent, in the syntax of the source' }),
      total: integer,
      translation: z.string().exactOptional(),
      step: step.exactOptional(),
      at: z.string(),
    }),
  ),
  unavailable: z.array(z.string()),
  not_asked: z.array(z.string()),
  busy: z.array(z.string()),
  shortfalls: z.array(runShortfall),
  counts: z.object({
    found: integer,
    retracted_excluded: integer,
    articles: integer,
    passages: integer,
    cited: integer,
  }),
  evidence: z.array(
    z.object({
      id: z.string(),
      pmid: z.string(),
      text: z.string(),
      label: z.string().exactOptional(),
      chinese: z.string().exactOptional(),
      lacks: z.array(z.string()).exactOptional(),
      context: z.literal(true).exactOptional(),
      full_text: z
        .object({ pmcid: z.string(), section: z.string(), sha256, row: z.literal(true).exactOptional() })
        .exactOptional(),
      start: integer,
      end: integer,
      sha256,
    }),
  ),
  articles: z.array(
    reference.extend({
      publication_types: z.array(z.string()),
      retracted: z.boolean(),
      study: z
        .object({
          kind: z.string().exactOptional(),
          group: z.string().exactOptional(),
          n: integer.exactOptional(),
          studies: integer.exactOptional(),
          is_mixed: z.literal(true).exactOptional(),
          year: z.string().exactOptional(),
        })
        .exactOptional(),
      sha256,
    }),
  ),
  engine: z.string(),
  answer_sha256: sha256,
}) satisfies z.ZodType<RunRecord>;

export const answerVerification = z.object({
  sentences: z.array(
    z.object({
      sentence: z.string().meta({ description: 'Verbatim from the answer' }),
      kind: z.enum(['cited', 'needs_citation', 'connective']),
      marks: z.array(z.object({ n: z.int().positive(), pmid: z.string(), supports: z.boolean() })),
      verdict: z.enum(['supported', 'deviates', 'undetermined']).nullable(),
      evidence: z.array(z.object({ pmid: z.string(), text: z.string(), start: integer, end: integer })),
      read: z.literal('full_text').exactOptional(),
      full_text: z
        .array(fullTextReading.extend({ pmid: z.string() }))
        .exactOptional()
        .meta({
          description: 'Statements of full texts that it rests on, where the abstracts do not decide it',
        }),
      repair: z.enum(['citations_replaced']).nullable(),
    }),
  ),
  omitted: integer.meta({ description: 'Sentences removed because no record supported them' }),
}) satisfies z.ZodType<AnswerVerification>;

export const askResponse = z.object({
  answer: z.string().meta({ description: 'Citations appear inline: [n] refers to references[n - 1].' }),
  references: z.array(reference),
  trust: z
    .array(trustCard)
    .exactOptional()
    .meta({ description: 'With include: ["trust"]; trust[n - 1] is about references[n - 1].' }),
  run: runRecord.exactOptional().meta({ description: 'With include: ["run"].' }),
  verification: answerVerification
    .exactOptional()
    .meta({ description: 'With include: ["verification"]: the check of every sentence.' }),
}) satisfies z.ZodType<AskResponse>;

export const reviewResponse = z.object({
  title: z.string(),
  review: z.string().meta({ description: 'The whole review as Markdown; [n] refers to references[n - 1].' }),
  sections: z
    .array(z.object({ heading: z.string(), text: z.string() }))
    .meta({ description: 'The review split by heading; the text is Markdown.' }),
  references: z.array(reference),
  incomplete: z.string().exactOptional().meta({
    description:
      'Only if the review ended early: the error code of the cause, as in X-Incomplete. The sections present are finished.',
  }),
  trust: z.array(trustCard).exactOptional().meta({ description: 'With include: ["trust"].' }),
  run: runRecord.exactOptional().meta({ description: 'With include: ["run"]: the search log.' }),
  verification: answerVerification
    .exactOptional()
    .meta({ description: 'With include: ["verification"]: the check of every sentence outside tables.' }),
  ...reviewSupplements,
}) satisfies z.ZodType<ReviewResponse>;

export const avatarChatResponse = z.object({
  reply: z.string().meta({ description: '[n] cites references[n - 1]' }),
  references: z.array(reference),
}) satisfies z.ZodType<AvatarChatResponse>;

export const errorBody = z.object({
  error: z.string().meta({ description: 'Description of the problem and what to do, in Chinese or English' }),
  code: z
    .string()
    .meta({ description: 'Machine-readable', examples: ['missing_key', 'quota_exceeded:100/100'] }),
}) satisfies z.ZodType<ErrorBody>;

/** Errors of the paths under /v1/. */
export const openAiErrorBody = z.object({
  error: z.object({
    message: z
      .string()
      .meta({ description: 'Description of the problem and what to do, in Chinese or English' }),
    type: z.string().meta({ examples: ['invalid_request_error', 'insufficient_quota'] }),
    param: z
      .string()
      .nullable()
      .meta({ description: 'The field that is refused', examples: ['messages'] }),
    code: z.string().meta({ description: 'The code that other paths give', examples: ['invalid_key'] }),
  }),
}) satisfies z.ZodType<OpenAiError>;

const toolResultItem = z.object({
  pmid: z.string(),
  title: z.string(),
  journal: z.string(),
  year: z.string(),
  abstract: z.string(),
  retracted: z.literal(true).exactOptional(),
  demonstration: z.literal(true).exactOptional(),
});

const toolSearch = z.object({
  query: z.string().meta({ description: 'As sent, in the syntax of the source' }),
  total: z.number(),
  translation: z.string().exactOptional(),
  not_found: z.array(z.string()).exactOptional(),
});

function event<Name extends AnswerEvent['event'], Data extends z.ZodType>(name: Name, data: Data) {
  return z.object({ event: z.literal(name), data });
}

/** The events of a stream: `event` is the event line, `data` the JSON of the data line. */
export const answerEvent = z.discriminatedUnion('event', [
  event(
    'thinking',
    z.object({
      message: z.string(),
      sources: z.array(reference).exactOptional(),
      elapsed_seconds: z.number().exactOptional(),
      progress: z
        .object({
          sections: z.array(
            z.object({
              heading: z.string(),
              level: z.union([z.literal(2), z.literal(3)]),
              state: z.enum(['writing', 'finished', 'failed']),
            }),
          ),
        })
        .exactOptional(),
    }),
  ),
  event('tool_call', z.object({ tool: z.string(), input: z.record(z.string(), z.unknown()) })),
  event(
    'tool_result',
    z.object({
      tool: z.string(),
      total: z.number(),
      items: z.array(toolResultItem),
      translation: z.string().exactOptional(),
      searches: z.array(toolSearch).exactOptional(),
      step: step.exactOptional(),
      unavailable: z.literal(true).exactOptional(),
      busy: z.literal(true).exactOptional(),
      shortfall: runShortfall.exactOptional(),
      not_asked: z.literal(true).exactOptional(),
    }),
  ),
  event('answer_chunk', z.object({ text: z.string() })),
  event('references', z.object({ refs: z.array(reference) })),
  event('trust', z.object({ cards: z.array(trustCard) })),
  event('run', runRecord),
  event('verification', answerVerification),
  event('comparison', z.object({ rows: comparison })),
  event('figures', reviewFigures),
  event('screening', z.object({ records: screening })),
  event('error', z.object({ message: z.string() })),
  event('done', z.object({})),
]) satisfies z.ZodType<AnswerEvent>;

export const health = z.object({ status: z.string() });

/** Named schemas of /openapi.json. */
export const responseComponents = {
  Reference: reference,
  AskResponse: askResponse,
  AvatarChatResponse: avatarChatResponse,
  ReviewResponse: reviewResponse,
  TrustCard: trustCard,
  RunRecord: runRecord,
  AnswerVerification: answerVerification,
  Error: errorBody,
  OpenAiError: openAiErrorBody,
  Health: health,
};
