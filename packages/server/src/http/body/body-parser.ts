import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { invalidRequest, ServiceError } from '@citewell/core/errors.ts';
import { parseJsonObject } from './parse-json.ts';
import type { Parsed } from './parse-worker.ts';

/** Bytes above which bodies are parsed off the event loop: parsing 27 MB takes six times as long as passing it to a thread. */
const largeBytes = 256 * 1024;

/** Milliseconds after which an idle thread is ended to release its memory. */
const idleMs = 30_000;

/** Memory of the thread in MB: several times the largest body of any route. */
const memoryMb = 512;

type Waiting = {
  bytes: Buffer;
  /** Returns false if the result is no longer needed. */
  isWanted: () => boolean;
  done: (error: Error | null, value?: Record<string, unknown>) => void;
};

/** Parses bodies: small ones at once, large ones one after another in a thread that starts with the first of them. */
export class BodyParser {
  readonly #waiting: Waiting[] = [];
  #thread: Worker | undefined;
  #current: Waiting | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Calls back with the object, or with 400 invalid_request; 503 overloaded if the thread was lost. Takes ownership of the bytes. */
  parse(
    bytes: Buffer,
    isWanted: () => boolean,
    done: (error: Error | null, value?: Record<string, unknown>) => void,
  ): void {
    if (bytes.length > largeBytes) {
      this.#waiting.push({ bytes, isWanted, done });
      this.#next();
      return;
    }
    let value: Record<string, unknown>;
    try {
      value = parseJsonObject(bytes);
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null, value);
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread?.terminate();
  }

  #next(): void {
    if (this.#current) return;
    let next = this.#waiting.shift();
    while (next && !next.isWanted()) {
      next.done(new ServiceError('request_timeout'));
      next = this.#waiting.shift();
    }
    clearTimeout(this.#idle);
    if (!next) {
      this.#idle = setTimeout(() => void this.#thread?.terminate(), idleMs).unref();
      return;
    }
    this.#current = next;
    this.#thread ??= this.#start();
    // From here on the thread owns them; they must not be read here.
    this.#thread.postMessage(next.bytes, [next.bytes.buffer as ArrayBuffer]);
  }

  #start(): Worker {
    const file = new URL(`./parse-worker${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    thread.on('message', (parsed: Parsed) => {
      if ('value' in parsed) this.#end(null, parsed.value);
      else this.#end(parsed.rejected ? invalidRequest(parsed.rejected) : new ServiceError('invalid_request'));
    });
    thread.on('error', () => {});
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      this.#end(new ServiceError('overloaded', { headers: { 'Retry-After': '5' } }));
    });
    return thread;
  }

  #end(error: Error | null, value?: Record<string, unknown>): void {
    const { done } = this.#current ?? {};
    this.#current = undefined;
    done?.(error, value);
    this.#next();
  }
}
