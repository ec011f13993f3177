import type { ReviewIncludable, SectionRewrite } from '@citewell/sdk';
import type { AnswerRequest } from '../../../pipeline/context.ts';

/** A validated topic. */
export type ReviewRequest = Omit<AnswerRequest, 'fileContent' | 'history' | 'images' | 'include'> & {
  include: readonly ReviewIncludable[];
  /** Keeps the records that are not included, since single findings of theirs may be compared. */
  keepsOthers?: true;
  /** Heading of the section to rewrite, in the review of an earlier call. */
  rewrite?: SectionRewrite;
};
