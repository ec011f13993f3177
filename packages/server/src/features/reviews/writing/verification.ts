import { maskInjectedInstructions } from '@citewell/citation-checker/instructions.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { AnswerSentence, AnswerVerification } from '@citewell/sdk';
import { withoutEscapes } from '../../../documents/markdown.ts';
import type { CitableArticle } from '../../../literature/ranking/passage.ts';
import type { PipelineContext } from '../../../pipeline/context.ts';
import { maskArticleInstructions } from '../../../retrieval/checked-article.ts';
import type { PaperReadings } from '../../../retrieval/full-text/add-full-texts.ts';
import { splitAnswer } from '../../answers/citations/answer-units.ts';
import { classifyUncitedSentence } from '../../answers/citations/classify-uncited-sentence.ts';
import { fullTextsOf } from '../../answers/verification/checkable-full-texts.ts';
import {
  type CheckableArticles,
  type CitationJudgment,
  judgeCitations,
} from '../../answers/verification/judge-citations.ts';
import {
  type CheckableFullTexts,
  judgeWithFullText,
} from '../../answers/verification/judge-with-full-text.ts';
import { type ReadFullText, verifiedSentence } from '../../answers/verification/verified-sentence.ts';
import { citedNumbersIn, statementOf } from '../../answers/verification/verify-answer-text.ts';

/** Number of sentences judged at once: a whole review would keep other calls waiting. */
const sentencesPerTask = 12;

/**
 * Judges the sentences of a text that was sent. Lines without a marker are omitted: code wrote them (search, counts),
 * or they introduce, or restate the caller's own findings.
 */
export async function verifyWritten(
  text: string,
  references: readonly CitableArticle[],
  articles: CheckableArticles,
  {
    omitted,
    fullTexts,
    readings,
    work,
    signal,
  }: { omitted: number; fullTexts: CheckableFullTexts; readings: PaperReadings } & Pick<
    PipelineContext,
    'work' | 'signal'
  >,
): Promise<AnswerVerification> {
  const prose = withoutEscapes(
    text
      .split('\n')
      .filter((line) => citedNumbersIn(line).length > 0 && !/^\s*[#|]|(?<!\\)`/.test(line))
      .join('\n'),
  );
  const written = splitAnswer(prose, true)
    .units.map((unit) => unit.text.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
  const verified: AnswerSentence[] = [];
  for (let at = 0; at < written.length; at += sentencesPerTask) {
    const sentences = written.slice(at, at + sentencesPerTask);
    const cited = sentences.flatMap(citedNumbersIn).flatMap((n) => references[n - 1]?.pmid ?? []);
    const known = new Map([...readings].map(([pmid, { statements: _, ...reading }]) => [pmid, reading]));
    const given = {
      sentences,
      references,
      articles,
      fullTexts: fullTextsOf(fullTexts, cited),
      readings: known,
    };
    verified.push(...(await work('judgeWritten', given, signal)));
  }
  return { sentences: verified, omitted };
}

/** Judges sentences that were sent against the records they cite. */
export function judgeWritten({
  sentences,
  references,
  articles,
  fullTexts,
  readings,
}: {
  sentences: readonly string[];
  references: readonly CitableArticle[];
  articles: CheckableArticles;
  fullTexts: CheckableFullTexts;
  readings: ReadonlyMap<Pmid, ReadFullText>;
}): AnswerSentence[] {
  const read = new Map(Array.from(articles, ([pmid, article]) => [pmid, maskArticleInstructions(article)]));
  return sentences.map((sentence) => {
    const statement = maskInjectedInstructions(quotedIn(statementOf(sentence)));
    const pmids = [...new Set(citedNumbersIn(sentence).flatMap((n) => references[n - 1]?.pmid ?? []))];
    const byAbstracts = pmids.length > 0 ? judgeCitations(statement, pmids, read) : undefined;
    const judgment =
      byAbstracts?.verdict === 'undetermined'
        ? (byFullTexts(statement, pmids, read, fullTexts) ?? byAbstracts)
        : byAbstracts;
    return {
      ...verifiedSentence(sentence, classifyUncitedSentence(statement), judgment, references, readings),
      repair: null,
    };
  });
}

/** Judges by full texts what the abstracts leave undecided; undefined if they add nothing. */
function byFullTexts(
  statement: string,
  pmids: readonly Pmid[],
  articles: CheckableArticles,
  fullTexts: CheckableFullTexts,
): CitationJudgment | undefined {
  const sources = { articles, given: [], topic: { stems: new Set<string>(), han: new Set<string>() } };
  const judgment = judgeWithFullText(statement, pmids, sources, fullTexts);
  return judgment?.fullText && judgment;
}

/** Returns the quoted words of "Cohort study (2019): “…”", whose lead-in comes from the record. */
function quotedIn(statement: string): string {
  const quotes = [...statement.matchAll(/“([^”]{1,2000})”/g)].map(([, quote]) => quote);
  return quotes.length > 0 ? quotes.join(' ') : statement;
}
