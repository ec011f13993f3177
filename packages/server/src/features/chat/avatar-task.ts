import { fitHistory } from '../../llm/fit-history.ts';
import type { Task } from '../../llm/model.ts';
import { avatarPrompt, type ChatInput } from './avatar-prompt.ts';

export const avatarTask: Task<ChatInput> = {
  ...{ kind: 'chat', role: 'writer', maxTokens: 500, temperature: 0.3, maxAttempts: 2, totalMs: 60_000 },
  prompt: (input, { boundary }) => avatarPrompt({ ...input, history: fitHistory(input.history) }, boundary),
};

/** Hold of a reply, in tokens: a persona's instructions with a few sentences of evidence, and the reply. */
export const avatarHold = 1_500 + 500;
