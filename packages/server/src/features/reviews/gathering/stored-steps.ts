import { hash } from 'node:crypto';
import type { StoredResults } from '../../../accounting/idempotency/stored-results.ts';
import { requestHash } from '../../../http/guards/idempotency.ts';
import type { AnswerRequest } from '../../../pipeline/context.ts';
import { describeError, type Log } from '../../../platform/log.ts';
import type { ReviewRequest } from './request.ts';

/**
 * Runs a step of a review or discussion, or returns its stored result from an earlier call with the same idempotency
 * key.
 */
export type RunStep = <Result>(step: string, input: unknown, work: () => Promise<Result>) => Promise<Result>;

/**
 * SHA-256 of everything that determines the evidence of a review: its request without `include` and the section to
 * rewrite.
 */
export function evidenceHash(request: ReviewRequest): Uint8Array {
  const { question, language, years, maxReferences, category, excludedPmids, fullText = true } = request;
  return requestHash('review', {
    ...{ question, language, years, maxReferences, fullText },
    category: category?.id,
    excludedPmids: excludedPmids && [...excludedPmids].sort(),
  });
}

/** SHA-256 of everything that determines a discussion: evidence and findings, its request without `include`. */
export function discussionHash({
  include: _,
  category,
  excludedPmids,
  ...request
}: AnswerRequest): Uint8Array {
  return requestHash('discussion', {
    ...request,
    category: category?.id,
    excludedPmids: excludedPmids && [...excludedPmids].sort(),
  });
}

/** Stores the results of steps as they finish. A failing store is logged and does not affect the review. */
export function storedSteps(
  results: StoredResults | undefined,
  { log, requestId }: { log: Log; requestId: string },
): RunStep {
  if (!results) return (_step, _input, work) => work();
  const orNote = <Result>(work: Promise<Result>) =>
    work.catch((error: unknown) => {
      log('warn', 'result_not_stored', { requestId, ...describeError(error) });
      return undefined;
    });
  return async <Result>(step: string, input: unknown, work: () => Promise<Result>) => {
    const name = `${step}\n${hash('sha256', JSON.stringify(input) ?? '')}`;
    const found = await orNote(results.read<{ result: Result }>(name));
    if (found) return found.result;
    const result = await work();
    await orNote(results.store(name, { result }));
    return result;
  };
}
