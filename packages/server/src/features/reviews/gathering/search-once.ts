import { toReference } from '@citewell/core/records/article.ts';
import type { AnswerDependencies } from '../../../pipeline/context.ts';
import { thinking } from '../../../pipeline/events.ts';
import type { ReviewWriter } from '../model/review-writer.ts';
import { reviewMessages } from '../writing/review-messages.ts';
import type { Failure } from './attempt-step.ts';
import type { EvidenceBase } from './evidence-base.ts';
import type { ReviewRequest } from './request.ts';
import type { TimedWork } from './run-with-deadline.ts';
import { type SearchedTopic, searchAndScreen } from './search-and-screen.ts';
import type { RunStep } from './stored-steps.ts';

/** Evidence as an earlier build may have stored it, before it kept other records. */
type StoredEvidence = Omit<EvidenceBase, 'others'> & Partial<Pick<EvidenceBase, 'others'>>;

/** Searches and screens, or reuses the evidence of an earlier call with the same idempotency key. */
export async function searchOnce(
  request: ReviewRequest,
  dependencies: AnswerDependencies,
  { context, emit, limit }: TimedWork,
  { steps, writer }: { steps: RunStep; writer: ReviewWriter | undefined },
): Promise<SearchedTopic> {
  const thisYear = new Date(dependencies.clock.now()).getUTCFullYear();
  let failure: Failure | undefined;
  let isNew = false;
  const stored: StoredEvidence = await steps('evidence', writer && dependencies.model?.name, async () => {
    isNew = true;
    const searched = await searchAndScreen(request, { ...dependencies, writer }, context, limit, thisYear);
    failure = searched.failure;
    return searched.base;
  });
  const base = { ...stored, others: stored.others ?? [] };
  if (!isNew) {
    const sources = [...base.articles.values()].map(toReference);
    await emit(thinking(reviewMessages[base.scope.language].continued(base.articles.size), { sources }));
  }
  return { base, failure };
}
