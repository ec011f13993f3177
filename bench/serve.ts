import type { Show } from './report.ts';
import { benchClientGone } from './serve/client-gone.ts';
import { benchLoopDelay } from './serve/loop-delay.ts';
import { benchMemory } from './serve/memory.ts';
import { benchSmallPost } from './serve/small-post.ts';
import { startStand } from './serve/stand.ts';
import { benchStreaming } from './serve/streaming.ts';

/**
 * The same scripted model behind a bare pass-through, Portkey's gateway and Citewell, measured turn by turn in one run, so
 * that what else the machine does falls on all of them.
 */
export async function benchServe(quick: boolean, show: Show): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const stand = await startStand(stack, (reason) => show({ title: reason, rows: [] }));
  show(await benchStreaming(stand, quick));
  show(await benchMemory(stand, quick));
  show(await benchClientGone(stand));
  show(await benchSmallPost(stand, quick));
  show(await benchLoopDelay(stand, quick));
}
