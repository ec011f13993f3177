import type { ReviewIncludable, SectionRewrite } from '@citewell/sdk';
import type { AnswerRequest } from '../../../pipeline/context.ts';

/** A validated topic. */
export type ReviewRequest = Omit<AnswerRequest, 'fileContent' | 'history' | 'images' | 'include'> & {
  include: readonly ReviewIncludable[];
  /** The section to write again, by its heading, of the review of an earlier call. */
  rewrite?: SectionRewrite;
};
