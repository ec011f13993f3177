import { constants, setPriority, userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Language } from '@citewell/sdk';
import { brokenPipeExitCode, type OutputStream, openOutputStream } from './output-stream.ts';
import { promptPassword } from './prompt-password.ts';

/** Input and output of a command, so that tests can replace the terminal. */
export type CliIo = {
  out(text: string): void;
  /** The same for much of it: resolves when whoever reads it has made room for more. Rejects with OutputError where nobody reads any more. */
  write(text: string): Promise<void>;
  err(text: string): void;
  environment: Record<string, string | undefined>;
  /** True if output goes to a terminal rather than to a file or another program. */
  isTerminal: boolean;
  /** Returns the user name of the person running the program. */
  user(): string;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** Standard input as it comes. */
  input(): AsyncIterable<Uint8Array>;
  /** Asks at the terminal and does not show what is typed. Undefined where there is no terminal, or it was given up. */
  askSecretly(question: LocalizedMessage): Promise<string | undefined>;
  /** Lowers the priority of the process from now on, for work of minutes. */
  lowerPriority(): void;
  /** Calls back on Ctrl-C, and where the program that started us or the reader of standard output is gone, until the returned function is called. */
  onInterrupt(callback: () => void): () => void;
};

const streams: { out?: OutputStream; err?: OutputStream } = {};

/** Opened by the first use: `serve` has standard output for its log alone, see `output.ts`. */
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
    // `citewell … | head -1`: SIGPIPE, which Node ignores, would have ended the command without another word.
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
    // Only one of ours keeps a channel to us: the service, for work that an operator's page asked for.
    process.once('disconnect', callback);
    const stopListening = standardOutput().onFailure(callback);
    return () => {
      stopListening();
      process.off('SIGINT', callback).off('disconnect', callback);
    };
  },
};

/**
 * Runs a command of this process; its exit code is its own, 141 where the reader of standard output went away, as that of
 * other programs, and 1 where standard output took no more for another reason. Nothing is said of a reader that went away.
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

/** A user without an entry in the machine's list, as containers have them, is known by number. */
function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The language of the operator's terminal, by the variables every Unix program goes by. */
export function terminalLanguage({ LC_ALL, LC_MESSAGES, LANG }: CliIo['environment']): Language {
  return /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh' : 'en';
}

/** One line for people, on standard output. */
export function printMessage(io: CliIo, sentence: LocalizedMessage): void {
  io.out(`${sentence[terminalLanguage(io.environment)]}\n`);
}

/** One line for people about what went wrong, on standard error. */
export function printError(io: CliIo, sentence: LocalizedMessage): void {
  io.err(`${sentence[terminalLanguage(io.environment)]}\n`);
}
