import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { TermStatistics } from '@citewell/core/records/term-statistics.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { designWeight, studyDesign } from './evidence-level.ts';
import { compileFacets, type Facet, facetCoverage, weightedShare } from './facets.ts';
import { feedbackScores } from './feedback.ts';
import type { FusedArticle } from './fuse.ts';
import { discountWordings, type QuestionTerms, questionTerms } from './question-terms.ts';
import { type RankFeatures, rankFeatureNames, readBackground, textFeatures } from './rank-features.ts';
import { rankWeights } from './rank-weights.ts';
import { type Meaning, reorderByMeaning, type TextMeaning } from './reorder-by-meaning.ts';
import { termWeights } from './term-weights.ts';
import { type RecordTerms, readRecords } from './terms/candidate-terms.ts';

export type RankedArticle = {
  article: Article;
  /** Comparable within one question only. */
  score: number;
  /** Share of the question that the record covers, 0 to 1. */
  coverage: number;
  /** Coverage of its topics alone, without words such as "safety" or "children". */
  topicCoverage: number;
  /** Share of each facet that the record covers (facets.ts), 0 to 1. */
  byFacet: number[];
  features: RankFeatures;
  /** Closeness of its words in meaning to the question's; only for the first records. */
  meaning?: Meaning;
  /** Fit for a question that one paper answers (answers/answer-order.ts); only for the first records of an answer. */
  fit?: number;
};

export type Ranking = {
  ranked: RankedArticle[];
  /** The first record, if its meaning, or a reranker, sets it apart from the others. */
  nearest?: Pmid;
  /** Closeness of an English text in meaning to the question; absent if the question has no English words. */
  meaningOf?: (text: string) => TextMeaning;
  facets: Facet[];
  /** Weight of each facet: lower for generic ones. */
  weights: number[];
  /**
   * Terms of every wording at full weight: sentences answer in their record's words. The order of records discounts
   * wordings.
   */
  terms: QuestionTerms;
};

/** Question in the form that ranking uses: its facets, and its words as typed. */
export type RankedQuestion = {
  facets: readonly (readonly string[])[];
  text?: string;
  /** Facets that are everyday words, by their first wording. */
  ordinary?: readonly string[];
  /** Words of a note before its question, with whose meaning no record is compared. */
  asides?: readonly string[];
};

/** Minimum weight of a generic facet, which still describes the question. */
const genericFacetFactor = 0.3;

/**
 * Ranks candidates by a weighted sum of features (rank-features.ts), the first ones also by the meaning of their words. `thisYear` dates recency; `statistics` are those
 * of the library, if it was searched.
 */
export function rankArticles(
  candidates: readonly FusedArticle[],
  question: RankedQuestion,
  thisYear: number,
  statistics?: TermStatistics,
): Ranking {
  const facets = compileFacets(question.facets, question.ordinary, question.asides);
  const weightOf = termWeights(statistics);
  const text = question.text ?? '';
  const asked = questionTerms(facets, text, weightOf);
  const records = readRecords(
    candidates.map(({ article }) => article),
    asked.weights.keys(),
  );
  const terms = discountWordings(asked, facets, text, records);
  const isHeld = (facet: Facet) =>
    records.some(({ found }) => facetCoverage(facet, (term) => found.has(term)) > 0);
  // Unknown Chinese words that no candidate contains are colloquial and distinguish none of them.
  const weights = facets.map(
    (facet) =>
      facetWeight(facet, weightOf) *
      (facet.generic || !isHan(facet) || isHeld(facet) ? 1 : genericFacetFactor),
  );
  const topicWeights = weights.map((weight, at) => (facets[at]?.generic ? 0 : weight));
  // What a note says before its question orders records, but is not asked for.
  const askedWeights = weights.map((weight, at) => (facets[at]?.isAside ? 0 : weight));
  const hasAsides = facets.some(({ isAside }) => isAside) && askedWeights.some((weight) => weight > 0);
  const background = readBackground(terms, records);
  const read = candidates.map(({ article, fusionScore }, at) => {
    const record = records[at] as RecordTerms;
    const byFacet = facets.map((facet) => facetCoverage(facet, (term) => record.found.has(term)));
    return {
      article,
      fusionScore,
      ...textFeatures(record, background),
      coverage: weightedShare(byFacet, weights),
      topicCoverage: weightedShare(byFacet, topicWeights),
      byFacet,
    };
  });
  const feedback = feedbackScores(read, terms.weights, weightOf);
  const fusionMax = Math.max(...read.map(({ fusionScore }) => fusionScore), Number.EPSILON);
  const ranked = read.map(({ article, fusionScore, topicCoverage, byFacet, ...rest }, at) => {
    const features: RankFeatures = {
      ...rest,
      feedback: feedback[at] ?? 0,
      fusion: fusionScore / fusionMax,
      design: designWeight[studyDesign(article)],
      recency: 0.5 ** (Math.max(0, thisYear - (Number(article.year) || thisYear - 30)) / 10),
    };
    const score = rankFeatureNames.reduce((sum, name) => sum + rankWeights[name] * features[name], 0);
    const coverage = hasAsides ? weightedShare(byFacet, askedWeights) : rest.coverage;
    return { article, score, coverage, topicCoverage, byFacet, features };
  });
  ranked.sort((x, y) => y.score - x.score || Number(y.article.pmid) - Number(x.article.pmid));
  const wordings = question.facets.filter((each) => each.some((wording) => indexTerms(wording).length > 0));
  const reordered = reorderByMeaning(ranked, { ...question, facets: wordings }, weightOf);
  return { ...reordered, facets, weights, terms: asked };
}

const hanTerm = /^\p{Script=Han}+$/u;

function isHan({ wordings }: Facet): boolean {
  return wordings.every((terms) => terms.every((term) => hanTerm.test(term)));
}

/**
 * Returns the weight of the facet's most common wording, which is as rare as the rarest of its terms: an unused
 * wording, such as Chinese among English ones, makes a facet no rarer.
 */
function facetWeight({ wordings, generic }: Facet, weightOf: (term: string) => number): number {
  const weight = Math.min(...wordings.map((terms) => Math.max(...terms.map(weightOf))));
  return generic ? weight * genericFacetFactor : weight;
}
