import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { Child } from './child.ts';

/** Returns a port that is currently unused, for servers that cannot choose one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Milliseconds; under heavy load a start takes a hundred times as long. */
const readyWithinMs = 120_000;

/** Waits until GET answers 200. Throws with the process's output if it ends first, or when the time is over. */
export async function untilOk(
  url: string,
  child: Pick<Child, 'exited'>,
  withinMs = readyWithinMs,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (await answersOk(url)) return;
    await Promise.race([delay(5), child.exited]);
  }
  throw new Error(`${url} was not ready within ${withinMs / 1_000} s`);
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
