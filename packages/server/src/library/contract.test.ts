import { systemClock } from '@citewell/core/clock.ts';
import { createLibrary } from '@citewell/search-index/writing/create-library.ts';
import { createWriter } from '@citewell/search-index/writing/create-writer.ts';
import { describeLibrary } from '../testing/library/library-contract.ts';
import { openSqliteLibraryStore } from './stores/sqlite/sqlite-store.ts';

// In memory, because it creates hundreds of them; files and multiple processes have their own tests.
describeLibrary('SQLite', async () => {
  const store = openSqliteLibraryStore(':memory:');
  return {
    library: createLibrary(store),
    writer: createWriter(store, { clock: systemClock }),
    close: async () => store.close(),
  };
});
