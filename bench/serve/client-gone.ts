import { setTimeout as delay } from 'node:timers/promises';
import type { Dropped } from '../load.ts';
import type { Closed } from '../mock-model.ts';
import type { Row, Section } from '../report.ts';
import { type Gateway, type Stand, untilQuiet } from './stand.ts';

type ClientGone = {
  /** How long after its client left each upstream call was closed; Infinity: never. Of those that left in mid-text. */
  delaysMs: number[];
  /** Upstream calls still open when the bound had passed after the last client left. */
  leftOpen: number;
};

const count = 100;
const boundMs = 250;

/** 100 clients that leave at random moments, some before their first event; the model tells when it lost its reader. */
export async function benchClientGone(stand: Stand): Promise<Section> {
  const rows: Row[] = [];
  for (const gateway of stand.gateways) {
    const { delaysMs, leftOpen } = await measure(stand, gateway);
    const ours = gateway === stand.citewell;
    rows.push(
      {
        figure: `${gateway.name}: upstream closed within ${boundMs} ms, of ${delaysMs.length} that left in mid-text`,
        value: (100 * delaysMs.filter((delayMs) => delayMs <= boundMs).length) / delaysMs.length,
        unit: '%',
        ...(ours && { goal: { exactly: 100 } }),
      },
      {
        figure: `${gateway.name}: upstream calls open ${boundMs} ms after the last of ${count} had left`,
        value: leftOpen,
        unit: '',
        ...(ours && { goal: { exactly: 0 } }),
      },
      { figure: `${gateway.name}: slowest`, value: Math.max(...delaysMs), unit: 'ms' },
    );
  }
  return { title: `${count} clients leave at random moments`, rows };
}

async function measure({ model, load }: Stand, { target }: Gateway): Promise<ClientGone> {
  await model.ask('script', { chunks: 250, intervalMs: 20 });
  const drops = await load.ask<Dropped[]>('drop', {
    ...target,
    count,
    withinMs: 4_000,
    leaveWithinMs: 3_000,
  });
  await delay(boundMs);
  const leftOpen = await model.ask<number>('open');
  const closedAt = new Map(
    (await model.ask<Closed[]>('closed')).map(({ stream, atMicros }) => [stream, atMicros]),
  );
  await untilQuiet(model);
  const delaysMs = drops.flatMap(({ stream, atMicros }) => {
    if (stream === undefined) return [];
    const at = closedAt.get(stream);
    return [at === undefined ? Number.POSITIVE_INFINITY : (at - atMicros) / 1000];
  });
  return { delaysMs, leftOpen };
}
