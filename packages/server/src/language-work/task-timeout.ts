import { ServiceError } from '@citewell/core/errors.ts';

/** A task was stopped because it took too long. If not caught, the call fails with this 503. */
export class TaskTimeout extends ServiceError {
  /** `workMs` is the time for which it ran, in milliseconds. */
  constructor(workMs: number) {
    const seconds = workMs / 1_000;
    super('overloaded', {
      headers: { 'Retry-After': '5' },
      detail: {
        en: `Processing the text took more than ${seconds} s and was stopped; this says nothing about the evidence. Shorten the text, or try again in a moment.`,
        zh: `处理文本超过 ${seconds} 秒，已放弃；这并不代表没有相关证据。请缩短文本，或稍后重试。`,
      },
    });
  }
}

/** Returns the task's result, or that of `otherwise` if it was stopped because it took too long. */
export async function unlessTooLong<Result, Otherwise>(
  task: Promise<Result>,
  otherwise: () => Otherwise,
): Promise<Result | Otherwise> {
  try {
    return await task;
  } catch (error) {
    if (error instanceof TaskTimeout) return otherwise();
    throw error;
  }
}
