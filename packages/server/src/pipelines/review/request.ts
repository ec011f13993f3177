import type { AnswerRequest } from '../context.ts';

/** A topic as the door let it in. */
export type ReviewRequest = Omit<AnswerRequest, 'fileContent' | 'history' | 'images'>;
