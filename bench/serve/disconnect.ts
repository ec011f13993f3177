import { setTimeout as delay } from 'node:timers/promises';
import type { UsageResponse } from '@citewell/sdk';
import type { Dropped, Target } from '../load.ts';
import type { Closed } from '../mock-model.ts';
import type { Row, Section } from '../report.ts';
import { percentile } from '../statistics.ts';
import type { Gateway } from '../targets/gateway.ts';
import { type Stand, untilQuiet } from './stand.ts';

type Disconnect = {
  /** Milliseconds from a client's disconnection to the closing of its upstream call, for those in mid-text; Infinity: never. */
  delaysMs: number[];
  /** Upstream calls still open when the time limit after the last disconnection had passed. */
  leftOpen: number;
  drops: Dropped[];
};

const count = 100;
const boundMs = 250;
const settledBoundMs = 2_000;

/** Lets 100 clients disconnect at random moments, some before their first event; the model reports when it lost its reader. */
export async function benchDisconnect(stand: Stand): Promise<Section> {
  const rows: Row[] = [];
  for (const gateway of stand.gateways) {
    const { delaysMs, leftOpen, drops } = await measure(stand, gateway);
    const ours = gateway === stand.citewell;
    rows.push(
      {
        figure: `${gateway.name}: upstream closed within ${boundMs} ms, of ${delaysMs.length} that disconnected in mid-text`,
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
      { figure: `${gateway.name}: upstream closed, p50`, value: percentile(delaysMs, 50), unit: 'ms' },
      { figure: `${gateway.name}: upstream closed, slowest`, value: Math.max(...delaysMs), unit: 'ms' },
    );
    if (ours) rows.push(...(await settled(gateway, drops)));
  }
  return { title: `${count} clients leave at random moments`, rows };
}

async function measure({ model, load }: Stand, { target }: Gateway): Promise<Disconnect> {
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
  return { delaysMs, leftOpen, drops };
}

/** Milliseconds from a client's disconnection to its call's settlement, from the service's own ledger; the others have none. */
async function settled({ name, target }: Gateway, drops: readonly Dropped[]): Promise<Row[]> {
  await delay(settledBoundMs);
  const { records, balance } = await readUsage(target);
  const endedAt = new Map(records.map(({ request_id: id, ended_at: at }) => [id, at && Date.parse(at)]));
  const begun = drops.filter(({ requestId }) => requestId !== undefined);
  const delaysMs = begun.map(({ requestId = '', atEpochMs }) => {
    const at = endedAt.get(requestId);
    return at ? at - atEpochMs : Number.POSITIVE_INFINITY;
  });
  const of = `of ${begun.length} whose reply had begun`;
  return [
    { figure: `${name}: settled, p50, ${of}`, value: percentile(delaysMs, 50), unit: 'ms' },
    {
      figure: `${name}: settled, slowest`,
      value: Math.max(...delaysMs),
      unit: 'ms',
      goal: { atMost: settledBoundMs },
    },
    {
      figure: `${name}: tokens held ${settledBoundMs} ms after the last of ${count} had left`,
      value: balance.held,
      unit: '',
      goal: { exactly: 0 },
    },
  ];
}

async function readUsage({ url, headers }: Target): Promise<UsageResponse> {
  const get = async (query: string) => {
    const reply = await fetch(new URL(`/ai/api/my_usage?limit=200${query}`, url), { headers });
    return (await reply.json()) as UsageResponse;
  };
  const usage = await get('');
  for (let cursor = usage.next_cursor; cursor !== null; ) {
    const page = await get(`&cursor=${cursor}`);
    usage.records.push(...page.records);
    cursor = page.next_cursor;
  }
  return usage;
}
