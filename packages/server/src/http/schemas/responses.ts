import {
  type AnswerSentence,
  type AnswerVerification,
  type ErrorBody,
  type FullTextReading,
  type RunArticle,
  type RunEvidence,
  type RunRecord,
  type RunSearch,
  type RunShortfall,
  type RunStudy,
  sourceNames,
  type TrustCard,
} from '@citewell/sdk';
import { z } from 'zod';
import { checkVerdict, enumComponents, language, studyDesign } from './enums.ts';
import type { OpenAiError } from './error-shape.ts';
import { bibliographicRecord, cslItem, reference } from './reference.ts';

/** Schemas of replies, for /openapi.json and for tests; replies are not validated when they are sent. */

const integer = z.int().nonnegative();
const sha256 = z.string().meta({ description: 'Hexadecimal' });
export const searchStep = z
  .enum(['synonyms', 'words', 'spelling'])
  .meta({ description: 'Present if too little was found and the search was broadened' });

/** A full text that was read, and a statement from it. */
export const fullTextReading = z.object({
  pmcid: z.string(),
  license: z.string().nullable(),
  sha256: z.string().meta({ description: 'Hash of the document that was read, in hexadecimal' }),
  section: z.string().nullable(),
  sentence: z.string().nullable(),
}) satisfies z.ZodType<FullTextReading>;

const notice = z.object({
  kind: z.enum(['retraction', 'concern', 'erratum']),
  pmid: z.string().nullable(),
  citation: z.string(),
});

const sampleSize = z.object({ n: integer, text: z.string(), start: integer, end: integer });

const designSource = z.enum(['publication_types', 'text']);
const studySubjects = z.enum(['human', 'animal', 'human_and_animal', 'in_vitro']);

const evidenceLevel = z.literal([1, 2, 3, 4, 5]).meta({ type: 'integer' });

export const trustCard = z.object({
  pmid: z.string(),
  retracted: z.boolean(),
  expression_of_concern: z.boolean(),
  erratum: z.boolean(),
  preprint: z.boolean(),
  notices: z.array(notice),
  design: studyDesign.nullable(),
  design_from: designSource.nullable(),
  evidence_level: evidenceLevel.nullable().meta({ description: 'By study design alone; 1 is the strongest' }),
  sample_size: sampleSize.nullable().meta({ description: 'Verbatim from the abstract' }),
  subjects: studySubjects.nullable(),
  read: z
    .enum(['abstract', 'title', 'full_text'])
    .meta({ description: 'The part of the article that was read last' }),
  full_text: fullTextReading.exactOptional().meta({
    description:
      'With read: "full_text": which one, and the first statement of it that the text rests on, or null',
  }),
}) satisfies z.ZodType<TrustCard>;

export const runShortfall = z.object({
  source: z.string(),
  missing_pmids: z
    .array(z.string())
    .meta({ description: 'PMIDs of records listed but not returned by the source' }),
  withheld: integer.meta({ description: 'Number of records counted but not listed by the source' }),
  failed_searches: z.array(z.string()),
}) satisfies z.ZodType<RunShortfall>;

const runService = z.object({ name: z.literal('citewell'), version: z.string() });

const runInputs = z.object({ attachment: z.boolean(), images: integer, history: integer });

const spellingCorrection = z.object({ typed: z.string(), meant: z.string() });

const runQuery = z.object({
  language,
  concepts: z.array(z.string()),
  terms: z.array(z.string()),
  facets: z.array(z.array(z.string())),
  date_from: z.string().nullable(),
  date_to: z.string().nullable(),
  study_types: z.array(z.string()),
  populations: z.array(z.string()),
  corrections: z.array(spellingCorrection).exactOptional(),
  pmids: z.array(z.string()),
  dois: z.array(z.string()),
  category_id: z.string().nullable(),
  category_filter: z.string().nullable(),
  include_retracted: z.boolean(),
  max_refs: integer,
  planned: z.boolean(),
});

const runSearch = z.object({
  source: z.enum(sourceNames),
  query: z.string().meta({ description: 'As sent, in the syntax of the source' }),
  total: integer,
  translation: z.string().exactOptional(),
  step: searchStep.exactOptional(),
  at: z.string(),
}) satisfies z.ZodType<RunSearch>;

const runCounts = z.object({
  found: integer,
  retracted_excluded: integer,
  articles: integer,
  passages: integer,
  cited: integer,
});

const fullTextPlace = z.object({
  pmcid: z.string(),
  section: z.string(),
  sha256,
  row: z.literal(true).exactOptional(),
});

const runEvidence = z.object({
  id: z.string(),
  pmid: z.string(),
  text: z.string(),
  label: z.string().exactOptional(),
  chinese: z.string().exactOptional(),
  lacks: z.array(z.string()).exactOptional(),
  unmentioned: z.array(z.string()).exactOptional(),
  context: z.literal(true).exactOptional(),
  full_text: fullTextPlace.exactOptional(),
  start: integer,
  end: integer,
  sha256,
}) satisfies z.ZodType<RunEvidence>;

const runStudy = z.object({
  kind: z.string().exactOptional(),
  group: z.string().exactOptional(),
  n: integer.exactOptional(),
  studies: integer.exactOptional(),
  is_mixed: z.literal(true).exactOptional(),
  year: z.string().exactOptional(),
}) satisfies z.ZodType<RunStudy>;

const runArticle = reference.extend({
  publication_types: z.array(z.string()),
  retracted: z.boolean(),
  study: runStudy.exactOptional(),
  sha256,
}) satisfies z.ZodType<RunArticle>;

export const runRecord = z.object({
  version: z.literal(1),
  request_id: z.string(),
  service: runService,
  started_at: z.string(),
  finished_at: z.string(),
  question: z.string(),
  language,
  inputs: runInputs,
  query: runQuery,
  searches: z.array(runSearch),
  unavailable: z.array(z.string()),
  not_asked: z.array(z.string()),
  busy: z.array(z.string()),
  shortfalls: z.array(runShortfall),
  counts: runCounts,
  evidence: z.array(runEvidence),
  articles: z.array(runArticle),
  engine: z.string(),
  answer_sha256: sha256,
}) satisfies z.ZodType<RunRecord>;

const sentenceCitation = z.object({ n: z.int().positive(), pmid: z.string(), supports: z.boolean() });

const sentenceEvidence = z.object({ pmid: z.string(), text: z.string(), start: integer, end: integer });

const sentenceRepair = z.enum(['citations_replaced']);

const sentenceFullText = fullTextReading.extend({ pmid: z.string() });

const answerSentence = z.object({
  sentence: z.string().meta({ description: 'Verbatim from the answer' }),
  kind: z.enum(['cited', 'needs_citation', 'connective']),
  marks: z.array(sentenceCitation),
  verdict: checkVerdict.nullable(),
  evidence: z.array(sentenceEvidence),
  read: z.literal('full_text').exactOptional(),
  full_text: z
    .array(sentenceFullText)
    .exactOptional()
    .meta({ description: 'Full-text statements that it relies on, if the abstracts do not decide it' }),
  repair: sentenceRepair.nullable(),
}) satisfies z.ZodType<AnswerSentence>;

export const answerVerification = z.object({
  sentences: z.array(answerSentence),
  omitted: integer.meta({ description: 'Sentences removed because no record supported them' }),
}) satisfies z.ZodType<AnswerVerification>;

export const bibliography = z.array(bibliographicRecord).meta({
  description: 'With include: ["bibliography"]: the full records of the references, in order.',
});

export const errorBody = z.object({
  error: z.string().meta({ description: 'Description of the problem and what to do, in Chinese or English' }),
  code: z
    .string()
    .meta({ description: 'Machine-readable', examples: ['missing_key', 'quota_exceeded:100/100'] }),
}) satisfies z.ZodType<ErrorBody>;

const openAiErrorDetails = z.object({
  message: z
    .string()
    .meta({ description: 'Description of the problem and what to do, in Chinese or English' }),
  type: z.string().meta({ examples: ['invalid_request_error', 'insufficient_quota'] }),
  param: z
    .string()
    .nullable()
    .meta({ description: 'The field that was rejected', examples: ['messages'] }),
  code: z.string().meta({ description: 'The error code, as on other paths', examples: ['invalid_key'] }),
});

/** Errors of the paths under /v1/. */
export const openAiErrorBody = z.object({ error: openAiErrorDetails }) satisfies z.ZodType<OpenAiError>;

export const health = z.object({ status: z.string() });

/** Named schemas of /openapi.json. */
export const responseComponents = {
  Reference: reference,
  BibliographicRecord: bibliographicRecord,
  CslItem: cslItem,
  FullTextReading: fullTextReading,
  SentenceFullText: sentenceFullText,
  FullTextPlace: fullTextPlace,
  TrustCard: trustCard,
  TrustNotice: notice,
  SampleSize: sampleSize,
  DesignSource: designSource,
  StudySubjects: studySubjects,
  EvidenceLevel: evidenceLevel,
  SearchStep: searchStep,
  RunRecord: runRecord,
  RunService: runService,
  RunInputs: runInputs,
  RunQuery: runQuery,
  SpellingCorrection: spellingCorrection,
  RunSearch: runSearch,
  RunShortfall: runShortfall,
  RunCounts: runCounts,
  RunEvidence: runEvidence,
  RunStudy: runStudy,
  RunArticle: runArticle,
  AnswerVerification: answerVerification,
  AnswerSentence: answerSentence,
  SentenceRepair: sentenceRepair,
  SentenceCitation: sentenceCitation,
  SentenceEvidence: sentenceEvidence,
  Error: errorBody,
  OpenAiError: openAiErrorBody,
  OpenAiErrorDetails: openAiErrorDetails,
  Health: health,
  ...enumComponents,
};
