import { setImmediate } from 'node:timers/promises';
import type { AnswerSentence, AnswerVerification } from '@citewell/sdk';
import { splitAnswer } from '../../evidence/answer-units.ts';
import { withoutOrders } from '../../evidence/check/instructions.ts';
import type { CitableArticle } from '../../evidence/passage.ts';
import { uncitedKind } from '../../evidence/uncited.ts';
import { verifiedSentence } from '../verified-sentence.ts';
import { type CheckableArticles, judgeMarks } from '../verify-answer-marks.ts';
import { marksIn, statementOf } from '../verify-answer-text.ts';

/**
 * Verdicts on the sentences of a text that has left. Lines without a mark are left out: they are code's (the search, counts),
 * lead over, or restate the caller's own findings. Each sentence takes milliseconds; what arrived meanwhile goes first.
 */
export async function verifyWritten(
  text: string,
  references: readonly CitableArticle[],
  articles: CheckableArticles,
  { leftOut, signal }: { leftOut: number; signal: AbortSignal },
): Promise<AnswerVerification> {
  const prose = text
    .split('\n')
    .filter((line) => marksIn(line).length > 0 && !/^\s*[#|]|`/.test(line))
    .join('\n');
  const sentences: AnswerSentence[] = [];
  for (const { text: written } of splitAnswer(prose, true).units) {
    const sentence = written.trim();
    if (!/\p{L}/u.test(sentence)) continue;
    const statement = withoutOrders(quotedIn(statementOf(sentence)));
    const pmids = [...new Set(marksIn(sentence).flatMap((n) => references[n - 1]?.pmid ?? []))];
    const judgement = pmids.length > 0 ? judgeMarks(statement, pmids, articles) : undefined;
    sentences.push({
      ...verifiedSentence(sentence, uncitedKind(statement), judgement, references),
      repair: null,
    });
    await setImmediate();
    signal.throwIfAborted();
  }
  return { sentences, left_out: leftOut };
}

/** Of "Cohort study (2019): “…”" the words between the marks: what stands before them is the record's. */
function quotedIn(statement: string): string {
  const quotes = [...statement.matchAll(/“([^”]{1,2000})”/g)].map(([, quote]) => quote);
  return quotes.length > 0 ? quotes.join(' ') : statement;
}
