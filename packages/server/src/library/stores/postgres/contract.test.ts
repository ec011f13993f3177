import { sharedPostgres } from '../../../testing/accounting/postgres-server.ts';
import { describeLibrary } from '../../../testing/library/library-contract.ts';
import { openPostgresLibrary, openPostgresWriter } from './open-postgres.ts';

// The index is the same as over SQLite, which reads many histories; making one costs twenty times as much here.
const histories = 15;

async function open() {
  const { url } = await (await sharedPostgres()).createSchema();
  const writer = await openPostgresWriter({ url }, () => {});
  const library = await openPostgresLibrary({ url }, () => {});
  return {
    ...{ library, writer },
    async close() {
      await library.close();
      await writer.close();
    },
  };
}

describeLibrary('PostgreSQL', open, histories);
