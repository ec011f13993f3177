import type { SearchQuery } from '@citewell/core/records/query.ts';
import { meshClass } from '../../../literature/query/mesh/mesh.ts';

/** Lets members of a drug class cover its part of the topic: a record on ticagrelor is one on antiplatelet drugs. */
export function withClassMembers({ facets, ...query }: SearchQuery): SearchQuery {
  const membersOf = (facet: readonly string[]) =>
    (query.subjects ?? [])
      .filter(({ wordings }) => wordings.some((wording) => facet.includes(wording)))
      .flatMap(({ wordings }) => wordings.filter((wording) => meshClass(wording) !== undefined));
  return {
    ...query,
    facets: facets.map((facet) =>
      // A topic on one member covers only that one.
      facet.some((wording) => meshClass(wording) !== undefined)
        ? facet
        : [...new Set([...facet, ...membersOf(facet)])],
    ),
  };
}
