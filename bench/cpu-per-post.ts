import type { Child } from './child.ts';
import type { Rate, Target } from './load.ts';
import type { Cpu } from './probe.ts';

/**
 * Measures the server's CPU time in microseconds per request, at a steady rate of requests that are all answered with
 * `status`. When flooded, a server would batch as many requests per turn as pile up because of its own speed.
 */
export async function cpuPerPost(
  load: Child,
  server: Child,
  { status, ...asked }: Target & Rate & { status: number },
): Promise<number> {
  const before = await server.ask<Cpu>('cpu');
  const statuses = await load.ask<Record<number, number>>('rate', asked);
  const after = await server.ask<Cpu>('cpu');
  const total = asked.perSecond * asked.seconds;
  if (statuses[status] !== total) throw new Error(`${asked.url}: statuses ${JSON.stringify(statuses)}`);
  return (after.micros - before.micros) / total;
}
