import { estimateSupport } from '@citewell/citation-checker/estimate.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { planQuery } from '../../literature/query/plan-query.ts';
import { toCheckedArticle, withoutItsOrders } from '../../retrieval/checked-article.ts';
import { type Candidates, rankCandidates } from '../../retrieval/rank-candidates.ts';
import { supportsCitation } from '../answers/verification/supports-citation.ts';
import { statementIn } from '../polishing/meaning/claims.ts';

/** Search for support of a sentence, and the statement that an article must support. */
export type SupportQuestion = { query: SearchQuery; statement: string };

/** Makes a sentence of a manuscript a question to the sources. */
export function planSupport({ sentence, thisYear }: { sentence: string; thisYear: number }): SupportQuestion {
  // A year in a sentence is when something was found, and no wish for papers of that year.
  const planned = planQuery({ question: sentence, history: [], years: {}, category: undefined, thisYear });
  return { query: { ...planned, years: {}, studyTypes: [] }, statement: statementIn(sentence) };
}

/** Records whose abstracts are compared with the sentence. */
const compared = 8;
/** The share of such verdicts that were right on the checker’s training claims; beside it every word must be there. */
const confidenceMin = 0.75;

/**
 * The record that a statement can be put to, by its PMID. Rules alone decide where they find all of its words: a verdict that
 * leaves some out is a good guess for a reader, and no ground for a reference. Of the others the likeliest one is for a model.
 */
export function compareCandidates({
  found,
  query,
  statement,
  thisYear,
}: {
  found: Candidates;
  query: SearchQuery;
  statement: string;
  thisYear: number;
}): { surest: Pmid | undefined; likely: Pmid | undefined } {
  const sure: { article: Article; confidence: number }[] = [];
  const open: { article: Article; missing: number }[] = [];
  const articles = rankCandidates(found, query, thisYear)
    .ranking.ranked.map(({ article }) => article)
    .filter(({ abstract, retracted }) => abstract.length > 0 && !retracted)
    .slice(0, compared);
  for (const article of articles) {
    const checked = withoutItsOrders(toCheckedArticle(article));
    const check = estimateSupport({ sentence: statement, article: checked });
    const missing = check.missing.length + check.untranslated.length;
    if (
      missing === 0 &&
      check.confidence >= confidenceMin &&
      supportsCitation(statement, check, checked.abstract)
    )
      sure.push({ article, confidence: check.confidence });
    else if (check.verdict !== 'deviates' && check.open) open.push({ article, missing });
  }
  const [surest] = sure.sort((one, other) => other.confidence - one.confidence);
  const [likely] = open.sort((one, other) => one.missing - other.missing);
  return { surest: surest?.article.pmid, likely: likely?.article.pmid };
}
