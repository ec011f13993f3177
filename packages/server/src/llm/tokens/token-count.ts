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
  /** The first count loads the tokenizer: 0.3 s on an idle core. */
  timeoutMs?: number;
  /** The loaded tokenizer holds 74–110 MB: unused, it goes. */
  idleMs?: number;
};

/** o200k counts in a worker thread: a tokenizer on the event loop would stop every stream for as long as it runs. */
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
      // Held by the process only while somebody waits.
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
        idle = setTimeout(stop, idleMs).unref();
      }
      return counted ?? Math.ceil(estimateTokens(text));
    },
    close: stop,
  };
}
