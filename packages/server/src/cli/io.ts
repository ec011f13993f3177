import { constants, setPriority, userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Language } from '@citewell/sdk';
import type { Sentence } from '../errors.ts';
import { readSecretly } from './read-secretly.ts';

/** What a command reads and writes, so that tests can stand in for the terminal. */
export type CliIo = {
  out(text: string): void;
  /** The same for much of it: resolves when whoever reads it has made room for more, rejects where nobody reads any more. */
  write(text: string): Promise<void>;
  err(text: string): void;
  environment: Record<string, string | undefined>;
  /** Whether somebody watches what is printed; else it goes into a file or another program. */
  isTerminal: boolean;
  /** Who runs the program, as the machine knows them. */
  user(): string;
  /** All of standard input. */
  readInput(): Promise<string>;
  /** Standard input as it comes. */
  input(): AsyncIterable<Uint8Array>;
  /** Asks at the terminal and does not show what is typed. Undefined where there is no terminal, or it was given up. */
  askSecretly(question: Sentence): Promise<string | undefined>;
  /** For work of minutes: from now on the process lets all others go first. */
  giveWay(): void;
  /** Calls back on Ctrl-C, and where the program that started us is gone, until the returned function is called. */
  onInterrupt(callback: () => void): () => void;
};

export const processIo: CliIo = {
  out(text) {
    // `citewell keys list | head -1`: nobody reads the rest, which is no failure of the command.
    if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', endQuietly);
    process.stdout.write(text);
  },
  write(text) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // The same error comes as an event too, which would end the process.
    process.stdout.once('error', reject);
    process.stdout.write(text, (error) => {
      if (error) return reject(error);
      process.stdout.off('error', reject);
      resolve();
    });
    return promise;
  },
  err: (text) => process.stderr.write(text),
  environment: process.env,
  isTerminal: process.stdout.isTTY === true && process.stderr.isTTY === true,
  user: osUser,
  readInput: () => text(process.stdin),
  input: () => process.stdin,
  async askSecretly(question) {
    if (!process.stdin.isTTY) return undefined;
    process.stderr.write(`${question[terminalLanguage(process.env)]} `);
    return readSecretly(process.stdin, process.stderr);
  },
  giveWay: () => setPriority(constants.priority.PRIORITY_LOW),
  onInterrupt(callback) {
    process.once('SIGINT', callback);
    // Only one of ours keeps a channel to us: the service, for work that an operator's page asked for.
    process.once('disconnect', callback);
    return () => process.off('SIGINT', callback).off('disconnect', callback);
  },
};

function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
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
export function say(io: CliIo, sentence: Sentence): void {
  io.out(`${sentence[terminalLanguage(io.environment)]}\n`);
}

/** One line for people about what went wrong, on standard error. */
export function complain(io: CliIo, sentence: Sentence): void {
  io.err(`${sentence[terminalLanguage(io.environment)]}\n`);
}
