import type { ReviewIncludable, SectionRewrite } from '@citewell/sdk';
import type { AnswerRequest } from '../../../pipeline/context.ts';

/** A validated topic. */
export type ReviewRequest = Omit<AnswerRequest, 'fileContent' | 'history' | 'images' | 'include'> & {
  include: readonly ReviewIncludable[];
  /** Heading of the section to rewrite, in the review of an earlier call. */
  rewrite?: SectionRewrite;
};
