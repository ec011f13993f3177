import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { compileFacets, facetCoverage } from '../../literature/ranking/facets.ts';
import { readRecordText } from '../subjects/record-text.ts';

/** Maximum number of topics that a label names. */
const namedMax = 2;

/**
 * Returns the first topics of a question of which a record has no word in any wording, as typed: what one of the nearest records
 * lacks that has every subject. Everyday words do not count.
 */
export function missingTopics(
  { facets, ordinary }: Pick<SearchQuery, 'facets' | 'ordinary'>,
  article: Article,
): string[] {
  const { all } = readRecordText(article);
  const isMissing = (wordings: readonly string[]) =>
    compileFacets([wordings], ordinary).some(
      (facet) => !facet.generic && facetCoverage(facet, (term) => all.has(term)) === 0,
    );
  return facets
    .filter(isMissing)
    .flatMap(([name]) => (name !== undefined && name.length >= nameMin(name) ? [name] : []))
    .slice(0, namedMax);
}

/** Shorter words name nothing: "ok". */
function nameMin(name: string): number {
  return /\p{Script=Han}/u.test(name) ? 1 : 3;
}
