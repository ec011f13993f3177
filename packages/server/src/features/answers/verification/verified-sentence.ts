import type { Pmid } from '@citewell/core/records/article.ts';
import type { AnswerSentence, FullTextReading, TrustCard } from '@citewell/sdk';
import type { CitableArticle } from '../../../literature/ranking/passage.ts';
import type { FoundFullText } from '../../../literature/sources/full-text/full-texts.ts';
import type { Statement } from '../../../literature/sources/full-text/statements.ts';
import type { UncitedKind } from '../citations/classify-uncited-sentence.ts';
import type { CitationJudgment } from './judge-citations.ts';
import { citedNumbersIn } from './verify-answer-text.ts';

/**
 * Builds the entry of a sent sentence for `include: ["verification"]`. `uncited` is the kind of its words without
 * citation markers; `judgment` is undefined if it cites nothing.
 */
export function verifiedSentence(
  sentence: string,
  uncited: UncitedKind,
  judgment: CitationJudgment | undefined,
  references: readonly CitableArticle[],
  readings: ReadonlyMap<Pmid, ReadFullText> = new Map(),
): Omit<AnswerSentence, 'repair'> {
  const marks = citedNumbersIn(sentence).flatMap((n) => {
    const pmid = references[n - 1]?.pmid;
    return pmid ? [{ n, pmid, supports: judgment?.supporting.has(pmid) ?? false }] : [];
  });
  const fullText = (judgment?.fullText ?? []).flatMap(({ pmid, statement }) => {
    const reading = readings.get(pmid);
    return reading ? [{ pmid, ...readingOf(reading, statement) }] : [];
  });
  return {
    sentence,
    kind: marks.length > 0 ? 'cited' : uncited,
    marks,
    verdict: marks.length > 0 && judgment ? judgment.verdict : null,
    evidence: (judgment?.evidence ?? []).map(({ pmid, span }) => ({ pmid, ...span })),
    ...(fullText.length > 0 && { read: 'full_text', full_text: fullText }),
  };
}

/** Converts a full-text reading to its wire form, with the statement it refers to. */
function readingOf(
  { pmcid, license, sha256 }: ReadFullText,
  statement: Pick<Statement, 'section' | 'text'> | undefined,
): FullTextReading {
  return {
    ...{ pmcid, license: license || null, sha256 },
    section: statement ? statement.section : null,
    sentence: statement ? statement.text : null,
  };
}

/** Adds to a trust card what was read of a full text; `used` is the first statement of it that supports the text. */
export function withReading(
  card: TrustCard,
  reading: ReadFullText | undefined,
  used: Pick<Statement, 'section' | 'text'> | undefined,
): TrustCard {
  return reading ? { ...card, read: 'full_text', full_text: readingOf(reading, used) } : card;
}

/** Identity of a full text that was read. */
export type ReadFullText = Pick<FoundFullText, 'pmcid' | 'license' | 'sha256'>;
