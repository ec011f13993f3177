import { setTimeout as delay } from 'node:timers/promises';
import type { Finished } from '../load.ts';
import type { Memory } from '../probe.ts';
import type { Section } from '../report.ts';
import type { Gateway } from '../targets/gateway.ts';
import type { Stand } from './stand.ts';

/** Slow enough to measure open streams rather than the searches of many simultaneous callers. */
const betweenStreamsMs = 50;
/**
 * Interval of events, long for an open stream: every event is checked, and checking a thousand streams would take the whole
 * machine.
 */
const intervalMs = 5_000;
/**
 * An answer may take 105 s, and the first one opened must still be open when the last one is. `openWithinMs`: time for
 * opening all.
 */
const whole = { count: 1_000, chunks: 18, openWithinMs: 85_000 };
const quicker = { count: 100, chunks: 8, openWithinMs: 35_000 };
/** Earlier calls, which leave behind the usual memory of calls. */
const short = { calls: 200, chunks: 10, intervalMs: 100 };
const settleMs = 500;

/**
 * Measures the memory of one open stream: the difference with all of them open and with none, after garbage collection both
 * times.
 */
export async function benchMemory(stand: Stand, quick: boolean): Promise<Section> {
  const streams = quick ? quicker : whole;
  const { count } = streams;
  const rows = [];
  for (const gateway of stand.gateways) {
    const { held, residentKilobytes, heapKilobytes, residentMegabytes } = await measure(
      stand,
      gateway,
      streams,
    );
    const ours = gateway === stand.citewell;
    rows.push({
      figure: `${gateway.name}: an open stream holds (resident ${residentKilobytes.toFixed(0)}, heap ${heapKilobytes.toFixed(0)})`,
      // Resident memory alone would miss what fits into pages that the heap already had.
      value: Math.max(residentKilobytes, heapKilobytes),
      unit: 'KB',
      ...(ours && { goal: { atMost: 60 } }),
    });
    rows.push({
      figure: `${gateway.name}: resident with ${held} of ${count} open`,
      value: residentMegabytes,
      unit: 'MB',
      ...(ours && !quick && { goal: { atMost: 350 } }),
    });
  }
  return { title: `${count} open streams`, rows };
}

async function measure(
  { model, load }: Stand,
  { name, child, target }: Gateway,
  { count, chunks, openWithinMs }: typeof whole,
) {
  const memory = () => child.ask<Memory>('memory', { collectGarbage: true });
  const open = (number: number) =>
    load.ask('open', { ...target, count: number, withinMs: number * betweenStreamsMs });

  await model.ask('script', short);
  await open(Math.min(count, short.calls));
  await load.ask('finish');
  await delay(settleMs);
  const idle = await memory();
  await model.ask('script', { chunks, intervalMs });
  await Promise.race([open(count), delay(openWithinMs)]);
  await delay(settleMs);
  const held = await model.ask<number>('open');
  const busy = await memory();
  const finished = await load.ask<Finished>('finish');
  if (finished.complete < count) {
    throw new Error(
      `${name}: ${finished.complete} of ${count} streams came whole. ${finished.failures.join('; ')}`,
    );
  }
  if (finished.events !== count * chunks)
    throw new Error(`${name}: ${finished.events} events of ${count * chunks} came.`);
  return {
    held,
    residentKilobytes: (busy.rssBytes - idle.rssBytes) / 1024 / held,
    residentMegabytes: busy.rssBytes / 1024 ** 2,
    heapKilobytes: (busy.heapBytes - idle.heapBytes) / 1024 / held,
  };
}
