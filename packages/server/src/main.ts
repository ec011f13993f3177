import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { banner, clientUrl } from './banner.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { Sentence } from './errors.ts';
import { createLog, describeError, type Log } from './log.ts';
import { type Output, openOutput } from './output.ts';
import { buildServices, type Services } from './services.ts';

/** sysexits.h: settings that cannot be used. Everything else that goes wrong is 1. */
const exitConfig = 78;

/** Supervisors kill after 10 s; the drain itself takes up to 9. */
const exitAtLatestMs = 9_700;
const flushMs = 200;

/** Runs the service until it is told to stop, then ends the process: 0 after a drain, 78 for unusable settings, else 1. */
export async function serve(): Promise<never> {
  const output = openOutput(1);
  const log = createLog(output.write, () => Date.now());
  let exitCode: number;
  try {
    const config = readConfig(process.env);
    const services = await openServices(config, log);
    try {
      exitCode = await serveUntilStopped({ config, services, log, output });
    } finally {
      await services.close();
    }
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartError))
      log('error', 'crashed', describeError(error));
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    exitCode = error instanceof ConfigError ? exitConfig : 1;
  }
  await output.flush(flushMs);
  process.exit(exitCode);
}

/** A start that failed for a reason its reader can do something about. */
class StartError extends Error {
  override readonly name = 'StartError';

  constructor({ en, zh }: Sentence) {
    super(`${en}\n${zh}`);
  }
}

async function openServices(config: Config, log: Log): Promise<Services> {
  try {
    return await buildServices(config, log);
  } catch (error) {
    const { code, message, sentence } = error as NodeJS.ErrnoException & { sentence?: Sentence };
    if (sentence) throw new StartError(sentence);
    if (!code) throw error;
    throw new StartError({
      en: `The data folder ${config.dataDir} cannot be used (${message}). Make it writable, or set CITEWELL_DATA_DIR to another folder.`,
      zh: `数据目录 ${config.dataDir} 无法使用。请确保其可写，或将 CITEWELL_DATA_DIR 设为其他目录。`,
    });
  }
}

type Process = { config: Config; services: Services; log: Log; output: Output };

async function serveUntilStopped({ config, services, log, output }: Process): Promise<number> {
  const app = buildApp(services);
  const stopped = listenForStop(log);
  await listen(app, config);
  const { port } = app.server.address() as AddressInfo;
  const url = clientUrl(config, port);
  // Only now: a start that failed must not have used up the one time the secret is shown.
  const demoKey = await services.ensureDemoKey();
  output.write(banner({ config, url, engine: services.engine.name, demoKey: demoKey?.secret }));
  log('info', 'listening', { engine: services.engine.name, source: config.sources.join(',') });

  const exitCode = await stopped;
  setTimeout(() => process.exit(exitCode), exitAtLatestMs).unref();
  await app.close();
  log('info', 'stopped');
  return exitCode;
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    throw new StartError(
      code === 'EADDRINUSE'
        ? {
            en: `Port ${port} on ${host} is in use already. Stop what uses it, or set CITEWELL_PORT to another port (0: any free one).`,
            zh: `端口 ${port}（${host}）已被占用。请停止占用该端口的程序，或将 CITEWELL_PORT 设为其他端口（0 表示任意空闲端口）。`,
          }
        : {
            en: `Cannot listen on ${host}:${port} (${message}). Check CITEWELL_HOST and CITEWELL_PORT.`,
            zh: `无法在 ${host}:${port} 上监听。请检查 CITEWELL_HOST 和 CITEWELL_PORT。`,
          },
    );
  }
}

/** Resolves with the exit code when the process is to end: by a signal, or by an error nobody caught. */
function listenForStop(log: Log): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log('info', 'stopping', { signal });
      resolve(0);
    });
  // After either the state of the process is not known: it tells its callers so, and a fresh one takes over.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log('error', event, describeError(error));
      resolve(1);
    });
  return promise;
}
