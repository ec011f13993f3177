import { loadClaims } from '../citation-sets.ts';
import type { JudgedClaim } from './judged-claim.ts';

/** Claims annotated by others, which are reported and not used for tuning. */
export const annotatedSets = { SciFact: 'scifact-dev', 'Citation-Integrity': 'citint-dev' } as const;

/**
 * Loads claims with their annotators' labels: "consistent" is supported, "inconsistent" and "not enough" are not. Undefined
 * without ../shared/data.
 */
export function loadAnnotated(set: (typeof annotatedSets)[keyof typeof annotatedSets]) {
  const relations = {
    consistent: 'supports',
    inconsistent: 'contradicts',
    not_enough: 'not_stated',
  } as const;
  return loadClaims(set)?.map(
    ({ id, sentence, title, abstract, label, kind, docId }): JudgedClaim => ({
      id,
      sentence,
      article: { title, abstract, publicationTypes: undefined },
      language: 'en',
      holds: label === 'consistent',
      relation: relations[label],
      class: kind,
      pair: undefined,
      evidence: undefined,
      document: docId,
    }),
  );
}
