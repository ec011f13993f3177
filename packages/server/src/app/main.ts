import type { AddressInfo } from 'node:net';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { PathError } from '@citewell/core/storage-error.ts';
import type { FastifyInstance } from 'fastify';
import type { LibraryJobs } from '../features/admin/operations/library-jobs.ts';
import type { Services } from '../features/services.ts';
import type { AbandonedWork } from '../http/calls/abandoned-work.ts';
import type { Schedule } from '../library/sync/schedule.ts';
import { engineName } from '../llm/model.ts';
import { type Output, openOutput } from '../platform/async-stdout.ts';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import { createLog, describeError, type Log } from '../platform/log.ts';
import { loadUndici } from '../platform/process/lazy-agent.ts';
import { collectOldGenerationsEarlier } from '../platform/process/old-generation.ts';
import { collectStartGarbage } from '../platform/process/start-garbage.ts';
import { growYoungGenerations } from '../platform/process/young-generation.ts';
import { buildAdminApp } from './admin-app.ts';
import { buildApp } from './app.ts';
import { banner, clientUrl } from './banner.ts';
import { isLoopback, makesDemoKey } from './makes-demo-key.ts';
import { buildServices } from './services.ts';

/** Exit code for unusable settings (sysexits.h); all other failures are 1. */
const exitConfig = 78;

/** Milliseconds after which the process exits in any case: supervisors kill after 10 s, and a drain takes up to 9 s. */
const exitAtLatestMs = 9_700;
const flushMs = 200;

/** Milliseconds from the start to loading what requests to other services need. */
const clientsAfterMs = 500;
/** Milliseconds from the start to collecting its garbage. */
const collectAfterMs = 1_000;

/**
 * Milliseconds for closing databases and connections after the last call has ended; anything left is recovered at the
 * next start.
 */
const closeMs = 500;

/** Runs the service until it is stopped, then exits the process: 0 after a drain, 78 for unusable settings, otherwise 1. */
export async function serve(): Promise<never> {
  const output = openOutput(1);
  const log = createLog(output.write, () => Date.now());
  let exitCode: number;
  try {
    const config = readConfig(process.env);
    const planned = await planSync(config);
    const services = await openServices(config, log);
    try {
      await services.prepareDemonstration();
      exitCode = await serveUntilStopped({ config, services, log, output, planned });
    } finally {
      await services.close();
    }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartError))
      log('error', 'crashed', describeError(error));
    process.stderr.write(`${wordsFor(error)}\n`);
    exitCode =
      error instanceof ConfigError || (error instanceof StartError && error.isConfig) ? exitConfig : 1;
  }
  await output.flush(flushMs);
  process.exit(exitCode);
}

/** Formats a startup error for the operator, in both languages if the operator can fix it. */
function wordsFor(error: unknown): string {
  if (error instanceof ConfigError) return `${error.sentence.en}\n${error.sentence.zh}`;
  return error instanceof Error ? error.message : String(error);
}

/** Schedules updates of the library in a child process, if the settings ask for them, to keep the event loop free. */
async function planSync({ librarySync }: Config): Promise<((jobs: LibraryJobs) => Schedule) | undefined> {
  if (librarySync === undefined) return undefined;
  const { isSchedule, schedule } = await import('../library/sync/schedule.ts');
  if (!isSchedule(librarySync))
    throw new ConfigError([
      {
        en: `CITEWELL_LIBRARY_SYNC (${JSON.stringify(librarySync)}): no time matches it`,
        zh: `CITEWELL_LIBRARY_SYNC（${JSON.stringify(librarySync)}）：没有符合它的时间`,
      },
    ]);
  return (jobs) => {
    const planned = schedule({ expression: librarySync, work: (signal) => jobs.sync(signal) });
    jobs.planNext(planned.next);
    return planned;
  };
}

/** The start failed for a reason that the operator can fix. */
class StartError extends Error {
  override readonly name = 'StartError';
  /** Indicates that a setting must be changed. */
  readonly isConfig: boolean;

  constructor({ en, zh }: LocalizedMessage, isConfig = false) {
    super(`${en}\n${zh}`);
    this.isConfig = isConfig;
  }
}

async function openServices(config: Config, log: Log): Promise<Services> {
  try {
    return await buildServices(config, log, undefined, process.env);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code, message, sentence } = error as NodeJS.ErrnoException & { sentence?: LocalizedMessage };
    if (sentence) throw new StartError(sentence, error instanceof PathError);
    if (!code) throw error;
    throw new StartError(
      {
        en: `The data folder ${config.dataDir} cannot be used (${message}). Make it writable, or set CITEWELL_DATA_DIR to another folder.`,
        zh: `数据目录 ${config.dataDir} 无法使用（${code}）。请确保其可写，或将 CITEWELL_DATA_DIR 设为其他目录。`,
      },
      // System error codes concern paths; those of a database do not concern settings.
      !code.startsWith('ERR_'),
    );
  }
}

type Process = {
  config: Config;
  services: Services;
  log: Log;
  output: Output;
  /** Starts scheduled updates of the library, if this process runs them. */
  planned: ((jobs: LibraryJobs) => Schedule) | undefined;
};

async function serveUntilStopped({ config, services, log, output, planned }: Process): Promise<number> {
  const app = buildApp(services);
  const listeners: Listener[] = [{ app, ...config, settings: 'CITEWELL' }];
  if (config.admin)
    listeners.push({ app: buildAdminApp(services), ...config.admin, settings: 'CITEWELL_ADMIN' });
  const close = () => Promise.all(listeners.map((listener) => listener.app.close()));
  if (config.admin && !config.tls && !isLoopback(config.admin.host)) log('warn', 'admin_without_tls');
  const stopped = listenForStop(log, services.abandoned);
  try {
    for (const listener of listeners) await listen(listener);
  } catch (error) {
    await close();
    throw error;
  }
  const [url = '', adminUrl] = listeners.map(({ app: { server }, host }) =>
    clientUrl({ ...config, host }, (server.address() as AddressInfo).port),
  );
  // Only now, because a failed start must not create the key whose secret is shown only once.
  const demoKey = makesDemoKey(config) ? await services.ensureDemoKey() : undefined;
  const { demonstration } = await services.inspectLibrary();
  const facts = { engine: engineName(services.model), demonstration, demoKey: demoKey?.secret };
  output.write(banner({ config, url, adminUrl, ...facts }));
  await services.deliverMails(output.write);
  log('info', 'listening', { engine: engineName(services.model), source: config.sources.join(',') });
  const syncing = planned?.(services.libraryJobs);
  growYoungGenerations();
  collectOldGenerationsEarlier();
  // Before the first question needs it, but after the requests that wait for the start.
  if (services.literature.remote.length > 0 || config.llm)
    setTimeout(() => void loadUndici(), clientsAfterMs).unref();
  setTimeout(collectStartGarbage, collectAfterMs).unref();

  const exitCode = await stopped;
  setTimeout(() => process.exit(exitCode), exitAtLatestMs).unref();
  await Promise.all([close(), syncing?.stop(), services.libraryJobs.close()]);
  log('info', 'stopped');
  setTimeout(() => process.exit(exitCode), closeMs).unref();
  return exitCode;
}

/** A listener; `settings` is the prefix of the variables for its address. */
type Listener = { app: FastifyInstance; host: string; port: number; settings: string };

async function listen({ app, host, port, settings }: Listener): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    throw new StartError(
      code === 'EADDRINUSE'
        ? {
            en: `Port ${port} on ${host} is already in use. Stop the process that uses it, or set ${settings}_PORT to another port (0: any free one).`,
            zh: `端口 ${port}（${host}）已被占用。请停止占用该端口的程序，或将 ${settings}_PORT 设为其他端口（0 表示任意空闲端口）。`,
          }
        : {
            en: `Cannot listen on ${host}:${port} (${message}). Check ${settings}_HOST and ${settings}_PORT.`,
            zh: `无法在 ${host}:${port} 上监听。请检查 ${settings}_HOST 和 ${settings}_PORT。`,
          },
    );
  }
}

/** Resolves with the exit code when the process must end, because of a signal or an uncaught error. */
function listenForStop(log: Log, abandoned: AbandonedWork): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log('info', 'stopping', { signal });
      resolve(0);
    });
  // After either, the state of the process is unknown: running calls end, and a new process takes over. Abandoned work of an
  // ended call is an exception.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      if (event === 'unhandledRejection' && abandoned.noteRejection(error)) return;
      log('error', event, describeError(error));
      resolve(1);
    });
  return promise;
}
