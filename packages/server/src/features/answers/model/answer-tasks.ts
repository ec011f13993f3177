import type { Language } from '@citewell/sdk';
import type { Model, ReplyTask, Task } from '../../../llm/model.ts';
import type { ImageInput } from '../../../llm/prompts/message.ts';
import { answerPrompt, type WriteInput } from './answer-prompt.ts';
import { fitWriteInput, fullTextRoom } from './fit-write-input.ts';
import { imagePrompt } from './image-prompt.ts';

/*
 * Limits: an answer of 350 words (600 Chinese characters) with its markers takes about 900 tokens, a description of 200
 * words about 300.
 */

const answerTokens = 2_000;

export const answerTask: Task<WriteInput> = {
  ...{
    kind: 'write',
    role: 'writer',
    maxTokens: answerTokens,
    minTokens: 500,
    temperature: 0.2,
    maxAttempts: 2,
  },
  // Below the 120 s of a call: quotations still fit after a model that reasons until its time is over.
  totalMs: 105_000,
  prompt: (input, { boundary, contextTokens }) => answerPrompt(fitWriteInput(input, contextTokens), boundary),
};

export const imageTask: ReplyTask<{ question: string; language: Language; images: ImageInput[] }, string> = {
  ...{ kind: 'vision', role: 'vision', maxTokens: 600, temperature: 0, maxAttempts: 2, totalMs: 60_000 },
  prompt: (input, { boundary }) => imagePrompt(input, boundary),
  read: (reply) => reply.trim(),
};

/** Tokens of instructions, whole abstracts and a planner's prompt (`npm run eval -- evidence`). */
const usualPromptTokens = 10_000;

/** Returns the usual hold of an answer in tokens, without the requests for its search. */
export function writeHold({ contextTokens }: Model, readsFullTexts: boolean): number {
  // A small window has no room for a usual prompt.
  const prompts = Math.min(usualPromptTokens, contextTokens);
  return prompts + answerTokens + (readsFullTexts ? fullTextRoom(contextTokens) : 0);
}
