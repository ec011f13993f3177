import type { Verdict } from '@citewell/citation-checker/check.ts';
import type { Span } from '@citewell/citation-checker/locate.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { findingDirection } from '../../../literature/ranking/direction.ts';

/** Signs that a finding is uncertain: hedges, intervals that include no effect, P values of .05 and above. */
const uncertain =
  /\b(?:may|might|could|possibl[ey]|perhaps|unclear|uncertain|inconclusive|inconsistent|conflicting|insufficient|not (?:statistically )?significant\w*|non-?significant\w*|trend(?:ed)?|did not reach|crossed (?:1|one|unity))\b|\bP\s*(?:[=>≥]|was|of)\s*0?\.(?:0[5-9]|[1-9])|可能|或许|也许|不确定|尚?不(?:明确|清楚|一致)|(?:差异|相关|影响)?(?:无|未达?到?|不具有?|没有)(?:统计学(?:意义|差异)|显著)|差异不显著|趋势/i;

/**
 * Returns true if a verdict justifies adding a citation that the sentence did not have. Readers see the evidence behind
 * a verdict and can judge it, but they trust a citation: a sentence without an effect or with an uncertain one never
 * justifies it. When in doubt, no citation is added.
 */
export function supportsCitation(
  statement: string,
  { verdict, evidence: [best] }: { verdict: Verdict; evidence: readonly Span[] },
  abstract: string,
): boolean {
  if (verdict !== 'supported' || !best) return false;
  const finding = sentencesAround(best, abstract);
  const isNull = (text: string) => findingDirection(text) === 'unchanged';
  if (isNull(finding) !== isNull(statement)) return false;
  return isNull(statement) || !uncertain.test(finding) || uncertain.test(statement);
}

/** Whole sentences only: a fragment, as a model may copy it, can lack the "not". */
function sentencesAround({ start, end }: Span, abstract: string): string {
  return splitSentences(abstract)
    .filter((sentence) => sentence.start < end && start < sentence.end)
    .map(({ text }) => text)
    .join(' ');
}
