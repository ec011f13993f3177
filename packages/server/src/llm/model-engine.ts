import type { Language } from '@citewell/sdk';
import { z } from 'zod';
import type {
  CandidateSummary,
  Engine,
  PlanInput,
  ScoreInput,
  SearchPlan,
  SecondSearchInput,
  WriteInput,
} from './engine.ts';
import { fitHistory, fitWriteInput, fullTextRoom } from './fit-evidence.ts';
import { jsonOfReply } from './json-reply.ts';
import type { EngineContext, ReplyTask, Task } from './model.ts';
import { answerPrompt } from './prompts/answer.ts';
import { imagePrompt } from './prompts/image.ts';
import type { ImageInput } from './prompts/message.ts';
import { planPrompt } from './prompts/plan.ts';
import { scoreRecordsPrompt } from './prompts/score-records.ts';
import { secondSearchPrompt } from './prompts/second-search.ts';
import { createProviderModel, type ProviderModelOptions } from './provider-model.ts';
import { flag, object, oneOf, strictReply, text } from './reply-schema.ts';
import { conceptList, readConcepts } from './search-concepts.ts';

/*
 * Limits of the tasks. A plan takes 150 tokens, an answer of 350 words (600 Chinese characters) with its markers about
 * 900, a description of 200 words about 300: the limits leave room without letting a model that rambles run up a bill.
 * A plan that exceeds its time limit is too late: the search has begun without it. Half an answer is useful if it says
 * that it was cut; half a plan is not.
 */

const concepts = readConcepts(6).default([]);
const planSchema = z.object({
  question: z.string().trim().max(1_000).default(''),
  concepts,
});
const secondSearchSchema = z.object({ enough: z.boolean(), concepts });
const scoresSchema = z.object({ relevance: z.record(z.string(), z.number().min(0).max(3)) });

export const planTask: ReplyTask<PlanInput, SearchPlan> = {
  ...{ kind: 'plan', role: 'planner', maxTokens: 400, temperature: 0, tries: 1, totalMs: 8_000 },
  prompt: (input, { boundary }) => planPrompt({ ...input, history: fitHistory(input.history) }, boundary),
  json: strictReply('search_plan', { question: text, concepts: conceptList }),
  read(reply, { question }) {
    const { data } = planSchema.safeParse(jsonOfReply(reply));
    return data && { question: data.question || question, concepts: data.concepts };
  },
};

export const secondSearchTask: ReplyTask<SecondSearchInput, { plan: SearchPlan | undefined }> = {
  ...{ kind: 'plan', role: 'planner', maxTokens: 400, temperature: 0, tries: 1, totalMs: 8_000 },
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

const answerTask: Task<WriteInput> = {
  ...{ kind: 'write', role: 'writer', maxTokens: 2_000, minTokens: 500, temperature: 0.2, tries: 2 },
  // Below the 120 s of a call: quotations still fit after a model that reasons until its time is over.
  totalMs: 105_000,
  prompt: (input, { boundary, contextTokens }) => answerPrompt(fitWriteInput(input, contextTokens), boundary),
};

const imageTask: ReplyTask<{ question: string; language: Language; images: ImageInput[] }, string> = {
  ...{ kind: 'vision', role: 'vision', maxTokens: 600, temperature: 0, tries: 2, totalMs: 60_000 },
  prompt: (input, { boundary }) => imagePrompt(input, boundary),
  read: (reply) => reply.trim(),
};

/** Tokens of the tasks of an answer with usual prompts, for computing a hold (`npm run eval -- evidence`). */
const usualTokens = { plan: 400, write: 2_000, prompts: 10_000 };

/**
 * Tokens of a second look with its reply: the titles of a first search, and thirty records for a reranker (`npm run
 * eval -- second-look`).
 */
const usualSecondSearchTokens = 2_000 + 400;
const usualScoreTokens = 8_000 + 300;

/**
 * Creates an engine that works with the models of an LLM provider. `close` ends its connections and a token counter of
 * its own.
 */
export function createModelEngine(options: ProviderModelOptions): Engine & { close(): Promise<void> } {
  const { config } = options;
  const { models, contextTokens } = config;
  const model = createProviderModel(options);
  return {
    name: `${config.provider}/${models.writer}`,
    vision: models.vision !== undefined,
    model,
    answerHold:
      // A small window has no room for a usual prompt.
      Math.min(usualTokens.prompts, contextTokens) +
      usualTokens.plan +
      usualTokens.write +
      (config.secondSearch ? usualSecondSearchTokens : 0) +
      (models.reranker ? usualScoreTokens : 0),
    fullTextHold: fullTextRoom(contextTokens),
    planSearch: (input, context) => model.reply(planTask, input, context),
    ...(config.secondSearch && {
      planSecondSearch: async (input: SecondSearchInput, context: EngineContext) =>
        (await model.reply(secondSearchTask, input, context)).plan,
    }),
    ...(models.reranker && {
      scoreRecords: (input: ScoreInput, context: EngineContext) => model.reply(scoreTask, input, context),
    }),
    writeAnswer: (input, context, take) => model.write(answerTask, input, context, take),
    describeImages: (input, context) => model.reply(imageTask, input, context),
    probe: model.probe,
    structuredOutput: model.structuredOutput,
    close: model.close,
  };
}
