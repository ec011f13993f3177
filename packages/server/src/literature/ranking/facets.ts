import { informativeTerms, isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { foldText, indexTerms } from '@citewell/core/text/words.ts';

/** Facet of a question prepared for matching: every wording as its index terms. */
export type Facet = { wordings: string[][]; generic: boolean; isAside?: true };

/**
 * Prepares facets for matching; those whose first wording is in `ordinary` count as generic, and those of which every word is in `asides` are
 * marked.
 */
export function compileFacets(
  facets: readonly (readonly string[])[],
  ordinary: readonly string[] = [],
  asides: readonly string[] = [],
): Facet[] {
  const known = new Set(asides);
  const isInAsides = (name = '') => {
    const words = foldText(name).match(/[a-z0-9]+/g) ?? [];
    return known.has(name) || (words.length > 0 && words.every((word) => known.has(word)));
  };
  return facets
    .map((wordings) => ({
      isOrdinary: ordinary.includes(wordings[0] ?? ''),
      isAside: known.size > 0 && isInAsides(wordings[0]),
      wordings: wordings.map(indexTerms).filter((terms) => terms.length > 0),
    }))
    .filter(({ wordings }) => wordings.length > 0)
    .map(({ wordings, isOrdinary, isAside }) => ({
      ...(isAside && { isAside }),
      wordings: wordings.map(informativeTerms),
      generic: isOrdinary || wordings.slice(0, 2).some((terms) => terms.every(isGenericTerm)),
    }));
}

/**
 * Returns the share of a facet that a text covers, 0 to 1: that of the best wording's terms, squared, because part of
 * a name ("carcinoma" of "nasopharyngeal carcinoma") names something else.
 */
export function facetCoverage(facet: Facet, has: (term: string) => boolean): number {
  let best = 0;
  for (const terms of facet.wordings) {
    const found = terms.reduce((count, term) => count + (has(term) ? 1 : 0), 0);
    best = Math.max(best, (found / terms.length) ** 2);
  }
  return best;
}

/** Returns the share of the whole question that a text covers, 0 to 1, with the given weights of facets. */
export function weightedCoverage(
  facets: readonly Facet[],
  weights: readonly number[],
  has: (term: string) => boolean,
): number {
  return weightedShare(
    facets.map((facet) => facetCoverage(facet, has)),
    weights,
  );
}

/** Returns the share of the whole question that a text covers, 0 to 1, by its share of each facet. */
export function weightedShare(byFacet: readonly number[], weights: readonly number[]): number {
  let covered = 0;
  let total = 0;
  byFacet.forEach((share, i) => {
    const weight = weights[i] ?? 0;
    covered += weight * share;
    total += weight;
  });
  return total > 0 ? covered / total : 0;
}

/** Minimum coverage of a topic for a record to mention it. */
const missingBelow = 0.25;

/** Counts the topics that a record barely covers, by its share of each facet. */
export function countMissing(byFacet: readonly number[], facets: readonly Facet[]): number {
  return byFacet.filter((share, at) => share < missingBelow && !(facets[at]?.generic || facets[at]?.isAside))
    .length;
}
