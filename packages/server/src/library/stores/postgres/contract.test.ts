import { sharedPostgres } from '../../../testing/accounting/postgres-server.ts';
import { describeLibrary } from '../../../testing/library/library-contract.ts';
import { openPostgresLibrary, openPostgresWriter } from './open-postgres.ts';

describeLibrary('PostgreSQL', async () => {
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
});
