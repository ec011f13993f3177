import { readFileSync } from 'node:fs';

/** CPU time of a process so far, in milliseconds: of all its threads, and of the thread of its event loop. */
export type CpuTime = { all: number; loop: number };

/** Unit of /proc/PID/stat: 100 ticks a second on every Linux on which Node runs. */
const msPerTick = 10;

/**
 * Reads the CPU time from Linux, regardless of other load: to the nanosecond for the event loop, to 10 ms for the process.
 * The times of the process include threads that have ended, which a sum over its threads would miss; zeros on other
 * systems.
 */
export function cpuTimeOf(pid: number): CpuTime {
  try {
    const loop = Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
    // The name of the command, in brackets, may contain spaces. User and system time are the 14th and 15th fields.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { all: (Number(fields[11]) + Number(fields[12])) * msPerTick, loop };
  } catch {
    return { all: 0, loop: 0 };
  }
}
