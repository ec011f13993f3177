import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LibraryMissing } from '@citewell/core/records/library.ts';
import { memoryLibrary } from '../../../testing/library/memory-library.ts';
import { instrumentLibrary } from './instrument-library.ts';

it('a search in a library that is missing is logged with the missing part, and counted as a failure', async () => {
  const logged: unknown[] = [];
  const failures: unknown[] = [];
  const missing = {
    ...memoryLibrary([]),
    rank: () => Promise.reject(new LibraryMissing('citewell-state')),
  };
  const library = instrumentLibrary(
    missing,
    ({ failure }) => failures.push(failure),
    (level, event, fields) => logged.push([level, event, fields]),
  );
  const question = { concepts: ['脓毒症'], required: [], years: {}, limit: 5 };
  const { signal } = new AbortController();
  await assert.rejects(library.rank(question, { signal }), LibraryMissing);
  assert.deepEqual(logged, [['error', 'library_missing', { failure: 'citewell-state' }]]);
  assert.deepEqual(failures, ['upstream_unavailable']);
});
