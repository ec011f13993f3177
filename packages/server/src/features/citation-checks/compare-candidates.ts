import { checkByRules } from '@citewell/citation-checker/check.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { statementIn } from '@citewell/core/text/stated-finding.ts';
import { planQuery } from '../../literature/query/plan-query.ts';
import { maskArticleInstructions, toCheckedArticle } from '../../retrieval/checked-article.ts';
import { type Candidates, rankCandidates } from '../../retrieval/rank-candidates.ts';
import { supportsCitation } from '../answers/verification/supports-citation.ts';

/** Search for support of a sentence, and the statement that an article must support. */
export type SupportQuestion = { query: SearchQuery; statement: string };

/** Turns a sentence of a manuscript into a question to the sources. */
export function planSupport({ sentence, thisYear }: { sentence: string; thisYear: number }): SupportQuestion {
  // A year in a sentence dates a finding; it does not ask for papers of that year.
  const planned = planQuery({ question: sentence, history: [], years: {}, category: undefined, thisYear });
  return { query: { ...planned, years: {}, studyTypes: [] }, statement: statementIn(sentence) };
}

/** Maximum number of records whose abstracts are compared with the sentence. */
const compared = 8;

/**
 * Records that may support a statement, by PMID: `surest` is the best ranked one that demonstrably states it; if there
 * is none, `likely` is the one that lacks the fewest of its words, for a model to read.
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
  const open: { article: Article; missing: number }[] = [];
  const articles = rankCandidates(found, query, thisYear)
    .ranking.ranked.map(({ article }) => article)
    .filter(({ abstract, retracted }) => abstract.length > 0 && !retracted)
    .slice(0, compared);
  for (const article of articles) {
    const checked = maskArticleInstructions(toCheckedArticle(article));
    const check = checkByRules({ sentence: statement, article: checked });
    if (supportsCitation(statement, check, checked.abstract))
      return { surest: article.pmid, likely: undefined };
    const missing = check.missing.length + check.untranslated.length;
    if (check.verdict !== 'deviates' && check.evidence.length > 0) open.push({ article, missing });
  }
  const [likely] = open.sort((one, other) => one.missing - other.missing);
  return { surest: undefined, likely: likely?.article.pmid };
}
