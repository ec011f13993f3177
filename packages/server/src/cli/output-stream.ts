import type { Writable } from 'node:stream';

/** Exit code of a program ended by SIGPIPE, as shells report it: 128 plus the signal number. */
export const brokenPipeExitCode = 141;

/**
 * Failure of a write to standard output. A separate class: EPIPE alone may also come from a database socket, which is
 * an error to report.
 */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Standard output or standard error of the process, either of which its reader may close at any time. */
export type OutputStream = {
  /** Writes, and drops text after a write has failed. */
  write(text: string): void;
  /** Writes, and resolves when the reader has room for more. Rejects with OutputError after a write has failed. */
  writeAndWait(text: string): Promise<void>;
  /** Resolves when every write has succeeded or failed. */
  settle(): Promise<void>;
  /** Adds a callback for the first write that fails; the returned function removes it. */
  onFailure(callback: () => void): () => void;
  /** Error code of the first failed write, such as EPIPE (the reader has gone) or ENOSPC; undefined until then. */
  failure(): string | undefined;
};

/** Handles the errors of a stream, which would otherwise end the process as uncaught exceptions. */
export function openOutputStream(stream: Writable): OutputStream {
  let failure: string | undefined;
  const callbacks = new Set<() => void>();

  function fail(error: NodeJS.ErrnoException): void {
    if (failure !== undefined) return;
    failure = error.code ?? error.name;
    for (const callback of callbacks) callback();
  }

  function writeAndWait(text: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (failure !== undefined) reject(new OutputError(failure));
    else
      stream.write(text, (error) => {
        if (!error) return resolve();
        fail(error);
        reject(new OutputError(failure));
      });
    return promise;
  }

  stream.on('error', fail);
  return {
    write(text) {
      if (failure === undefined) stream.write(text);
    },
    writeAndWait,
    settle: () => writeAndWait('').catch(() => {}),
    onFailure(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
    failure: () => failure,
  };
}
