import { joined } from '@citewell/citation-checker/explain.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { toBibliographicRecord } from '@citewell/core/records/bibliographic-record.ts';
import type { CitationCheckResponse, Language, Verification } from '@citewell/sdk';
import { unlessTooLong } from '../../language-work/task-timeout.ts';
import { identityText, type OriginalText } from '../../platform/text/original-text.ts';
import { toCheckedArticle } from '../../retrieval/checked-article.ts';
import type { SentenceCheck } from './check-by-rules.ts';
import { type CheckContext, type CheckDependencies, checkSentence } from './check-sentence.ts';
import { type FindArticle, findArticle, findInLibrary } from './find-article.ts';
import { type FullTextDependencies, lookUpFullText } from './look-up-full-text.ts';
import type { Verifiers } from './verifier/verifier.ts';

/** A validated request. */
export type CitationCheck = {
  sentence: string;
  pmid: Pmid;
  /** Abstract that the caller sent; undefined if it is to be looked up. */
  abstract: OriginalText | undefined;
  /** Permits reading full texts; otherwise only abstracts are read. */
  fullText: boolean;
  /** Indicates that the reply includes how the verdict was reached. */
  verification: boolean;
  /** Indicates that the reply includes the record of the cited article. */
  bibliography?: boolean;
};

/**
 * Checks a citation: finds the abstract, unless the request contains it, then checks the sentence against it. With an
 * abstract, no request leaves the service for a look-up; the library's record, if there is one, tells whether it is a
 * review.
 */
export async function checkCitation(
  request: CitationCheck,
  dependencies: FindArticle & Verifiers,
  context: CheckContext,
): Promise<CitationCheckResponse> {
  const { pmid } = request;
  const article =
    request.abstract === undefined
      ? await findArticle(pmid, dependencies, context)
      : await findInLibrary(pmid, dependencies, context);
  return checkAgainst(request, article, dependencies, context);
}

/** Checks a citation whose record is known; without a record the request contains the abstract. */
export async function checkAgainst(
  request: CitationCheck,
  article: Article | undefined,
  dependencies: CheckDependencies & FullTextDependencies,
  context: CheckContext,
): Promise<CitationCheckResponse> {
  const { sentence, pmid } = request;
  const record = article && toCheckedArticle(article);
  const abstract = request.abstract ?? identityText(record?.abstract ?? '');
  const checked = { title: '', publicationTypes: undefined, ...record, abstract: abstract.text };
  const byAbstract = await checkSentence({ sentence, article: checked }, dependencies, context);
  // A sentence sent with its abstract is checked against that text alone, and no request leaves the service.
  const check =
    article && request.fullText && request.abstract === undefined
      ? await lookUpFullText(byAbstract, { sentence, article }, dependencies, context)
      : byAbstract;
  const { work, signal } = context;
  const isReview =
    article?.isReview ?? (await unlessTooLong(work('isStatedReview', abstract.text, signal), () => false));
  const texts = remarks[check.language];
  const reason = joined(
    [
      article?.demonstration ? texts.demonstration : '',
      article?.retracted ? texts.retracted : '',
      check.reason,
      article && article.concerns.length > 0 ? texts.concern : '',
      article ? '' : texts.byText(isReview),
    ],
    check.language,
  );
  return {
    consistent: check.verdict === 'supported',
    is_review_citation: isReview,
    reason,
    deviation_analysis: check.analysis,
    suggestion: check.suggestion ?? '',
    pmid,
    abstract: abstract.original,
    ...(article?.demonstration && { demonstration: true as const }),
    ...(request.verification && { verification: toVerification(check, abstract) }),
    ...(request.bibliography && { bibliography: article ? [toBibliographicRecord(article)] : [] }),
  };
}

type Remarks = {
  demonstration: string;
  retracted: string;
  concern: string;
  byText(isReview: boolean): string;
};

const remarks: Record<Language, Remarks> = {
  en: {
    demonstration: 'Warning: the cited article is an invented demonstration record.',
    retracted: 'Warning: the cited article has been retracted.',
    concern: 'An expression of concern has been published about the cited article.',
    byText: (isReview) =>
      `The publication types are unknown; by the wording of its abstract alone, the article ${isReview ? 'is a review' : 'shows no sign of being a review'}.`,
  },
  zh: {
    demonstration: '警告：所引文献是虚构的演示记录。',
    retracted: '警告：所引文献已被撤稿。',
    concern: '所引文献已有关注声明（expression of concern）。',
    byText: (isReview) => `是否为综述仅依据摘要措辞判断（${isReview ? '是综述' : '未见综述的表述'}）。`,
  },
};

function toVerification(
  { verdict, evidence, numbers, deviations, parts, method, fullText }: SentenceCheck,
  { original, placeOf }: OriginalText,
): Verification {
  return {
    verdict,
    evidence: evidence.map((span) => {
      const [start, end] = [placeOf(span.start), placeOf(span.end)];
      return { text: original.slice(start, end), start, end };
    }),
    numbers: numbers.map(({ text, found, evidence: stated }) => ({ text, found, evidence: stated ?? null })),
    deviations: deviations.map(({ kind, claim, evidence: stated }) => ({
      type: kind,
      claim,
      evidence: stated ?? null,
    })),
    parts: parts.map(({ text, at }) => ({ text, found: at === 'sentence' ? 'passage' : (at ?? null) })),
    method,
    read: fullText ? 'full_text' : 'abstract',
    ...(fullText && {
      full_text: {
        pmcid: fullText.pmcid,
        license: fullText.license || null,
        sha256: fullText.sha256,
        section: fullText.section ?? null,
        sentence: fullText.sentence ?? null,
      },
    }),
    // The accuracy of such a verdict has not been measured on independent sentences: no number is better than a guess.
    confidence: null,
  };
}
