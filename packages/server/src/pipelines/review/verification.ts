import type { AnswerSentence, AnswerVerification } from '@citewell/sdk';
import { splitAnswer } from '../../evidence/answer-units.ts';
import { withoutOrders } from '../../evidence/check/instructions.ts';
import type { CitableArticle } from '../../evidence/passage.ts';
import { uncitedKind } from '../../evidence/uncited.ts';
import { type CheckableArticles, judgeMarks } from '../verify-answer-marks.ts';
import { marksIn, statementOf } from '../verify-answer-text.ts';

/** Verdicts on every sentence of a text that has left, but for headings, tables and queries. */
export function verifyWritten(
  text: string,
  references: readonly CitableArticle[],
  articles: CheckableArticles,
  leftOut: number,
): AnswerVerification {
  const prose = text
    .split('\n')
    .filter((line) => !/^\s*[#|]|`/.test(line))
    .join('\n');
  const sentences = splitAnswer(prose, true).units.flatMap(({ text: written }): AnswerSentence[] => {
    const sentence = written.trim();
    if (!/\p{L}/u.test(sentence)) return [];
    const cited = marksIn(sentence).flatMap((n) => {
      const pmid = references[n - 1]?.pmid;
      return pmid ? [{ n, pmid }] : [];
    });
    const statement = withoutOrders(quotedIn(statementOf(sentence)));
    const pmids = [...new Set(cited.map(({ pmid }) => pmid))];
    const judgement = pmids.length > 0 ? judgeMarks(statement, pmids, articles) : undefined;
    return [
      {
        sentence,
        kind: judgement ? 'cited' : uncitedKind(statement),
        marks: cited.map((mark) => ({ ...mark, supports: judgement?.supporting.has(mark.pmid) ?? false })),
        verdict: judgement?.verdict ?? null,
        evidence: (judgement?.evidence ?? []).map(({ pmid, span }) => ({ pmid, ...span })),
        repair: null,
      },
    ];
  });
  return { sentences, left_out: leftOut };
}

/** Of "Cohort study (2019): “…”" the words between the marks: what stands before them is the record's. */
function quotedIn(statement: string): string {
  const quotes = [...statement.matchAll(/“([^”]+)”/g)].map(([, quote]) => quote);
  return quotes.length > 0 ? quotes.join(' ') : statement;
}
