import { setTimeout as delay } from 'node:timers/promises';
import { Cron } from 'croner';

export type Schedule = {
  /** Returns the time of the next run. */
  next(): Date | null;
  /** Runs the scheduled work. */
  run(): Promise<void>;
  /** Stops the schedule and the running work; resolves when that has ended. */
  stop(): Promise<void>;
};

export type ScheduleOptions = {
  /** Schedule in cron syntax, in the machine's time zone: minute, hour, day, month, day of the week. */
  expression: string;
  work(signal: AbortSignal): Promise<void>;
  /** Random number, 0 to 1: everybody's clocks strike at the same time, and NCBI has one server. */
  random?: () => number;
  /** Maximum random delay of the start, in milliseconds. */
  spreadMs?: number;
};

/** Returns true if the expression can be scheduled. */
export function isSchedule(expression: string): boolean {
  try {
    return new Cron(expression, { mode: '5-part', paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

/** Runs the work on schedule, one run at a time. Does not keep the process alive. */
export function schedule(options: ScheduleOptions): Schedule {
  const { expression, work, random = Math.random, spreadMs = 5 * 60_000 } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function begin(): Promise<void> {
    try {
      await delay(random() * spreadMs, undefined, { signal: stopping.signal, ref: false });
    } catch {
      return;
    }
    await work(stopping.signal);
  }

  async function run(): Promise<void> {
    running ??= begin().finally(() => {
      running = undefined;
    });
    return running;
  }

  const job = new Cron(expression, { mode: '5-part', unref: true, protect: true }, run);
  return {
    next: () => job.nextRun(),
    run,
    async stop() {
      job.stop();
      stopping.abort();
      await running;
    },
  };
}
