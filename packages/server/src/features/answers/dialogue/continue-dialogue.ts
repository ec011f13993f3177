import type { Language } from '@citewell/sdk';
import type { AnswerDependencies, AnswerRequest, PipelineContext } from '../../../pipeline/context.ts';
import { type Evidence, gatherEvidence } from '../../../retrieval/gather-evidence.ts';
import { startPlan } from '../../../retrieval/start-plan.ts';
import type { FollowUp } from './follow-up.ts';

/**
 * Chooses what answers a follow-up: of the records found on the dialogue together with this message, or, if they do not cover it, of the
 * records on the question before. These may report the outcome in words that no search for it finds.
 */
export async function continueDialogue(
  request: AnswerRequest,
  evidence: Evidence,
  language: Language,
  dependencies: AnswerDependencies,
  context: PipelineContext,
): Promise<{ evidence: Evidence; followed: FollowUp }> {
  const { question, history } = request;
  const follow = ({ passages, checkable }: Evidence, isOfStudy: boolean) =>
    context.work('followUp', { question, history, passages, checkable, isOfStudy }, context.signal);
  const followed = await follow(evidence, false);
  const isAnswered =
    evidence.verdict.kind === 'together' && followed.kind === 'passages' && followed.passages.length > 0;
  const { study } = evidence.query;
  if (isAnswered || study === undefined) return { evidence, followed };
  const before = await evidenceOn(study, request, language, dependencies, context);
  if (before.verdict.kind !== 'together') return { evidence, followed };
  const ofStudy = await follow(before, true);
  return ofStudy.kind === 'passages' && ofStudy.passages.length > 0
    ? { evidence: { ...before, query: evidence.query }, followed: ofStudy }
    : { evidence, followed };
}

/** Gathers the evidence for an earlier question of a dialogue. */
async function evidenceOn(
  question: string,
  request: AnswerRequest,
  language: Language,
  dependencies: AnswerDependencies,
  context: PipelineContext,
): Promise<Evidence> {
  const earlier = { ...request, question, history: [] };
  const plan = startPlan(earlier, language, dependencies, context);
  try {
    return await gatherEvidence(
      earlier,
      { language, plan, imageDescription: undefined },
      dependencies,
      context,
    );
  } finally {
    await plan.cancel();
  }
}
