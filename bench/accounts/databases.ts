import {
  ownStoreEngines,
  type StoreEngine,
} from '../../packages/server/src/testing/accounting/accounts-databases.ts';

export type Database = {
  engine: StoreEngine['name'];
  /** Value of CITEWELL_DATABASE_URL. */
  url: string;
  /** Folder on the same disk. */
  folder: string;
};

/** Creates an empty database of each engine, PostgreSQL on a server started for it; `stack` ends them. */
export async function startDatabases(stack: AsyncDisposableStack): Promise<Database[]> {
  const databases: Database[] = [];
  for (const { name, create } of ownStoreEngines) {
    const home = stack.adopt(await create({ after() {} }), ({ close }) => close());
    databases.push({ engine: name, url: home.url, folder: home.folder });
  }
  return databases;
}
