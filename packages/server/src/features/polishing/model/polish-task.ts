import { tokenUpperBound } from '@citewell/core/text/token-estimate.ts';
import type { ReplyTask } from '../../../llm/model.ts';
import { type PolishInput, polishPrompt } from './polish-prompt.ts';

/** Maximum length of a polished text relative to the original, beyond which it is a different text. */
const polishGrowth = 1.3;

export const polishTask: ReplyTask<PolishInput, string> = {
  ...{ kind: 'polish', role: 'writer', temperature: 0.2, maxAttempts: 2, totalMs: 60_000 },
  maxTokens: ({ text }) => Math.ceil(tokenUpperBound(text) * polishGrowth) + 200,
  prompt: (input, { boundary }) => polishPrompt(input, boundary),
  read: (reply) => reply,
  // Half a segment would look like one whose end was left out.
  mustBeComplete: true,
};

/** Hold for the first segments of a text, in tokens: instructions and a segment of usual length, and its reply. */
export const polishHold = 3_000 + 3_000;
