import { countingMeter } from '../../packages/server/src/accounting/meter.ts';
import { inlineWork } from '../../packages/server/src/app/language-tasks/inline-work.ts';
import { checkSentence } from '../../packages/server/src/features/citation-checks/check-sentence.ts';
import type { Model } from '../../packages/server/src/llm/model.ts';
import type { CheckedClaim, JudgedClaim } from './judged-claim.ts';

/** Prepares the verifier for the next claim; called before each check. */
export type BeforeCheck = (claim: JudgedClaim) => void;

/**
 * Checks claims as the service does, one after another; without a model by rules alone. A check that throws, such as one
 * whose verifier gave no usable reply, counts as `failed`: it gives no verdict.
 */
export async function runChecks(
  claims: readonly JudgedClaim[],
  { model, before }: { model?: Model; before?: BeforeCheck } = {},
): Promise<CheckedClaim[]> {
  const { signal } = new AbortController();
  const dependencies = { ...(model && { model }), log: () => {} };
  const checked: CheckedClaim[] = [];
  for (const claim of claims) {
    const { sentence, article } = claim;
    before?.(claim);
    const context = { requestId: 'eval', signal, meter: countingMeter(), work: inlineWork };
    const started = performance.now();
    try {
      const { verdict, suggestion } = await checkSentence({ sentence, article }, dependencies, context);
      checked.push({
        claim,
        check: { verdict, suggestion, ms: performance.now() - started },
      });
    } catch (error) {
      if (!model) throw error;
      const ms = performance.now() - started;
      checked.push({ claim, check: { verdict: 'failed', suggestion: undefined, ms } });
    }
  }
  return checked;
}
