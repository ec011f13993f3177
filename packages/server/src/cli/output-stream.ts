import type { Writable } from 'node:stream';

/** The exit code of a program that SIGPIPE ends, as shells report it: 128 and the number of the signal. */
export const brokenPipeExitCode = 141;

/**
 * The rejection of a write that standard output did not take. A class of its own: EPIPE alone may as well come from
 * the socket of a database, which is an error to report.
 */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** Standard output or standard error of the process, either of which its reader may close at any time. */
export type OutputStream = {
  /** Writes, and drops the text after a write has failed. */
  write(text: string): void;
  /** Writes, and resolves when the reader has room for more. Rejects with OutputError after a write has failed. */
  writeAndWait(text: string): Promise<void>;
  /** Resolves when every write has succeeded or failed. */
  settle(): Promise<void>;
  /** Adds a callback for the first write that fails; the returned function removes it. */
  onFailure(callback: () => void): () => void;
  /** The error code of the first write that failed, such as EPIPE (the reader is gone) or ENOSPC; undefined until then. */
  failure(): string | undefined;
};

/** Takes charge of the errors of a stream, which would end the process as uncaught exceptions. */
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
