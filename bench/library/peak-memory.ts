import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a command and what it starts through NODE_OPTIONS: at its end each process adds a line with its peak resident
 * memory, in kilobytes, to the file named by BENCH_PEAK_FILE.
 */
const path = process.env.BENCH_PEAK_FILE;
if (isMainThread && path)
  process.once('exit', () => appendFileSync(path, `${process.resourceUsage().maxRSS}\n`));
