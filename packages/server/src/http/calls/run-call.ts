import { ServiceError } from '@citewell/core/errors.ts';
import { packReply, type StoredReply } from '../../accounting/idempotency/idempotency.ts';
import type { Outcome, Settlement } from '../../accounting/settlement.ts';
import type { LanguageWorkers } from '../../language-work/language-work.ts';
import { noteFacts } from '../guards/request-facts.ts';
import type { Drain } from '../server/drain.ts';
import { isClientDisconnected } from '../server/is-client-disconnected.ts';
import type { RequestFailures } from '../server/request-failures.ts';
import type { AbandonedWork } from './abandoned-work.ts';
import type { MeteredCall } from './metered-call.ts';

export type CallLimits = {
  /** Deadline for the whole call, from its admission, in milliseconds. */
  deadlineMs: number;
  /** Deadline for a review, which is written in steps, in milliseconds. */
  reviewDeadlineMs: number;
  /** Silence of a review or discussion after which it repeats the current activity, in milliseconds. */
  repeatProgressAfterMs: number;
  /** Time allowed for work to end after it was aborted, in milliseconds, before it is abandoned. */
  abandonAfterMs: number;
};

export const defaultCallLimits: CallLimits = {
  deadlineMs: 120_000,
  reviewDeadlineMs: 600_000,
  repeatProgressAfterMs: 10_000,
  abandonAfterMs: 1_000,
};

/** Calls `onDue` once after this many milliseconds, unless the returned function is called first. */
export type StartTimer = (ms: number, onDue: () => void) => () => void;

export const startTimer: StartTimer = (ms, onDue) => {
  const timer = setTimeout(onDue, ms);
  return () => clearTimeout(timer);
};

export type CallDependencies = {
  drain: Drain;
  failures: RequestFailures;
  limits: CallLimits;
  /** Starts the deadline of a call. */
  startTimer: StartTimer;
  abandoned: AbandonedWork;
  /** Workers that process text off the event loop. */
  workers: LanguageWorkers;
};

/**
 * Callbacks at the end of a call: whether an interrupted call had sent part of an answer, and which reply of a
 * completed one to store for repeated requests.
 */
export type CallEnd<Result> = {
  delivered?: () => boolean;
  /** Returns the error that ended a partial result. */
  endedBy?: (result: Result) => ServiceError | undefined;
  toKeep?: (result: Result) => StoredReply | undefined;
  /** Called once the call is settled, before its result or error is passed on. */
  settled?: (settlement: Settlement) => void;
};

/** Reason for which a call was stopped. */
type Stop = { outcome: Outcome; error: ServiceError };

/**
 * Does the work of an admitted call and settles it on every path: done, failed, client disconnected, out of time, draining.
 * The signal fires at once when the client disconnects. Throws the error for the caller.
 */
export function runCall<Result>(
  metered: MeteredCall,
  dependencies: CallDependencies,
  work: (signal: AbortSignal) => Promise<Result>,
  end: CallEnd<Result> = {},
): Promise<Result> {
  const running = runAndSettle(metered, dependencies, work, end);
  noteFacts(metered.request, { running });
  return running;
}

async function runAndSettle<Result>(
  { request, reply, call }: MeteredCall,
  { drain, limits, startTimer, abandoned }: CallDependencies,
  work: (signal: AbortSignal) => Promise<Result>,
  { delivered = () => false, endedBy = () => undefined, toKeep, settled }: CallEnd<Result>,
): Promise<Result> {
  let isEnded = false;
  const settle = async (outcome: Outcome, isDelivered: boolean, toBeKept?: StoredReply) => {
    isEnded = true;
    noteFacts(request, { outcome });
    const settlement = await call.settle(outcome, isDelivered, toBeKept);
    noteFacts(request, { settlement });
    settled?.(settlement);
  };
  const controller = new AbortController();
  const { signal } = controller;
  let stopped: Stop | undefined;
  const stop = (reason: Stop) => {
    stopped ??= reason;
    controller.abort(stopped.error);
  };
  // reply.raw, not request.raw: the request is closed as soon as its body is read.
  const onClose = () => {
    if (!reply.raw.writableEnded) stop(clientDisconnected);
  };
  reply.raw.on('close', onClose);
  if (isClientDisconnected(reply.raw)) stop(clientDisconnected);
  const stopDeadline = startTimer(limits.deadlineMs, () => stop(outOfTime(limits.deadlineMs)));
  // One controller a call and a list of them, not AbortSignal.any over the process's own signal, which would keep
  // a weak reference for every call there ever was.
  const untrack = drain.track(() => stop(draining));
  try {
    const result = await endWithin(work(signal), signal, limits.abandonAfterMs, () =>
      abandoned.noteCall(request.id),
    );
    if (stopped) throw stopped.error;
    const end = endedBy(result);
    // An incomplete reply is not stored: a repeated request with its key should get the whole.
    const reply = end ? undefined : toKeep?.(result);
    await settle(end ? outcomeOf(end) : 'ok', true, reply && (await packReply(reply)));
    return result;
  } catch (error) {
    if (!isEnded) await settle(stopped?.outcome ?? outcomeOf(error), delivered());
    throw stopped?.error ?? error;
  } finally {
    stopDeadline();
    untrack();
    reply.raw.off('close', onClose);
  }
}

/** Waits for aborted work to end. Work that observes its signal ends in milliseconds; other work must not keep the call open. */
async function endWithin<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  graceMs: number,
  onAbandoned: () => void,
): Promise<Result> {
  const { promise: abandoned, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    timer = setTimeout(() => {
      onAbandoned();
      reject(signal.reason);
    }, graceMs);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, abandoned]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Reason for calls whose client disconnected; its error is never sent. */
const clientDisconnected: Stop = {
  outcome: 'client_disconnected',
  error: new ServiceError('request_timeout'),
};

const draining: Stop = {
  outcome: 'internal_error',
  error: new ServiceError('overloaded', {
    headers: { 'Retry-After': '5' },
    detail: {
      en: 'The service is restarting and had to stop this answer; ask again in a moment.',
      zh: '服务正在重启，本次回答已中断；请稍后重新提问。',
    },
  }),
};

function outOfTime(deadlineMs: number): Stop {
  const seconds = Math.round(deadlineMs / 1000);
  return {
    outcome: 'deadline',
    error: new ServiceError('upstream_unavailable', {
      detail: {
        en: `The answer took more than ${seconds} s and was stopped; this says nothing about the evidence. Try again, or ask a narrower question.`,
        zh: `回答耗时超过 ${seconds} 秒，已中断；这并不代表没有相关证据。请重试，或缩小问题范围。`,
      },
    }),
  };
}

/** Maps the error that ended a call to its outcome. */
export function outcomeOf(error: unknown): Outcome {
  switch (error instanceof ServiceError ? error.code : undefined) {
    case 'article_not_found':
    case 'abstract_unavailable':
      return 'not_found';
    case 'upstream_unavailable':
      return 'upstream_error';
    case 'insufficient_balance':
      return 'insufficient_balance';
    case 'key_disabled':
    // The secret was revoked while the call ran; this code has no other cause here.
    case 'invalid_key':
      return 'key_disabled';
    default:
      return 'internal_error';
  }
}
