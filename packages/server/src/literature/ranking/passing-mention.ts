import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { type Facet, facetCoverage } from './facets.ts';

/** Minimum share of a topic's name that represents the topic (see facetCoverage). */
const namedMin = 0.5;

/**
 * Minimum share of the abstract's sentences that must mention a topic missing from the headings and keywords.
 * Indexers name the topics of a paper, but not always in the question's words: no heading says "heart attack".
 */
const sentenceShareMin = 0.4;

/**
 * Returns true if a record names topics without being about any of them, as a trial of a cancer drug names
 * hypertension among its side effects. A record without headings and keywords gets the benefit of the doubt.
 */
export function isPassingMention(
  article: Pick<Article, 'title' | 'vernacularTitle' | 'mesh' | 'keywords' | 'abstract'>,
  topics: readonly Facet[],
): boolean {
  const { title, vernacularTitle = '', mesh, keywords } = article;
  if (topics.length === 0 || mesh.length + keywords.length === 0) return false;
  const names = (texts: readonly string[]) => {
    const terms = new Set(texts.flatMap(indexTerms));
    return topics.some((topic) => facetCoverage(topic, (term) => terms.has(term)) >= namedMin);
  };
  if (names([title, vernacularTitle, ...mesh, ...keywords])) return false;
  const sentences = splitSentences(abstractText(article));
  return sentences.filter(({ text }) => names([text])).length < sentences.length * sentenceShareMin;
}
