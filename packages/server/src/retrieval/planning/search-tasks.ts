import { z } from 'zod';
import { fitHistory } from '../../llm/fit-history.ts';
import { jsonOfReply } from '../../llm/json-reply.ts';
import type { Model, ReplyTask } from '../../llm/model.ts';
import { flag, object, oneOf, strictReply, text } from '../../llm/reply-schema.ts';
import { planPrompt } from './plan-prompt.ts';
import { scorePrompt } from './score-prompt.ts';
import { conceptList, readConcepts } from './search-concepts.ts';
import type {
  CandidateSummary,
  PlanInput,
  ScoreInput,
  SearchPlan,
  SecondSearchInput,
} from './search-plan.ts';
import { secondSearchPrompt } from './second-search-prompt.ts';

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

/** Plans a search for a question. */
export const planTask: ReplyTask<PlanInput, SearchPlan> = {
  ...{ kind: 'plan', role: 'planner', maxTokens: planTokens, temperature: 0, maxAttempts: 1, totalMs: 8_000 },
  prompt: (input, { boundary }) => planPrompt({ ...input, history: fitHistory(input.history) }, boundary),
  json: strictReply('search_plan', { question: text, concepts: conceptList }),
  read(reply, { question }) {
    const { data } = planSchema.safeParse(jsonOfReply(reply));
    return data && { question: data.question || question, concepts: data.concepts };
  },
};

/** Plans one further search after seeing the titles found by the first; no plan if they suffice. */
export const secondSearchTask: ReplyTask<SecondSearchInput, { plan: SearchPlan | undefined }> = {
  ...{ kind: 'plan', role: 'planner', maxTokens: planTokens, temperature: 0, maxAttempts: 1, totalMs: 8_000 },
  prompt: (input, { boundary }) =>
    secondSearchPrompt({ ...input, history: fitHistory(input.history) }, boundary),
  json: strictReply('second_search', { enough: flag, concepts: conceptList }),
  read(reply, { question }) {
    const { data } = secondSearchSchema.safeParse(jsonOfReply(reply));
    return data && { plan: data.enough ? undefined : { question, concepts: data.concepts } };
  },
};

/** Scores how well each record answers the question, from 0 (not at all) to 3 (directly). */
export const scoreTask: ReplyTask<ScoreInput, number[]> = {
  // Thirty numbers with a grade each. Like a plan, an order is worth only a moment.
  ...{ kind: 'rank', role: 'reranker', maxTokens: 300, temperature: 0, maxAttempts: 1, totalMs: 8_000 },
  prompt: (input, { boundary }) => scorePrompt(input, boundary),
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

/** Returns the usual hold of a model's requests for one search, in tokens: its plan, a second search and the scores. */
export function searchHold(model: Model, secondSearch = false): number {
  return (
    planTokens + (secondSearch ? usualSecondSearchTokens : 0) + (model.has('reranker') ? usualScoreTokens : 0)
  );
}
