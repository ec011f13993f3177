import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Image } from './image.ts';

const enter = fileURLToPath(new URL('enter.sh', import.meta.url));
/** User of the image. */
const user = 65_532;

/** Container of an image: programs run in its files, with its settings and its volume. */
export type Container = {
  /**
   * Runs a program next to the service, as `docker exec` does.
   * @throws Error if its exit code is not 0.
   */
  exec(program: string, ...args: string[]): Promise<string>;
  /** Starts the program of the image. */
  start(...args: string[]): { process: ChildProcess; said(): string; stop(): Promise<number | null> };
};

/** Creates a container with settings in addition to those of the image; its processes end with the test. */
export function makeContainer(
  t: TestContext,
  { files, data }: Image,
  settings: Record<string, string>,
): Container {
  chownSync(data, user, user);
  const options = { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...settings } };
  const argsOf = (program: string, args: readonly string[]) => [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    enter,
    files,
    data,
    program,
    ...args,
  ];
  return {
    async exec(program, ...args) {
      const { stdout } = await promisify(execFile)('unshare', argsOf(program, args), options);
      return stdout;
    },
    start(...args) {
      const child = spawn('unshare', argsOf('citewell', args), {
        ...options,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      t.after(() => child.kill('SIGKILL'));
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
      return {
        process: child,
        said: () => text,
        /** Sends SIGTERM to the first process of the container, as an engine does. */
        async stop() {
          const inside = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
          process.kill(Number(inside), 'SIGTERM');
          await once(child, 'exit');
          return child.exitCode;
        },
      };
    },
  };
}

/**
 * Waits until a health check succeeds, as an engine does.
 * @throws Error if the service ends or is not healthy after a minute.
 */
export async function untilHealthy(
  container: Container,
  service: ReturnType<Container['start']>,
): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    if (service.process.exitCode !== null) break;
    if (
      await container.exec('citewell', 'health').then(
        () => true,
        () => false,
      )
    )
      return;
    await sleep(500);
  }
  throw new Error(`The service did not become ready:\n${service.said()}`);
}
