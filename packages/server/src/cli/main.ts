import { statSync } from 'node:fs';
import { ServiceError } from '@citewell/core/errors.ts';
import { PathError, StorageError } from '@citewell/core/storage-error.ts';
import type { Language } from '@citewell/sdk';
import { ConfigError } from '../platform/config.ts';
import { helpOf, meantWord } from './command-help.ts';
import { type CliIo, printError, processIo, terminalLanguage, withProcessOutput } from './io.ts';
import { readOptions, UsageError, usage } from './options.ts';
import { OutputError } from './output-stream.ts';

type Command = (argv: readonly string[], io: CliIo) => Promise<number>;

// Each command loads only its own modules: `keys list` must not wait for engines and HTTP.
const commands: Record<string, Command> = {
  serve: async (argv) => {
    readOptions(argv, { values: [], flags: [] });
    const { serve } = await import('../app/main.ts');
    return serve();
  },
  ask: async (argv, io) => (await import('./ask.ts')).askCommand(argv, io),
  review: async (argv, io) => (await import('./review.ts')).reviewCommand(argv, io),
  search: async (argv, io) => (await import('./search.ts')).searchCommand(argv, io),
  doctor: async (argv, io) => (await import('./doctor/doctor.ts')).doctorCommand(argv, io),
  health: async (argv, io) => (await import('./health.ts')).healthCommand(argv, io),
  mcp: async (argv, io) => (await import('./mcp.ts')).mcpCommand(argv, io),
  check: async (argv, io) => (await import('./check/check.ts')).checkCommand(argv, io),
  keys: async (argv, io) => (await import('./keys/keys.ts')).keysCommand(argv, io),
  calls: async (argv, io) => (await import('./accounts/calls.ts')).callsCommand(argv, io),
  ledger: async (argv, io) => (await import('./accounts/ledger.ts')).ledgerCommand(argv, io),
  audit: async (argv, io) => (await import('./accounts/audit.ts')).auditCommand(argv, io),
  admin: async (argv, io) => (await import('./accounts/admin.ts')).adminCommand(argv, io),
  applications: async (argv, io) =>
    (await import('./accounts/applications.ts')).applicationsCommand(argv, io),
  outbox: async (argv, io) => (await import('./accounts/outbox.ts')).outboxCommand(argv, io),
  usage: async (argv, io) => (await import('./accounts/usage.ts')).usageCommand(argv, io),
  library: async (argv, io) => (await import('./library/library.ts')).libraryCommand(argv, io),
  backup: async (argv, io) => (await import('./backup.ts')).backupCommand(argv, io),
  completions: async (argv, io) => (await import('./completions.ts')).completionsCommand(argv, io),
  help: async (argv, io) => {
    io.out(helpOf(argv, terminalLanguage(io.environment)));
    return 0;
  },
  version: async (_argv, io) => {
    const { version } = await import('../platform/version.ts');
    io.out(`${version}\n`);
    return 0;
  },
};

const aliases: Record<string, string> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-v': 'version',
};

/** Exit code for unusable settings, the same as that of `serve`, after sysexits.h. */
const configExitCode = 78;

/**
 * Runs a command line and returns its exit code: 0 done, 1 failed, 2 bad usage, 7 a citation deviates, 78 bad settings,
 * 130 interrupted, 141 the reader of standard output has gone.
 */
export function runCli(argv: readonly string[], io: CliIo = processIo): Promise<number> {
  return io === processIo ? withProcessOutput(() => runCommand(argv, io)) : runCommand(argv, io);
}

async function runCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const [first = 'help', ...rest] = argv;
  const asksForHelp = rest.some((argument) => argument === '--help' || argument === '-h');
  const name = asksForHelp ? 'help' : (Object.hasOwn(aliases, first) && aliases[first]) || first;
  try {
    if (io === processIo && statSync('.env', { throwIfNoEntry: false })?.isFile())
      process.loadEnvFile('.env');
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) {
      const meant = meantWord(name, Object.keys(commands));
      throw usage(
        `"${name}" is not a command; ${meant ? `did you mean ${meant}?` : `available: ${Object.keys(commands).join(', ')}`}`,
        `没有命令 "${name}"；${meant ? `是否要用 ${meant}？` : `可用：${Object.keys(commands).join(', ')}`}`,
      );
    }
    return await command(asksForHelp ? argv : rest, io);
  } catch (error) {
    // `withProcessOutput` reports the rest.
    if (error instanceof OutputError) return 1;
    if (error instanceof UsageError) {
      printError(io, error.sentence);
      printError(io, hint);
      return 2;
    }
    io.err(`${failure(error, terminalLanguage(io.environment))}\n`);
    return error instanceof ConfigError || error instanceof PathError ? configExitCode : 1;
  }
}

const hint = {
  en: 'All commands and options: citewell help',
  zh: '全部命令与选项：citewell help',
};

function failure(error: unknown, language: Language): string {
  if (error instanceof ServiceError) return error.body(language).error;
  if (error instanceof StorageError) return error.sentence[language];
  if (error instanceof ConfigError) return error.sentence[language];
  // The operator sits at this terminal, so errors are shown in full.
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
