import type { AnswerSentence } from '@citewell/sdk';
import type { CitableArticle } from '../../../literature/ranking/passage.ts';
import type { UncitedKind } from '../citations/classify-uncited-sentence.ts';
import type { CitationJudgement } from './judge-citations.ts';
import { citedNumbersIn } from './verify-answer-text.ts';

/**
 * Builds the entry of a sent sentence for `include: ["verification"]`. `uncited` is the kind of its words without
 * citation markers; `judgement` is undefined if it cites nothing.
 */
export function verifiedSentence(
  sentence: string,
  uncited: UncitedKind,
  judgement: CitationJudgement | undefined,
  references: readonly CitableArticle[],
): Omit<AnswerSentence, 'repair'> {
  const marks = citedNumbersIn(sentence).flatMap((n) => {
    const pmid = references[n - 1]?.pmid;
    return pmid ? [{ n, pmid, supports: judgement?.supporting.has(pmid) ?? false }] : [];
  });
  return {
    sentence,
    kind: marks.length > 0 ? 'cited' : uncited,
    marks,
    verdict: marks.length > 0 && judgement ? judgement.verdict : null,
    evidence: (judgement?.evidence ?? []).map(({ pmid, span }) => ({ pmid, ...span })),
  };
}
