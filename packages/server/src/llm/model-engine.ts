import { z } from 'zod';
import type {
  CandidateSummary,
  Engine,
  PlanInput,
  ScoreInput,
  SearchPlan,
  SecondSearchInput,
} from './engine.ts';
import { fitHistory } from './fit-history.ts';
import { jsonOfReply } from './json-reply.ts';
import type { EngineContext, Model, ReplyTask } from './model.ts';
import { planPrompt } from './prompts/plan.ts';
import { scoreRecordsPrompt } from './prompts/score-records.ts';
import { secondSearchPrompt } from './prompts/second-search.ts';
import { createProviderModel, type ProviderModelOptions } from './provider-model.ts';
import { flag, object, oneOf, strictReply, text } from './reply-schema.ts';
import { conceptList, readConcepts } from './search-concepts.ts';

/*
 * Limits: a plan takes 150 tokens; the limit leaves room without letting a model that rambles run up a bill. A plan that
 * exceeds its time limit is too late: the search has begun without it. Half a plan is useless.
 */

/** Tokens of a plan's reply; its prompt is counted with that of the answer. */
const planTokens = 400;

const concepts = readConcepts(6).default([]);
const planSchema = z.object({
  question: z.string().trim().max(1_000).default(''),
  concepts,
});
const secondSearchSchema = z.object({ enough: z.boolean(), concepts });
const scoresSchema = z.object({ relevance: z.record(z.string(), z.number().min(0).max(3)) });

export const planTask: ReplyTask<PlanInput, SearchPlan> = {
  ...{ kind: 'plan', role: 'planner', maxTokens: planTokens, temperature: 0, tries: 1, totalMs: 8_000 },
  prompt: (input, { boundary }) => planPrompt({ ...input, history: fitHistory(input.history) }, boundary),
  json: strictReply('search_plan', { question: text, concepts: conceptList }),
  read(reply, { question }) {
    const { data } = planSchema.safeParse(jsonOfReply(reply));
    return data && { question: data.question || question, concepts: data.concepts };
  },
};

export const secondSearchTask: ReplyTask<SecondSearchInput, { plan: SearchPlan | undefined }> = {
  ...{ kind: 'plan', role: 'planner', maxTokens: planTokens, temperature: 0, tries: 1, totalMs: 8_000 },
  prompt: (input, { boundary }) =>
    secondSearchPrompt({ ...input, history: fitHistory(input.history) }, boundary),
  json: strictReply('second_search', { enough: flag, concepts: conceptList }),
  read(reply, { question }) {
    const { data } = secondSearchSchema.safeParse(jsonOfReply(reply));
    return data && { plan: data.enough ? undefined : { question, concepts: data.concepts } };
  },
};

export const scoreTask: ReplyTask<ScoreInput, number[]> = {
  // Thirty numbers with a grade each. Like a plan, an order is worth only a moment.
  ...{ kind: 'rank', role: 'reranker', maxTokens: 300, temperature: 0, tries: 1, totalMs: 8_000 },
  prompt: (input, { boundary }) => scoreRecordsPrompt(input, boundary),
  json: {
    name: 'relevance',
    schema: object({ relevance: { type: 'object', additionalProperties: oneOf([1, 2, 3]) } }),
    strict: false,
  },
  read(reply, { records }) {
    const { data } = scoresSchema.safeParse(jsonOfReply(reply));
    return data && records.map((_: CandidateSummary, at) => data.relevance[String(at + 1)] ?? 0);
  },
};

/**
 * Tokens of a second look with its reply: the titles of a first search, and thirty records for a reranker (`npm run
 * eval -- second-look`).
 */
const usualSecondSearchTokens = 2_000 + planTokens;
const usualScoreTokens = 8_000 + 300;

/**
 * Creates an engine that works with the models of an LLM provider. `close` ends its connections and a token counter of
 * its own.
 */
export function createModelEngine(
  options: ProviderModelOptions,
): Engine & { model: Model; close(): Promise<void> } {
  const { config } = options;
  const { models } = config;
  const model = createProviderModel(options);
  return {
    name: `${config.provider}/${models.writer}`,
    vision: models.vision !== undefined,
    model,
    searchHold:
      planTokens +
      (config.secondSearch ? usualSecondSearchTokens : 0) +
      (models.reranker ? usualScoreTokens : 0),
    planSearch: (input, context) => model.reply(planTask, input, context),
    ...(config.secondSearch && {
      planSecondSearch: async (input: SecondSearchInput, context: EngineContext) =>
        (await model.reply(secondSearchTask, input, context)).plan,
    }),
    ...(models.reranker && {
      scoreRecords: (input: ScoreInput, context: EngineContext) => model.reply(scoreTask, input, context),
    }),
    probe: model.probe,
    structuredOutput: model.structuredOutput,
    close: model.close,
  };
}
