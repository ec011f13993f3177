import { fstatSync, write } from 'node:fs';
import { Socket } from 'node:net';

/** What may wait to be written; lines beyond it are dropped, and counted. */
const waitingMaxLength = 1024 * 1024;

export type Output = {
  write(text: string): void;
  /** Resolves when all is written, or the time is up. */
  flush(timeoutMs: number): Promise<void>;
};

/**
 * A descriptor to print to without ever waiting for its reader. Node writes to pipes synchronously: whoever stops
 * reading our log would stop the service. Nothing else may write to the same descriptor.
 */
export function openOutput(fd: number): Output {
  const write = openSink(fd);
  let waiting = '';
  let dropped = 0;
  let writing = false;
  let onIdle = () => {};

  function next(): void {
    if (writing) return;
    if (waiting === '') {
      onIdle();
      return;
    }
    const batch =
      dropped > 0 ? `${waiting}{"level":"warn","event":"log_dropped","count":${dropped}}\n` : waiting;
    waiting = '';
    dropped = 0;
    writing = true;
    write(Buffer.from(batch), () => {
      writing = false;
      next();
    });
  }

  return {
    write(text) {
      if (waiting.length + text.length > waitingMaxLength) dropped += 1;
      else waiting += text;
      next();
    },
    async flush(timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      onIdle = resolve;
      const timer = setTimeout(resolve, timeoutMs);
      next();
      await promise;
      clearTimeout(timer);
    },
  };
}

type Sink = (bytes: Buffer, done: () => void) => void;

/** Errors end a batch and no more: there is nowhere left to tell them. */
function openSink(fd: number): Sink {
  const kind = fstatSync(fd);
  if (!kind.isFIFO() && !kind.isSocket()) return (bytes, done) => write(fd, bytes, done);
  const socket = new Socket({ fd, readable: false, writable: true });
  socket.on('error', () => {});
  // A log nobody reads must not keep a process alive that is otherwise done.
  socket.unref();
  return (bytes, done) => {
    if (socket.destroyed) done();
    else socket.write(bytes, () => done());
  };
}
