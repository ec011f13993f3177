import { deviationKinds } from '@citewell/citation-checker/finding.ts';
import type { ReplyTask } from '../../../llm/model.ts';
import { list, object, oneOf, strictReply, text } from '../../../llm/reply-schema.ts';
import { checkPrompt } from './check-prompt.ts';
import { readVerification } from './read-verification.ts';
import { claimParts, type Verification, type VerifyInput } from './verification.ts';

export const verifyTask: ReplyTask<VerifyInput, Verification> = {
  // Nine parts with a quotation each.
  ...{ kind: 'verify', role: 'verifier', maxTokens: 900, temperature: 0, maxAttempts: 2, totalMs: 30_000 },
  prompt: (input, { boundary, again }) => checkPrompt(input, boundary, again),
  json: strictReply('verification', {
    evidence: text,
    parts: list(
      object({
        part: oneOf(claimParts),
        claim: text,
        quote: text,
        relation: oneOf(['same', 'different', 'absent']),
      }),
    ),
    score: oneOf([-2, -1, 0, 1, 2]),
    deviation: oneOf(['none', ...deviationKinds]),
    explanation: text,
    suggestion: text,
  }),
  read: readVerification,
  maxReplies: 2,
};

/** Usual hold of a check, in tokens: instructions with a sentence and an abstract of usual length, and the reply. */
export const verifyHold = 1_800 + 900;
