/** PubMed's publication type of a retracted paper. The notice that retracts it has another type. */
export const retractedType = 'Retracted Publication';

const reviewTypes = new Set([
  'review',
  // Spelling used by journals and therefore by Europe PMC.
  'review-article',
  'systematic review',
  'scoping review',
  'meta-analysis',
  'network meta-analysis',
]);

/** Returns true for the publication type of a review, which reports the findings of others. */
export function isReviewType(publicationType: string): boolean {
  return reviewTypes.has(publicationType.toLowerCase());
}

const noticeTypes = new Set([
  'Retraction of Publication',
  'Expression of Concern',
  'Published Erratum',
  'Retraction Notice',
]);

/** Returns true for a record that only announces something about another one and has no findings of its own. */
export function isNotice({ publicationTypes }: { publicationTypes: readonly string[] }): boolean {
  return publicationTypes.some((type) => noticeTypes.has(type));
}
