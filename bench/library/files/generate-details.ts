import type { BibliographicDetails } from '../../../packages/core/src/records/article.ts';
import { groupEnd } from './generate-names.ts';
import { below, type Random, randomOf } from './generate-random.ts';

/** Source details of a record, and the first author's affiliation, which records have since 1988. */
export function makeDetails(pmid: string, authors: readonly string[], time: number): BibliographicDetails {
  const random = randomOf(0xde7a1, Number(pmid));
  const [first] = authors;
  return {
    issn: `${1_000 + below(random, 9_000)}-${1_000 + below(random, 9_000)}`,
    volume: String(Math.max(1, Math.floor(time) - 1950)),
    issue: String(1 + below(random, 12)),
    pages: String(1 + below(random, 2_000)),
    ...(first !== undefined &&
      !first.endsWith(groupEnd) &&
      time > 1988 && { affiliations: [affiliation(random)] }),
  };
}

const places = ['Department of Medicine', 'Institute of Physiology', 'School of Public Health', 'Laboratory'];

/** Generates a fictitious affiliation. */
export function affiliation(random: Random): string {
  return `${places[below(random, places.length)]}, University Hospital ${below(random, 3_000)}, Street of the Universities ${below(random, 400)}, Some City, Some Country.`;
}
