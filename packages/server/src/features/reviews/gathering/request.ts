import type { AnswerRequest } from '../../../pipeline/context.ts';

/** A validated topic. */
export type ReviewRequest = Omit<AnswerRequest, 'fileContent' | 'history' | 'images'>;
