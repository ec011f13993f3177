import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FileError } from './file-error.ts';
import type { FileReader } from './file-reader.ts';
import type { Inspection } from './inspect-file.ts';
import type { ItemPortion } from './read-portions.ts';
import type { ReaderReply, ReaderRequest, ReaderTask } from './reader-messages.ts';
import { withStored } from './stored-records.ts';

/**
 * Size of the young generation of a reader thread, whose objects live for milliseconds: a larger one would only touch
 * more memory.
 */
const maxYoungGenerationSizeMb = 16;

/**
 * Creates a reader in a separate thread: decompressing, parsing and encoding continue while the calling thread indexes.
 */
export function createThreadReader(): FileReader {
  const file = new URL(`./reader-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { resourceLimits: { maxYoungGenerationSizeMb } });
  /** Replies not yet consumed, and the consumer waiting for the next one. */
  const replies: ReaderReply[] = [];
  let failure: unknown;
  let wake = () => {};

  worker.on('message', (reply: ReaderReply) => {
    replies.push(reply);
    wake();
  });
  const fail = (error: unknown) => {
    failure ??= error;
    wake();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that reads files has ended')));

  const tell = (request: ReaderRequest) => worker.postMessage(request);

  async function next(): Promise<ReaderReply> {
    for (;;) {
      const reply = replies.shift();
      if (reply) return reply;
      if (failure !== undefined) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  /** Waits for the end of a task without portions. */
  async function run(task: ReaderTask): Promise<Inspection | undefined> {
    tell(task);
    const reply = await next();
    if ('failed' in reply) throw errorOf(reply.failed);
    return 'done' in reply ? reply.done : undefined;
  }

  async function* portions(): AsyncGenerator<ItemPortion> {
    for (;;) {
      const reply = await next();
      if ('failed' in reply) throw errorOf(reply.failed);
      if ('done' in reply) return;
      yield { ...reply.portion, items: withStored(reply.portion.items, reply.stored) };
      tell({ do: 'more' });
    }
  }

  return {
    async inspect(path) {
      const inspection = await run({ do: 'inspect', path });
      if (!inspection) throw new Error(`no inspection of ${path} was returned`);
      return inspection;
    },
    async check(path, isPacked) {
      await run({ do: 'check', path, isPacked });
    },
    read(path, isPacked, size) {
      tell({ do: 'read', path, isPacked, size });
      return portions();
    },
    async close() {
      await worker.terminate();
    },
  };
}

function errorOf(failed: Extract<ReaderReply, { failed: unknown }>['failed']): unknown {
  return 'sentence' in failed ? new FileError(failed.sentence, failed.line) : failed.cause;
}
