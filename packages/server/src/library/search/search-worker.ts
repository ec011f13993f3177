import { workerData } from 'node:worker_threads';
import { LibraryDamaged } from '@citewell/core/records/library.ts';
import { renderPage } from '@citewell/core/records/rendered-page.ts';
import { answerCalls } from '../../platform/threads/answer-calls.ts';
import { openLibrary, type SearchThreadData } from '../open-library.ts';
import type { Damaged, LibraryCall } from './search-messages.ts';

/** Program of a search thread: opens its library and answers calls until it is terminated. */
const { location, cacheBytes } = workerData as SearchThreadData;
const library = await openLibrary(location, {
  cacheBytes,
  // A call ends when its thread is told to stop it.
  timeoutMs: Number.POSITIVE_INFINITY,
});

answerCalls(tellDamage, () => library.close());

async function tellDamage(call: LibraryCall, signal: AbortSignal): Promise<unknown> {
  try {
    return await answer(call, signal);
  } catch (error) {
    if (!(error instanceof LibraryDamaged)) throw error;
    return { damagedAt: error.place, cause: error } satisfies Damaged;
  }
}

async function answer(call: LibraryCall, signal: AbortSignal): Promise<unknown> {
  switch (call.method) {
    case 'search':
      return library.search(call.argument, { signal, caller: call.argument.caller });
    case 'searchRendered':
      return renderPage(await library.search(call.argument, { signal, caller: call.argument.caller }));
    case 'rank':
      return library.rank(call.argument, { signal });
    case 'get':
      return library.get(call.argument, { signal });
    case 'findByDoi':
      return library.findByDoi(call.argument, { signal });
    case 'stats':
      return library.stats({ signal });
    default:
      return call satisfies never;
  }
}
