import type { AnswerRequest } from '../../../pipeline/context.ts';

/** A topic as the door let it in. */
export type ReviewRequest = Omit<AnswerRequest, 'fileContent' | 'history' | 'images'>;
