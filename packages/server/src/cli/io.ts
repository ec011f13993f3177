import { constants, setPriority, userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Language } from '@citewell/sdk';
import type { Passwords } from '../identity/password.ts';
import { brokenPipeExitCode, type OutputStream, openOutputStream } from './output-stream.ts';
import { promptPassword } from './prompt-password.ts';

/** Input and output of a command, so that tests can replace the terminal. */
export type CliIo = {
  out(text: string): void;
  /**
   * Prints large output: resolves when the reader has room for more. Rejects with OutputError if the reader has gone.
   */
  write(text: string): Promise<void>;
  err(text: string): void;
  environment: Record<string, string | undefined>;
  /** Hashes the passwords of administrators; by default at the usual cost. */
  passwords?: Passwords;
  /** Indicates that output goes to a terminal rather than to a file or another program. */
  isTerminal: boolean;
  /** Returns the user name of the person running the program. */
  user(): string;
  /** Reads all of standard input. */
  readInput(): Promise<string>;
  /** Reads standard input in chunks. */
  input(): AsyncIterable<Uint8Array>;
  /**
   * Prompts at the terminal without echo. Resolves with undefined if there is no terminal, or the prompt was cancelled.
   */
  askSecretly(question: LocalizedMessage): Promise<string | undefined>;
  /** Lowers the priority of the process from now on, for work of minutes. */
  lowerPriority(): void;
  /**
   * Calls back on Ctrl-C, and if the parent program or the reader of standard output has gone, until the returned
   * function is called.
   */
  onInterrupt(callback: () => void): () => void;
};

const streams: { out?: OutputStream; err?: OutputStream } = {};

/** Opened on first use: `serve` uses standard output for its log alone, see `output-stream.ts`. */
function standardOutput(): OutputStream {
  streams.out ??= openOutputStream(process.stdout);
  return streams.out;
}

function standardError(): OutputStream {
  streams.err ??= openOutputStream(process.stderr);
  return streams.err;
}

export const processIo: CliIo = {
  out: (text) => standardOutput().write(text),
  write: (text) => standardOutput().writeAndWait(text),
  err(text) {
    // `citewell … | head -1`: SIGPIPE, which Node ignores, would have ended the command silently.
    if (streams.out?.failure() !== 'EPIPE') standardError().write(text);
  },
  environment: process.env,
  isTerminal: process.stdout.isTTY === true && process.stderr.isTTY === true,
  user: osUser,
  readInput: () => text(process.stdin),
  input: () => process.stdin,
  async askSecretly(question) {
    if (!process.stdin.isTTY) return undefined;
    process.stderr.write(`${question[terminalLanguage(process.env)]} `);
    return promptPassword(process.stdin, process.stderr);
  },
  lowerPriority: () => setPriority(constants.priority.PRIORITY_LOW),
  onInterrupt(callback) {
    process.once('SIGINT', callback);
    // Only our own service keeps a channel to this process, for work that an operator's page requested.
    process.once('disconnect', callback);
    const stopListening = standardOutput().onFailure(callback);
    return () => {
      stopListening();
      process.off('SIGINT', callback).off('disconnect', callback);
    };
  },
};

/**
 * Runs a command in this process and returns its exit code, but 141 if the reader of standard output has gone, as for
 * other programs, and 1 if standard output failed for another reason. Nothing is reported about a reader that has gone.
 */
export async function withProcessOutput(run: () => Promise<number>): Promise<number> {
  // From the start: Node's own warnings go there too, and must not end a service.
  const err = standardError();
  const exitCode = await run();
  await streams.out?.settle();
  await err.settle();
  const failure = streams.out?.failure();
  if (failure === undefined) return exitCode;
  if (failure === 'EPIPE') return brokenPipeExitCode;
  printError(processIo, {
    en: `The output could not be written (${failure}).`,
    zh: `无法写入输出（${failure}）。`,
  });
  return 1;
}

/** A user without an entry in the machine's list, as in containers, is identified by number. */
function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Returns the language of the operator's terminal, from the usual Unix variables. */
export function terminalLanguage({ LC_ALL, LC_MESSAGES, LANG }: CliIo['environment']): Language {
  return /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh' : 'en';
}

/** Prints a line for people on standard output. */
export function printMessage(io: CliIo, sentence: LocalizedMessage): void {
  io.out(`${sentence[terminalLanguage(io.environment)]}\n`);
}

/** Prints an error line for people on standard error. */
export function printError(io: CliIo, sentence: LocalizedMessage): void {
  io.err(`${sentence[terminalLanguage(io.environment)]}\n`);
}
