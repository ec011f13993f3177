import { maskInjectedInstructions } from '@citewell/citation-checker/instructions.ts';
import type { AnswerSentence, AnswerVerification } from '@citewell/sdk';
import type { CitableArticle } from '../../../literature/ranking/passage.ts';
import type { CallContext } from '../../../pipeline/context.ts';
import { maskArticleInstructions } from '../../../retrieval/checked-article.ts';
import { splitAnswer } from '../../answers/citations/answer-units.ts';
import { classifyUncitedSentence } from '../../answers/citations/classify-uncited-sentence.ts';
import { type CheckableArticles, judgeCitations } from '../../answers/verification/judge-citations.ts';
import { verifiedSentence } from '../../answers/verification/verified-sentence.ts';
import { citedNumbersIn, statementOf } from '../../answers/verification/verify-answer-text.ts';

/** Sentences judged together: a whole review would keep the others waiting. */
const sentencesPerTask = 12;

/**
 * Verdicts on the sentences of a text that has left. Lines without a marker are left out: they are code's (the search, counts),
 * lead over, or restate the caller's own findings.
 */
export async function verifyWritten(
  text: string,
  references: readonly CitableArticle[],
  articles: CheckableArticles,
  { omitted, work, signal }: { omitted: number } & Pick<CallContext, 'work' | 'signal'>,
): Promise<AnswerVerification> {
  const prose = text
    .split('\n')
    .filter((line) => citedNumbersIn(line).length > 0 && !/^\s*[#|]|`/.test(line))
    .join('\n');
  const written = splitAnswer(prose, true)
    .units.map((unit) => unit.text.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
  const verified: AnswerSentence[] = [];
  for (let at = 0; at < written.length; at += sentencesPerTask) {
    const sentences = written.slice(at, at + sentencesPerTask);
    verified.push(...(await work('judgeWritten', { sentences, references, articles }, signal)));
  }
  return { sentences: verified, omitted };
}

/** Judges sentences that have left, by the records they cite. */
export function judgeWritten({
  sentences,
  references,
  articles,
}: {
  sentences: readonly string[];
  references: readonly CitableArticle[];
  articles: CheckableArticles;
}): AnswerSentence[] {
  const read = new Map(Array.from(articles, ([pmid, article]) => [pmid, maskArticleInstructions(article)]));
  return sentences.map((sentence) => {
    const statement = maskInjectedInstructions(quotedIn(statementOf(sentence)));
    const pmids = [...new Set(citedNumbersIn(sentence).flatMap((n) => references[n - 1]?.pmid ?? []))];
    const judgement = pmids.length > 0 ? judgeCitations(statement, pmids, read) : undefined;
    return {
      ...verifiedSentence(sentence, classifyUncitedSentence(statement), judgement, references),
      repair: null,
    };
  });
}

/** Returns the quoted words of "Cohort study (2019): “…”", whose lead-in comes from the record. */
function quotedIn(statement: string): string {
  const quotes = [...statement.matchAll(/“([^”]{1,2000})”/g)].map(([, quote]) => quote);
  return quotes.length > 0 ? quotes.join(' ') : statement;
}
