import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of a process so far, in milliseconds: of all its threads, and of the one that its event loop runs on. */
export type CpuTime = { all: number; loop: number };

/** Reads it from Linux, to the nanosecond and whatever else the machine does; zeros elsewhere. */
export function cpuTimeOf(pid: number): CpuTime {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const all = threads.reduce((sum, thread) => sum + threadMs(pid, thread), 0);
    return { all, loop: threadMs(pid, String(pid)) };
  } catch {
    return { all: 0, loop: 0 };
  }
}

function threadMs(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    // It ended between the listing and the look.
    return 0;
  }
}
