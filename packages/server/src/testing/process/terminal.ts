import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import type { CliIo } from '../../cli/io.ts';
import { runCli } from '../../cli/main.ts';
import { openSqliteAccounts } from '../../database/sqlite/store.ts';
import type { Passwords } from '../../identity/password.ts';
import { createCheapPasswords } from './cheap-passwords.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Result of a command line. */
export type Run = { code: number; out: string; err: string };

/**
 * Input of a person: standard input, and replies to hidden prompts. `passwords` hashes those of administrators, by default at
 * a reduced cost.
 */
export type Typed = { input?: string; answers?: string[]; passwords?: Passwords };

/** Terminal whose input and output are recorded. */
export function captured(environment: CliIo['environment'] = {}, typed: Typed = {}, isTerminal = false) {
  const text = { out: '', err: '' };
  let interrupt = () => {};
  const io: CliIo = {
    out: (part) => {
      text.out += part;
    },
    async write(part) {
      text.out += part;
    },
    err: (part) => {
      text.err += part;
    },
    environment,
    passwords: typed.passwords ?? createCheapPasswords(),
    isTerminal,
    user: () => 'tester',
    readInput: async () => typed.input ?? '',
    async *input() {
      yield Buffer.from(typed.input ?? '');
    },
    askSecretly: async () => typed.answers?.shift(),
    // Otherwise the tests' own process would stay slow.
    lowerPriority() {},
    onInterrupt(callback) {
      interrupt = callback;
      return () => {
        interrupt = () => {};
      };
    },
  };
  return { io, text, interrupt: () => interrupt() };
}

/** Creates a terminal in its own folder with empty accounts, in English by default. */
export function terminal(t: TestContext, environment: CliIo['environment'] = {}) {
  const dataDir = temporaryFolder(t);
  void openSqliteAccounts({
    path: join(dataDir, 'citewell.db'),
    clock: systemClock,
    quotaTimeZone: 'UTC',
  }).close();
  const settings = { CITEWELL_DATA_DIR: dataDir, CITEWELL_SOURCES: 'library', ...environment };
  async function run(argv: string[], typed?: Typed): Promise<Run> {
    const { io, text } = captured(settings, typed);
    const code = await runCli(argv, io);
    return { code, ...text };
  }
  return {
    dataDir,
    run: (...argv: string[]) => run(argv),
    /** Runs a command while a person types. */
    runTyping: (typed: Typed, ...argv: string[]) => run(argv, typed),
  };
}

/** Environment of a terminal in Chinese. */
export const chinese = { LC_ALL: 'zh_CN.UTF-8' };
