import type { Show } from './report.ts';
import { benchClientGone } from './serve/client-gone.ts';
import { benchLoopDelay } from './serve/loop-delay.ts';
import { benchMemory } from './serve/memory.ts';
import { benchSmallPost } from './serve/small-post.ts';
import { startStand } from './serve/stand.ts';
import { benchStreaming } from './serve/streaming.ts';

const parts = {
  streaming: benchStreaming,
  memory: benchMemory,
  'client-gone': benchClientGone,
  'small-post': benchSmallPost,
  'loop-delay': benchLoopDelay,
};

export const serveParts = Object.keys(parts);

/**
 * The same scripted model behind a bare pass-through, Portkey's gateway and Citewell, measured turn by turn in one run, so
 * that what else the machine does falls on all of them.
 */
export async function benchServe(quick: boolean, show: Show, only?: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const stand = await startStand(stack, (reason) => show({ title: reason, rows: [] }));
  for (const [name, bench] of Object.entries(parts))
    if (only === undefined || only === name) show(await bench(stand, quick));
}
