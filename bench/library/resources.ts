import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a command and its child processes through NODE_OPTIONS: at its end, each process appends a line with its peak
 * resident memory, in kilobytes, and its CPU time, in microseconds, to the file named by BENCH_RESOURCES_FILE.
 */
const path = process.env.BENCH_RESOURCES_FILE;
if (isMainThread && path)
  process.once('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    appendFileSync(path, `${maxRSS} ${userCPUTime + systemCPUTime}\n`);
  });
