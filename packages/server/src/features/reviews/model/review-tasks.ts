import type { Language } from '@citewell/sdk';
import { z } from 'zod';
import { jsonOfReply } from '../../../llm/json-reply.ts';
import type { ReplyTask } from '../../../llm/model.ts';
import { flag, list, object, oneOf, strictReply, text } from '../../../llm/reply-schema.ts';
import { conceptList, readConcepts } from '../../../retrieval/planning/search-concepts.ts';
import { fitEvidence, fitSection, fitStudies } from './fit-review.ts';
import {
  reviewOutlinePrompt,
  reviewScopePrompt,
  reviewSectionPrompt,
  reviewStudiesPrompt,
} from './review-prompts.ts';
import {
  type EvidenceInput,
  questionTypes,
  type ReviewOutline,
  type SectionInput,
  type StudiesInput,
  type StudyRow,
  type TopicReading,
} from './review-writer.ts';

const shortText = (max: number) => z.string().trim().max(max).catch('');
const concepts = readConcepts(4).catch([]);
const questionsMax = 4;
const scopeSchema = z.object({
  type: z.enum(questionTypes).catch('other'),
  population: shortText(200),
  intervention: shortText(200),
  comparison: shortText(200),
  outcome: shortText(200),
  broad: z.boolean().catch(false),
  concepts,
  questions: z
    .array(z.object({ question: z.string().trim().min(1).max(300), concepts }))
    .catch([])
    .transform((list) => list.slice(0, questionsMax)),
});
const outlineSchema = z.object({
  title: shortText(300),
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
      population: shortText(160),
      intervention: shortText(160),
      outcome: shortText(160),
    }),
  ),
});

/*
 * Limits: a scope takes some 300 tokens, an outline 600, ten rows of a table 500, a theme of 300 words with its markers
 * 700. A request that fails for a reply that is used whole or not at all is sent once more.
 */

export const scopeTask: ReplyTask<{ topic: string; language: Language }, TopicReading> = {
  ...{ kind: 'plan', role: 'planner', maxTokens: 900, temperature: 0, maxAttempts: 2, totalMs: 40_000 },
  prompt: (input, { boundary }) => reviewScopePrompt(input, boundary),
  json: strictReply('review_scope', {
    type: oneOf(questionTypes),
    ...{ population: text, intervention: text, comparison: text, outcome: text },
    broad: flag,
    concepts: conceptList,
    questions: list(object({ question: text, concepts: list(object({ term: text, synonyms: list(text) })) })),
  }),
  read: (reply) => scopeSchema.safeParse(jsonOfReply(reply)).data,
};

export const outlineTask: ReplyTask<EvidenceInput, ReviewOutline> = {
  ...{ kind: 'plan', role: 'writer', maxTokens: 1_800, temperature: 0, maxAttempts: 2, totalMs: 90_000 },
  prompt(input, setting) {
    const empty = reviewOutlinePrompt({ ...input, passages: [] }, setting.boundary);
    return reviewOutlinePrompt(fitEvidence(input, setting, empty), setting.boundary);
  },
  json: strictReply('review_outline', {
    title: text,
    themes: list(object({ heading: text, ids: list(text) })),
  }),
  read: (reply) => outlineSchema.safeParse(jsonOfReply(reply)).data,
};

export const studiesTask: ReplyTask<StudiesInput, StudyRow[]> = {
  ...{ kind: 'plan', role: 'planner', maxTokens: 1_500, temperature: 0, maxAttempts: 2, totalMs: 90_000 },
  prompt(input, setting) {
    const empty = reviewStudiesPrompt({ ...input, studies: [] }, setting.boundary);
    return reviewStudiesPrompt(fitStudies(input, setting, empty), setting.boundary);
  },
  json: strictReply('review_studies', {
    studies: list(object({ pmid: text, population: text, intervention: text, outcome: text })),
  }),
  read: (reply) => studiesSchema.safeParse(jsonOfReply(reply)).data?.studies,
};

export const sectionTask: ReplyTask<SectionInput, string> = {
  ...{ kind: 'write', role: 'writer', maxTokens: 1_200, temperature: 0.2, maxAttempts: 2, totalMs: 120_000 },
  prompt(input, setting) {
    const empty = reviewSectionPrompt({ ...input, passages: [], findings: '' }, setting.boundary);
    return reviewSectionPrompt(fitSection(input, setting, empty), setting.boundary);
  },
  read: (reply) => reply,
};

/** The frame of a review is the one section that is no text but an object. */
export const frameTask: ReplyTask<SectionInput, string> = {
  ...sectionTask,
  json: strictReply('review_frame', {
    ...{ background: text, results: text, conclusion: text },
    transitions: list(text),
  }),
};
