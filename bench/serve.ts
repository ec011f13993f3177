import type { Show } from './report.ts';
import { benchDisconnect } from './serve/disconnect.ts';
import { benchLoopDelay } from './serve/loop-delay.ts';
import { benchMemory } from './serve/memory.ts';
import { benchReplies } from './serve/replies.ts';
import { benchSmallPost } from './serve/small-post.ts';
import { startStand } from './serve/stand.ts';
import { benchFewStreams, benchStreaming } from './serve/streaming.ts';

const parts = {
  streaming: benchStreaming,
  'few-streams': benchFewStreams,
  replies: benchReplies,
  memory: benchMemory,
  disconnect: benchDisconnect,
  'small-post': benchSmallPost,
  'loop-delay': benchLoopDelay,
};

const withLitellm = ['few-streams', 'replies'];

export const serveParts = Object.keys(parts);

/**
 * Compares one scripted model behind a bare pass-through, Portkey's gateway, LiteLLM and Citewell, measured in turn in one
 * run, so that other load of the machine affects all of them.
 */
export async function benchServe(quick: boolean, show: Show, only?: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const skipped = (reason: string) => show({ title: reason, rows: [] });
  const stand = await startStand(stack, skipped, only === undefined || withLitellm.includes(only));
  for (const [name, bench] of Object.entries(parts))
    if (only === undefined || only === name) show(await bench(stand, quick));
}
