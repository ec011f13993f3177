import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { Language } from '@citewell/sdk';
import { type AnswerFeatures, answerFeatures } from '../literature/ranking/answer-probability.ts';
import { type Scores, withScores } from '../literature/ranking/apply-reranker.ts';
import { leaderOf } from '../literature/ranking/leader.ts';
import { applySpelling } from './apply-spelling.ts';
import { filterByPopulation } from './filter-by-population.ts';
import { type CandidatesOfQuery, type RankedResult, rankForAnswer } from './rank-candidates.ts';
import { passSubjectGate, type SubjectGate } from './subject-gate.ts';

/** The ranked records, with those admitted as evidence by the question's subjects and population. */
export type AdmittedRecords = RankedResult & {
  query: SearchQuery;
  gate: SubjectGate;
  /** Features of the best admitted record; absent if there is none, or if a reranker scored it far above the others. */
  best?: AnswerFeatures;
};

/** Ranks the records found for a question and admits those that may be evidence. `scores` are a reranker's, for the first records. */
export function admitRecords({
  found,
  query: asTyped,
  thisYear,
  scores,
  language,
  isIncomplete = false,
}: CandidatesOfQuery & {
  scores: Scores | undefined;
  language: Language;
  isIncomplete?: boolean;
}): AdmittedRecords {
  const query = applySpelling(asTyped, found.spelling);
  const result = rankForAnswer(found, query, thisYear);
  const ranking = withScores(result.ranking, scores);
  const ranked = ranking.ranked.map(({ article }) => article);
  const { wanted } = result;
  const leader = leaderOf(ranking.ranked, ranking.nearest);
  const gate = filterByPopulation(
    passSubjectGate(ranked, query.subjects ?? [], { wanted, isIncomplete, leader }),
    ranked,
    { query, wanted, language },
  );
  const [first, ...others] = ranking.ranked.filter(({ article }) => gate.admitted.has(article.pmid));
  const isJudged = first !== undefined && first.article.pmid !== ranking.nearest;
  return {
    ...result,
    ...{ ranking, query, gate },
    ...(isJudged && { best: answerFeatures([first, ...others], ranking) }),
  };
}
