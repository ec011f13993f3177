import { indexTerms } from '@citewell/core/text/words.ts';
import { compileFacets, facetCoverage } from '../../../literature/ranking/facets.ts';

/** Parts of a topic, each with its wordings. */
export type TopicParts = readonly (readonly string[])[];

/** Creates a test whether a text names an informative part of the topic; for a topic without one, every text does. */
export function namesTopic(parts: TopicParts): (text: string) => boolean {
  const facets = compileFacets(parts).filter(({ generic }) => !generic);
  return (text) => {
    const terms = new Set(indexTerms(text));
    return (
      facets.length === 0 || facets.some((facet) => facetCoverage(facet, (term) => terms.has(term)) === 1)
    );
  };
}
