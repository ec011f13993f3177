import { ServiceError } from '@citewell/core/errors.ts';
import { reviewMessages } from '../writing/review-messages.ts';

/** A time after which work is told to stop while there is still some left to deliver what is done. */
export type TimeLimit = {
  /** Fires when the caller's does, and when the time is up. */
  signal: AbortSignal;
  /** The caller's alone. */
  outer: AbortSignal;
  /** True where only the time is up: the caller still waits. */
  isUp(): boolean;
  clear(): void;
};

export function startTimeLimit(outer: AbortSignal, ms: number): TimeLimit {
  const controller = new AbortController();
  const leave = () => controller.abort(outer.reason);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort(outOfTime());
  }, ms);
  if (outer.aborted) leave();
  else outer.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    outer,
    isUp: () => isOver && !outer.aborted,
    clear() {
      clearTimeout(timer);
      outer.removeEventListener('abort', leave);
    },
  };
}

function outOfTime(): ServiceError {
  return new ServiceError('upstream_unavailable', {
    detail: { en: reviewMessages.en.outOfTime, zh: reviewMessages.zh.outOfTime },
  });
}
