import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { answerCommands } from './commands.ts';

/**
 * Loaded into every measured process by `--import`: measures its CPU time, its memory and the delays of its event loop from
 * inside. CPU time includes all threads, those of workers and of the garbage collector too.
 */
export type Cpu = { micros: number };
export type Memory = { rssBytes: number; heapBytes: number };
export type LoopDelay = { p50Ms: number; p99Ms: number; maxMs: number };

/** The histogram contains the time between two ticks of this many milliseconds, not only the delay. */
const resolution = 1;
let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;

function loopDelay(): LoopDelay {
  histogram?.disable();
  const delayMs = (nanos: number | undefined) => Math.max(0, (nanos ?? Number.NaN) / 1e6 - resolution);
  return {
    p50Ms: delayMs(histogram?.percentile(50)),
    p99Ms: delayMs(histogram?.percentile(99)),
    maxMs: delayMs(histogram?.max),
  };
}

/** Repeated in later turns, because objects released by finalizers and weak references become garbage only then. */
async function collectGarbage(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    globalThis.gc?.();
    await delay(50);
  }
  globalThis.gc?.();
}

// Workers inherit --import; only the main thread has the event loop that carries the streams.
if (isMainThread && process.send) {
  // No measured process survives a bench that was killed.
  process.once('disconnect', () => process.exit());
  answerCommands({
    cpu(): Cpu {
      const { user, system } = process.cpuUsage();
      return { micros: user + system };
    },
    async memory(options: { collectGarbage: boolean }): Promise<Memory> {
      if (options.collectGarbage) await collectGarbage();
      const { rss, heapUsed } = process.memoryUsage();
      return { rssBytes: rss, heapBytes: heapUsed };
    },
    watchLoop() {
      histogram = monitorEventLoopDelay({ resolution });
      histogram.enable();
    },
    loopDelay,
  });
  // A measured server must still end by itself when it closes.
  process.channel?.unref();
}
