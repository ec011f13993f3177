import type { discussion } from './discussion/discussion.ts';
import type { review } from './writing/review.ts';

/** Writes a review. Its modules, a tenth of the service's, are loaded with the first one. */
export const lazyReview: typeof review = async (...given) =>
  (await import('./writing/review.ts')).review(...given);

/** Writes a discussion, loaded in the same way. */
export const lazyDiscussion: typeof discussion = async (...given) =>
  (await import('./discussion/discussion.ts')).discussion(...given);
