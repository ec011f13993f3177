import type { Article } from '../literature/article.ts';
import { scanTerms, termBeginnings } from '../text/words.ts';
import { designWeight, studyDesign } from './evidence-level.ts';
import { compileFacets, type Facet, weightedCoverage } from './facets.ts';
import type { FusedArticle } from './fuse.ts';

export type RankedArticle = {
  article: Article;
  /** Comparable within one question only. */
  score: number;
  /** How much of the question the record speaks of, 0 to 1. */
  coverage: number;
  /** The same of its topics alone: what is left of the question without words such as "safety" or "children". */
  topicCoverage: number;
};

export type Ranking = {
  ranked: RankedArticle[];
  facets: Facet[];
  /** How much each facet tells papers apart, from its frequency among the candidates. */
  weights: number[];
};

/** BM25F (Robertson and Zaragoza 2009): field weights and the usual k1 and b. */
const fieldWeights = { title: 3, subjects: 1.5, abstract: 1 };
const k1 = 1.2;
const b = 0.75;

/** How much each signal counts, its own scale being 0 to 1. */
const signalWeights = { words: 0.5, coverage: 0.3, fusion: 0.12, design: 0.05, recency: 0.03 };

/** A facet found in every candidate still tells what the question is about: weights never fall below this. */
const facetWeightFloor = 0.6;
const genericFacetFactor = 0.3;

/** Candidates in the order in which they fit the question. `thisYear` dates recency, which halves every 10 years. */
export function rankArticles(
  candidates: readonly FusedArticle[],
  question: { facets: readonly (readonly string[])[] },
  thisYear: number,
): Ranking {
  const facets = compileFacets(question.facets);
  const terms = [...new Set(facets.flatMap(({ wordings }) => wordings.flat()))];
  const wanted = { terms: new Set(terms), beginnings: termBeginnings(terms) };
  const documents = candidates.map(({ article, fusionScore }) => ({
    article,
    fusionScore,
    ...termFrequencies(article, wanted),
  }));
  const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / (documents.length || 1);
  const weights = facets.map((facet) => facetWeight(facet, documents));
  const topicWeights = weights.map((weight, index) => (facets[index]?.generic ? 0 : weight));
  const idf = new Map(
    terms.map((term) => [term, inverseFrequency(count(documents, term), documents.length)]),
  );

  const scored = documents.map(({ article, fusionScore, frequencies, length }) => {
    let words = 0;
    for (const term of terms) {
      const frequency = frequencies.get(term) ?? 0;
      const norm = k1 * (1 - b + (b * length) / averageLength);
      words += (idf.get(term) ?? 0) * ((frequency * (k1 + 1)) / (frequency + norm));
    }
    return {
      article,
      words,
      fusionScore,
      coverage: weightedCoverage(facets, weights, (term) => frequencies.has(term)),
      topicCoverage: weightedCoverage(facets, topicWeights, (term) => frequencies.has(term)),
    };
  });
  const wordsMax = Math.max(...scored.map(({ words }) => words), Number.EPSILON);
  const fusionMax = Math.max(...scored.map(({ fusionScore }) => fusionScore), Number.EPSILON);
  const ranked = scored.map(({ article, words, fusionScore, coverage, topicCoverage }) => ({
    article,
    coverage,
    topicCoverage,
    score:
      signalWeights.words * (words / wordsMax) +
      signalWeights.coverage * coverage +
      signalWeights.fusion * (fusionScore / fusionMax) +
      signalWeights.design * designWeight[studyDesign(article)] +
      signalWeights.recency * 0.5 ** (Math.max(0, thisYear - (Number(article.year) || thisYear - 30)) / 10),
  }));
  ranked.sort((x, y) => y.score - x.score || Number(y.article.pmid) - Number(x.article.pmid));
  return { ranked, facets, weights };
}

type TermFrequencies = { frequencies: Map<string, number>; length: number };

type Wanted = { terms: ReadonlySet<string>; beginnings: Uint8Array };

/** Field-weighted frequencies of the wanted terms in a record, and its length in terms. */
function termFrequencies(article: Article, { terms, beginnings }: Wanted): TermFrequencies {
  const frequencies = new Map<string, number>();
  let length = 0;
  let weight = 0;
  const count = (term: string) => {
    if (terms.has(term)) frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
  };
  const add = (text: string, fieldWeight: number) => {
    weight = fieldWeight;
    length += scanTerms(text, count, beginnings);
  };
  add(article.title, fieldWeights.title);
  add(article.vernacularTitle ?? '', fieldWeights.title);
  for (const subject of [...article.mesh, ...article.keywords]) add(subject, fieldWeights.subjects);
  for (const { label, text } of article.abstract) {
    add(label ?? '', fieldWeights.abstract);
    add(text, fieldWeights.abstract);
  }
  return { frequencies, length };
}

function facetWeight(facet: Facet, documents: readonly TermFrequencies[]): number {
  const holders = documents.filter(({ frequencies }) =>
    facet.wordings.some((terms) => terms.every((term) => frequencies.has(term))),
  ).length;
  const weight = facetWeightFloor + inverseFrequency(holders, documents.length);
  return facet.generic ? weight * genericFacetFactor : weight;
}

function count(documents: readonly TermFrequencies[], term: string): number {
  return documents.filter(({ frequencies }) => frequencies.has(term)).length;
}

/** ln(1 + (N − n + 0.5) / (n + 0.5)), the non-negative form of BM25's inverse document frequency. */
function inverseFrequency(holders: number, total: number): number {
  return Math.log(1 + (total - holders + 0.5) / (holders + 0.5));
}
