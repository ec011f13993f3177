import { ServiceError } from '@citewell/core/errors.ts';
import { reviewMessages } from '../writing/review-messages.ts';

/** Time limit after which work is stopped with some time left to deliver what is finished. */
export type TimeLimit = {
  /** Fires with the caller's signal, or when the time is up. */
  signal: AbortSignal;
  /** The caller's signal only. */
  outer: AbortSignal;
  /** Returns true if only the time is up and the caller is still waiting. */
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
