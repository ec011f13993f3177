import { readFileSync } from 'node:fs';

/** CPU time of a process so far, in milliseconds: of all its threads, and of the one that its event loop runs on. */
export type CpuTime = { all: number; loop: number };

/** The unit of /proc/PID/stat: 100 ticks a second on every Linux that Node runs on. */
const msPerTick = 10;

/**
 * Reads it from Linux, whatever else the machine does: of the event loop to the nanosecond, of the process to 10 ms. The times of
 * the process hold those of threads that ended, which a sum over its threads would lose; zeros elsewhere.
 */
export function cpuTimeOf(pid: number): CpuTime {
  try {
    const loop = Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
    // The name of the command, in brackets, may hold spaces. User and system time are the 14th and 15th fields.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { all: (Number(fields[11]) + Number(fields[12])) * msPerTick, loop };
  } catch {
    return { all: 0, loop: 0 };
  }
}
