import { joined } from '@citewell/citation-checker/explain.ts';
import type { Clock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Article } from '@citewell/core/records/article.ts';
import type { Language } from '@citewell/sdk';
import type { FoundFullText, FullTexts } from '../../literature/sources/full-text/full-texts.ts';
import { toCheckedArticle } from '../../retrieval/checked-article.ts';
import type { SentenceCheck } from './check-by-rules.ts';
import type { CheckContext } from './check-sentence.ts';
import type { searchFullText } from './search-full-text.ts';

export type FullTextDependencies = {
  literature: { fullTexts?: Pick<FullTexts, 'read' | 'timeMs'> | undefined };
  clock: Clock;
};

/**
 * Looks up a sentence that the abstract leaves undetermined in the full text of its record, for at most its `timeMs`.
 * Every other check is returned unchanged, and so is one in which rules and model contradict each other. The reason
 * says what was read.
 */
export async function lookUpFullText(
  check: SentenceCheck,
  { sentence, article }: { sentence: string; article: Article },
  { literature: { fullTexts }, clock }: FullTextDependencies,
  { work, signal }: CheckContext,
): Promise<SentenceCheck> {
  if (!fullTexts || check.verdict !== 'undetermined' || check.isDisputed) return check;
  const timeLimit = AbortSignal.timeout(fullTexts.timeMs);
  const inTime = AbortSignal.any([signal, timeLimit]);
  const deadline = clock.now() + fullTexts.timeMs;
  try {
    const found = await fullTexts.read(article, { signal: inTime, work, deadline });
    if (!found) return check;
    const asked = { sentence, article: toCheckedArticle(article), text: found.text };
    return withFullText(check, found, await work('searchFullText', asked, inTime));
  } catch (error) {
    signal.throwIfAborted();
    // There is a verdict already: never wait longer than the time limit, nor if the work queue is full.
    const isTooMuch = error instanceof ServiceError && error.code === 'overloaded';
    if (timeLimit.aborted || isTooMuch) return check;
    throw error;
  }
}

/** Adds what the full text says to a check; `stated` is undefined if no sentence of it demonstrates the claim. */
function withFullText(
  check: SentenceCheck,
  { pmcid, license, sha256 }: FoundFullText,
  stated: ReturnType<typeof searchFullText>,
): SentenceCheck {
  const texts = words[check.language];
  const read = { pmcid, license, sha256 };
  if (!stated)
    return {
      ...check,
      reason: joined([check.reason, texts.silent(pmcid)], check.language),
      fullText: { ...read, section: undefined, sentence: undefined },
    };
  const { section, text: said } = stated.statement;
  const { numbers, parts } = stated.check;
  return {
    ...check,
    verdict: 'supported',
    // A model only read the abstract.
    method: check.method === 'model' ? 'rules' : check.method,
    reason: texts.supported(pmcid, section, said),
    analysis: texts.none,
    evidence: [],
    numbers,
    parts,
    fullText: { ...read, section, sentence: said },
  };
}

type Words = {
  supported(pmcid: string, section: string, sentence: string): string;
  silent(pmcid: string): string;
  none: string;
};

const words: Record<Language, Words> = {
  en: {
    supported: (pmcid, section, sentence) =>
      `The abstract is inconclusive; the full text supports the sentence (${[pmcid, section].filter(Boolean).join(', ')}): “${sentence.replace(/\.$/, '')}”.`,
    silent: (pmcid) =>
      `The full text (${pmcid}) was read as well; no sentence of its results demonstrates the claim.`,
    none: 'No deviation was found.',
  },
  zh: {
    supported: (pmcid, section, sentence) =>
      `仅凭摘要未能判定，全文支持该句（${[pmcid, section].filter(Boolean).join('，')}）：“${sentence.replace(/[.。]$/, '')}”。`,
    silent: (pmcid) => `另已查阅全文（${pmcid}），其结果中没有句子足以证实该句。`,
    none: '未发现偏差。',
  },
};
