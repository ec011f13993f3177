import assert from 'node:assert/strict';
import type { SourceName } from '@citewell/core/records/article.ts';
import type { wireFaults } from '@citewell/simulators/source-faults.ts';
import { SourceError, type SourceFailure } from '../../literature/sources/retriever.ts';

/** Result of a search while a fault lasts, with the number of requests made. */
export type Lasting = { failure: SourceFailure; requests: number } | 'survived';

/** Expected results for the network faults that are the same for every source. */
export const lastingOnTheWire: Record<keyof typeof wireFaults, Lasting> = {
  'reset-on-connect': { failure: 'unreachable', requests: 3 },
  reset: { failure: 'unreachable', requests: 3 },
  hang: { failure: 'timeout', requests: 3 },
  stall: { failure: 'timeout', requests: 3 },
  slow: { failure: 'timeout', requests: 3 },
  endless: { failure: 'timeout', requests: 3 },
  cut: { failure: 'unreachable', requests: 3 },
  truncated: { failure: 'bad_reply', requests: 3 },
  empty: { failure: 'bad_reply', requests: 3 },
};

/** Failures that end only when an attempt takes too long. */
export const timeouts: ReadonlySet<string> = new Set(['hang', 'stall', 'slow', 'endless']);

/** Matches a SourceError of this source and this failure, for assert.rejects. */
export function failsWith(source: SourceName, failure: SourceFailure): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof SourceError, String(error));
    assert.deepEqual([error.source, error.failure], [source, failure]);
    return true;
  };
}
