import { systemClock } from '../../clock.ts';
import { describeLibrary } from '../../testing/library-contract.ts';
import { createLibrary } from './index/create-library.ts';
import { createWriter } from './index/create-writer.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

// In memory, because it makes hundreds of them; what a file and several processes add has tests of its own.
describeLibrary('SQLite', async () => {
  const store = openSqliteStore(':memory:');
  return {
    library: createLibrary(store),
    writer: createWriter(store, { clock: systemClock }),
    close: async () => store.close(),
  };
});
