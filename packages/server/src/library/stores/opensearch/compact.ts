import { LibraryUnavailable } from '@citewell/core/records/library.ts';
import type { Cluster } from './cluster.ts';
import { taskShape, taskStartedShape } from './reply-shapes.ts';

/** Longest interval between checks of a merge, which takes minutes for millions of records. */
const lookEveryMs = 2_000;

/**
 * Merges each shard into one segment, which drops replaced and deleted records. The server continues a merge that
 * nobody waits for any more.
 */
export async function compactIndex(cluster: Cluster, signal: AbortSignal): Promise<void> {
  const path = `/${cluster.names.records}/_forcemerge`;
  const query = { max_num_segments: '1', wait_for_completion: 'false' };
  const { task } = await cluster.call({ method: 'POST', path, query, signal }, taskStartedShape);
  for (let waitMs = 20; ; waitMs = Math.min(2 * waitMs, lookEveryMs)) {
    const done = await cluster.call(
      { method: 'GET', path: `/_tasks/${task}`, query: { wait_for_completion: 'false' }, signal },
      taskShape,
    );
    if (done.completed) {
      if (done.error || (done.response?._shards?.failed ?? 0) > 0)
        throw new LibraryUnavailable(new Error('a shard was not merged'));
      return;
    }
    await wait(waitMs, signal);
  }
}

async function wait(waitMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
