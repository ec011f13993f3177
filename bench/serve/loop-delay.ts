import type { LoopDelay } from '../probe.ts';
import type { Section } from '../report.ts';
import type { Stand } from './stand.ts';

const perSecond = 10;

/**
 * Measures the event loop of the service during ten searches per second, and that of the idle pass-through at the same
 * time, which shows the machine's own share.
 */
export async function benchLoopDelay(stand: Stand, quick: boolean): Promise<Section> {
  const { model, load, citewell, passThrough } = stand;
  const target = { ...citewell.target, url: new URL('/ai/api/ask', citewell.target.url).href };
  const seconds = quick ? 5 : 20;
  await model.ask('script', { chunks: 20, intervalMs: 20 });

  const watched = [citewell.child, passThrough.child];
  await Promise.all(watched.map((child) => child.ask('watchLoop')));
  const statuses = await load.ask<Record<number, number>>('rate', { ...target, perSecond, seconds });
  const [searching, idle] = await Promise.all(watched.map((child) => child.ask<LoopDelay>('loopDelay')));
  if (statuses[200] !== perSecond * seconds)
    throw new Error(`${target.url}: statuses ${JSON.stringify(statuses)}`);
  return {
    title: `Event loop while ${perSecond} searches/s run`,
    rows: [
      { figure: 'Citewell, p99', value: searching?.p99Ms ?? Number.NaN, unit: 'ms', goal: { atMost: 5 } },
      { figure: 'Citewell, p50', value: searching?.p50Ms ?? Number.NaN, unit: 'ms' },
      {
        figure: 'an idle process beside it, p99 (the machine)',
        value: idle?.p99Ms ?? Number.NaN,
        unit: 'ms',
      },
    ],
  };
}
