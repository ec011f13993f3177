import { isGenericTerm } from '../text/stop-words.ts';
import { indexTerms } from '../text/words.ts';

/** One facet of a question, ready to be looked for: every wording as its index terms. */
export type Facet = { wordings: string[][]; generic: boolean };

export function compileFacets(facets: readonly (readonly string[])[]): Facet[] {
  return facets
    .map((wordings) => wordings.map(indexTerms).filter((terms) => terms.length > 0))
    .filter((wordings) => wordings.length > 0)
    .map((wordings) => ({ wordings, generic: wordings.every((terms) => terms.every(isGenericTerm)) }));
}

/** How much of a facet a text holds, 0 to 1: the best wording's share of terms found. */
export function facetCoverage(facet: Facet, has: (term: string) => boolean): number {
  let best = 0;
  for (const terms of facet.wordings) {
    const found = terms.reduce((count, term) => count + (has(term) ? 1 : 0), 0);
    best = Math.max(best, found / terms.length);
  }
  return best;
}

/** How much of the whole question a text covers, 0 to 1, facets weighing as given. */
export function weightedCoverage(
  facets: readonly Facet[],
  weights: readonly number[],
  has: (term: string) => boolean,
): number {
  let covered = 0;
  let total = 0;
  facets.forEach((facet, i) => {
    const weight = weights[i] ?? 0;
    covered += weight * facetCoverage(facet, has);
    total += weight;
  });
  return total > 0 ? covered / total : 0;
}
