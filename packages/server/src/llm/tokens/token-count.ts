import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { estimateTokens } from '@citewell/core/text/token-estimate.ts';

/** Counts tokens of texts, for providers that do not report them. */
export type TokenCounter = {
  /** Counts with the tokenizer, or by characters if it takes too long; never rejects. */
  count(text: string): Promise<number>;
  close(): Promise<void>;
};

export type TokenCounterOptions = {
  /** Milliseconds for a count: the first loads the tokenizer, which takes 0.3 s on an idle core. */
  timeoutMs?: number;
  /** Milliseconds after which an unused tokenizer is unloaded: it takes 74–110 MB. */
  idleMs?: number;
};

/** Counts o200k tokens in a worker thread: on the event loop, a tokenizer would block every stream. */
export function createTokenCounter({
  timeoutMs = 5_000,
  idleMs = 60_000,
}: TokenCounterOptions = {}): TokenCounter {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const waiting = new Map<number, (count: number | undefined) => void>();

  function start(): Worker {
    const file = new URL(`./token-count-worker${extname(import.meta.url)}`, import.meta.url);
    const started = new Worker(file);
    started.on('message', ({ id, count }: { id: number; count: number }) => waiting.get(id)?.(count));
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      for (const answer of waiting.values()) answer(undefined);
    });
    return started;
  }
  async function stop(): Promise<void> {
    clearTimeout(idle);
    await worker?.terminate();
  }

  return {
    async count(text) {
      if (text === '') return 0;
      clearTimeout(idle);
      worker ??= start();
      // Keeps the process alive only while somebody waits.
      worker.ref();
      lastId += 1;
      const id = lastId;
      const counted = await new Promise<number | undefined>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs, undefined);
        waiting.set(id, (count) => {
          clearTimeout(timer);
          resolve(count);
        });
        worker?.postMessage({ id, text });
      });
      waiting.delete(id);
      if (waiting.size === 0) {
        worker?.unref();
        idle = setTimeout(() => void stop(), idleMs).unref();
      }
      return counted ?? Math.ceil(estimateTokens(text));
    },
    close: stop,
  };
}
