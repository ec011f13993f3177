import type { Child } from './child.ts';
import type { Rate, Target } from './load.ts';
import type { Cpu } from './probe.ts';

/**
 * CPU time of the server, in microseconds a request, at a steady rate of requests that are all answered with `status`.
 * Flooded, a server would batch as many requests a turn as its own speed lets pile up.
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
