import type { Clock } from '@citewell/core/clock.ts';

/** Time limit of a caller. The deadline, in epoch milliseconds, is read whenever it matters, since it may move. */
export type Deadline = { signal: AbortSignal; readonly deadline: number };

export type CoalescerOptions = {
  clock: Clock;
  /** Creates the error of a caller whose deadline passes while others keep waiting. */
  timeout: () => Error;
};

type InFlightRequest<T> = {
  result: Promise<T>;
  controller: AbortController;
  waiters: number;
  /** Latest deadline among its waiting callers. */
  deadline: number;
  /** Callers whose own deadline has passed, which would have ended the work themselves. */
  overdue: Set<() => void>;
};

const timeoutMax = 2 ** 31 - 1;

/**
 * Runs equal requests once: concurrent callers with the same key get the same result. Each waits for its own deadline,
 * and the work has the latest of them. A caller that aborts or runs out of time leaves alone; the last one aborts the
 * work. Results are shared by reference and must not be modified.
 */
export function createCoalescer<T>({
  clock,
  timeout,
}: CoalescerOptions): (
  key: string,
  timeLimit: Deadline,
  work: (timeLimit: Deadline) => Promise<T>,
) => Promise<T> {
  const flights = new Map<string, InFlightRequest<T>>();

  function startRequest(
    key: string,
    deadline: number,
    work: (timeLimit: Deadline) => Promise<T>,
  ): InFlightRequest<T> {
    const controller = new AbortController();
    const flight: Omit<InFlightRequest<T>, 'result'> = {
      controller,
      waiters: 0,
      deadline,
      overdue: new Set(),
    };
    const timeLimit = {
      signal: controller.signal,
      get deadline() {
        return flight.deadline;
      },
    };
    const result = work(timeLimit).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    // All callers may have left before it fails.
    result.catch(() => {});
    const begun = Object.assign(flight, { result });
    flights.set(key, begun);
    return begun;
  }

  return (key, { signal, deadline }, work) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const flight = flights.get(key) ?? startRequest(key, deadline, work);
      flight.waiters++;
      if (deadline > flight.deadline) {
        flight.deadline = deadline;
        for (const leaveOverdue of flight.overdue) leaveOverdue();
      }
      const leave = (reason: unknown) => {
        stopWaiting();
        reject(reason);
        if (--flight.waiters > 0) return;
        if (flights.get(key) === flight) flights.delete(key);
        flight.controller.abort();
      };
      const abort = () => leave(signal.reason);
      const leaveInTime = () => leave(timeout());
      const timer = setTimeout(
        () => {
          if (deadline < flight.deadline) leaveInTime();
          // No caller has more time: the work ends by itself, with a more precise error.
          else flight.overdue.add(leaveInTime);
        },
        Math.min(deadline - clock.now(), timeoutMax),
      );
      const stopWaiting = () => {
        clearTimeout(timer);
        flight.overdue.delete(leaveInTime);
        signal.removeEventListener('abort', abort);
      };
      signal.addEventListener('abort', abort, { once: true });
      flight.result.then(resolve, reject).finally(stopWaiting);
    });
}
