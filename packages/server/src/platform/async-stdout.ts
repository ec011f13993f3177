import { fstatSync, write } from 'node:fs';
import { Socket } from 'node:net';

/** Maximum length of waiting output; further lines are dropped and counted. */
const waitingMaxLength = 1024 * 1024;

/** Milliseconds within which lines are written together, because a write per request would noticeably slow down small requests. */
const gatherMs = 50;

export type Output = {
  write(text: string): void;
  /** Resolves when everything is written, or the time is up. */
  flush(timeoutMs: number): Promise<void>;
};

/**
 * Opens a descriptor for output that never waits for its reader. Node writes to pipes synchronously, so that a reader that stops
 * reading our log would stop the service. Nothing else may write to the same descriptor.
 */
export function openOutput(fd: number): Output {
  const write = openSink(fd);
  let waiting = '';
  let dropped = 0;
  let state: 'idle' | 'gathering' | 'writing' = 'idle';
  let onIdle = () => {};

  function writeWaiting(): void {
    const note = dropped > 0 ? `{"level":"warn","event":"log_dropped","count":${dropped}}\n` : '';
    const batch = Buffer.from(waiting + note);
    waiting = '';
    dropped = 0;
    state = 'writing';
    write(batch, () => {
      state = 'idle';
      if (waiting === '') onIdle();
      else gather();
    });
  }

  function gather(): void {
    state = 'gathering';
    setTimeout(() => {
      if (state === 'gathering') writeWaiting();
    }, gatherMs);
  }

  return {
    write(text) {
      if (waiting.length + text.length > waitingMaxLength) dropped += 1;
      else waiting += text;
      if (state === 'idle') gather();
    },
    async flush(timeoutMs) {
      if (state === 'idle') return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onIdle = resolve;
      const timer = setTimeout(resolve, timeoutMs);
      if (state === 'gathering') writeWaiting();
      await promise;
      clearTimeout(timer);
    },
  };
}

type Sink = (bytes: Buffer, done: () => void) => void;

/** Opens the sink of a descriptor. An error only ends the current batch, since there is nowhere to report it. */
function openSink(fd: number): Sink {
  const kind = fstatSync(fd);
  if (!kind.isFIFO() && !kind.isSocket()) return (bytes, done) => write(fd, bytes, done);
  const socket = new Socket({ fd, readable: false, writable: true });
  socket.on('error', () => {});
  // An unread log must not keep a finished process alive.
  socket.unref();
  return (bytes, done) => {
    if (socket.destroyed) done();
    else socket.write(bytes, () => done());
  };
}
