import { z } from 'zod';
import type { Call } from './call.ts';
import { type EngineContext, EngineError } from './engine.ts';
import { fitEvidence, fitSection, fitStudies } from './fit-review.ts';
import { jsonOfReply } from './json-reply.ts';
import type { ChatMessage } from './prompts/message.ts';
import { type ReplySchema, replySchemas } from './prompts/reply-schemas.ts';
import {
  reviewOutlinePrompt,
  reviewScopePrompt,
  reviewSectionPrompt,
  reviewStudiesPrompt,
} from './prompts/review.ts';
import { questionTypes, type ReviewWriter, type SectionName } from './review-writer-port.ts';

/**
 * Limits: a scope takes some 300 tokens, an outline 600, ten rows of a table 500, a theme of 300 words with its markers
 * 700. A reply that is used whole or not at all is requested twice.
 */
const roles = {
  scope: { maxTokens: 900, temperature: 0, tries: 2, totalMs: 40_000 },
  outline: { maxTokens: 1_800, temperature: 0, tries: 2, totalMs: 90_000 },
  studies: { maxTokens: 1_500, temperature: 0, tries: 2, totalMs: 90_000 },
  section: { maxTokens: 1_200, temperature: 0.2, tries: 2, totalMs: 120_000 },
} as const;

/** Tokens needed to begin a review: its scope, its outline over thirty papers, and its first sections. */
const holdTokens = 25_000;

type ReviewCall = Pick<Call, 'kind' | 'tries'> & {
  model: string;
  messages: ChatMessage[];
  json?: ReplySchema;
  maxTokens: number;
  temperature: number;
  totalMs: number;
};

export type ReviewModel = {
  models: { planner: string; writer: string };
  /** Tokens of the writer's context window: evidence that does not fit is omitted. */
  contextTokens: number;
  boundary: () => string;
  /** Collects the whole text of a reply. */
  reply(call: ReviewCall, context: EngineContext): Promise<string>;
};

const text = (max: number) => z.string().trim().max(max).catch('');
const concept = z.object({
  term: z.string().trim().min(1).max(100),
  zh: z.string().trim().max(40).optional().catch(undefined),
  synonyms: z.array(z.string().trim().min(1).max(100)).catch([]),
});
const conceptsMax = 4;
const concepts = z.array(concept).transform((list) =>
  list
    .filter(({ term }) => inEnglish(term))
    .slice(0, conceptsMax)
    .map(({ term, zh, synonyms }) => ({
      term,
      ...(zh && !inEnglish(zh) && { zh }),
      synonyms: synonyms.filter(inEnglish).slice(0, 6),
    })),
);
const questionsMax = 4;
const scopeSchema = z.object({
  type: z.enum(questionTypes).catch('other'),
  ...{ population: text(200), intervention: text(200), comparison: text(200), outcome: text(200) },
  broad: z.boolean().catch(false),
  concepts: concepts.catch([]),
  questions: z
    .array(z.object({ question: z.string().trim().min(1).max(300), concepts: concepts.catch([]) }))
    .catch([])
    .transform((list) => list.slice(0, questionsMax)),
});
const outlineSchema = z.object({
  title: text(300),
  themes: z
    .array(
      z.object({ heading: z.string().trim().min(1).max(200), ids: z.array(z.string().max(10)).max(200) }),
    )
    .min(1),
});
const studiesSchema = z.object({
  studies: z.array(
    z.object({
      pmid: z.string().max(12),
      population: text(160),
      intervention: text(160),
      outcome: text(160),
    }),
  ),
});

/** Writes reviews with a model: builds prompts and parses replies strictly. */
export function createReviewWriter({ models, contextTokens, boundary, reply }: ReviewModel): ReviewWriter {
  const roomOf = (role: keyof typeof roles) => ({ contextTokens, maxTokens: roles[role].maxTokens });

  async function json<Schema extends z.ZodType>(
    schema: Schema,
    role: 'scope' | 'outline' | 'studies',
    messages: ChatMessage[],
    context: EngineContext,
  ): Promise<z.output<Schema>> {
    const model = role === 'outline' ? models.writer : models.planner;
    const json = replySchemas[role];
    const got = await reply({ kind: 'plan', model, messages, json, ...roles[role] }, context);
    const { data } = schema.safeParse(jsonOfReply(got));
    if (data === undefined) throw new EngineError('bad_json');
    return data;
  }

  return {
    hold: holdTokens,
    scope: (input, context) => json(scopeSchema, 'scope', reviewScopePrompt(input, boundary()), context),
    outline(input, context) {
      const frame = reviewOutlinePrompt({ ...input, passages: [] }, boundary());
      const fitted = fitEvidence(input, roomOf('outline'), frame);
      return json(outlineSchema, 'outline', reviewOutlinePrompt(fitted, boundary()), context);
    },
    async studies(input, context) {
      const frame = reviewStudiesPrompt({ ...input, studies: [] }, boundary());
      const fitted = fitStudies(input, roomOf('studies'), frame);
      return (await json(studiesSchema, 'studies', reviewStudiesPrompt(fitted, boundary()), context)).studies;
    },
    section(input, context) {
      const frame = reviewSectionPrompt({ ...input, passages: [], findings: '' }, boundary());
      const messages = reviewSectionPrompt(fitSection(input, roomOf('section'), frame), boundary());
      const asJson: SectionName = 'frame';
      const isJson = input.section === asJson;
      return reply(
        {
          kind: 'write',
          model: models.writer,
          messages,
          ...(isJson && { json: replySchemas.frame }),
          ...roles.section,
        },
        context,
      );
    },
  };
}

function inEnglish(term: string): boolean {
  return !/\p{Script=Han}/u.test(term);
}
