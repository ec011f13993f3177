import type { ReviewIncludable } from '@citewell/sdk';
import type { AnswerRequest } from '../../../pipeline/context.ts';

/** A validated topic. */
export type ReviewRequest = Omit<AnswerRequest, 'fileContent' | 'history' | 'images' | 'include'> & {
  include: readonly ReviewIncludable[];
};
