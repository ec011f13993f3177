import { openPostgresDatabase } from '../../database/postgres/database.ts';
import { migrations } from '../../database/postgres/migrations.ts';
import { connectPostgres, type PostgresReader } from './connect-postgres.ts';
import { type Schema, sharedPostgres } from './postgres-server.ts';

/** A schema with the tables of the accounts, as the migrations leave them. */
type Migrated = {
  schema: Schema;
  /** Changes with every change of a table, index, trigger, constraint or function. */
  structure: string;
  /** SQL that restores the rows. */
  restore: string;
};

/** Schemas whose tests have ended. */
const used: Migrated[] = [];

/** Seconds after which the connection closes, which would keep the process alive. */
const idleSeconds = 0.5;

/** Connection of this process to its database. */
let reader: PostgresReader | undefined;

/**
 * Lends a migrated schema that contains only what the migrations insert: emptying one takes a millisecond of CPU time,
 * creating its tables sixty. One is not lent again if its structure was changed, or while anything is connected.
 */
export async function borrowSchema(): Promise<{ schema: Schema; giveBack(): void }> {
  const { url } = await sharedPostgres();
  reader ??= connectPostgres(url, { idleSeconds });
  const migrated = (await emptied(reader)) ?? (await create(reader));
  let isOut = true;
  return {
    schema: migrated.schema,
    giveBack() {
      if (isOut) used.push(migrated);
      isOut = false;
    },
  };
}

async function emptied({ all }: PostgresReader): Promise<Migrated | undefined> {
  if (used.length === 0) return undefined;
  const [others] = await all(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
     AND pid <> pg_backend_pid()`,
  );
  if (others) return undefined;
  for (let migrated = used.pop(); migrated; migrated = used.pop()) {
    if ((await structureOf(all, migrated.schema)) !== migrated.structure) continue;
    await all(migrated.restore);
    return migrated;
  }
  return undefined;
}

async function create({ all }: PostgresReader): Promise<Migrated> {
  const schema = await (await sharedPostgres()).createSchema();
  const database = await openPostgresDatabase(schema.url, migrations, () => {});
  await database.close();
  return { schema, structure: await structureOf(all, schema), restore: await restoreOf(all, schema) };
}

type All = PostgresReader['all'];

async function structureOf(all: All, { name }: Schema): Promise<string> {
  const [row] = await all(`
    WITH class AS (SELECT oid, xmin FROM pg_class WHERE relnamespace = '${name}'::regnamespace),
    parts AS (
      SELECT xmin FROM class
      UNION ALL SELECT a.xmin FROM pg_attribute a JOIN class ON attrelid = class.oid
      UNION ALL SELECT t.xmin FROM pg_trigger t JOIN class ON tgrelid = class.oid
      UNION ALL SELECT d.xmin FROM pg_attrdef d JOIN class ON adrelid = class.oid
      UNION ALL SELECT xmin FROM pg_constraint WHERE connamespace = '${name}'::regnamespace
      UNION ALL SELECT xmin FROM pg_proc WHERE pronamespace = '${name}'::regnamespace)
    SELECT count(*) || ' ' || max(xmin::text::bigint) AS structure FROM parts`);
  return String(row?.structure);
}

/** Triggers, such as those that refuse changes of the ledger, are disabled meanwhile. */
async function restoreOf(all: All, { name }: Schema): Promise<string> {
  const tables = await all(`SELECT tablename FROM pg_tables WHERE schemaname = '${name}'`);
  const [sequence] = await all(`SELECT FROM pg_sequences WHERE schemaname = '${name}'`);
  if (sequence) throw new Error('A schema with sequences would not be restored.');
  const statements = tables.map(async ({ tablename }) => {
    const table = `${name}.${tablename}`;
    const [row] = await all(`SELECT json_agg(t)::text AS rows FROM ${table} t`);
    const rows = String(row?.rows ?? '').replaceAll("'", "''");
    const insert = `; INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, '${rows}')`;
    return `DELETE FROM ${table}${rows && insert}`;
  });
  return `BEGIN; SET LOCAL session_replication_role = replica; ${(await Promise.all(statements)).join('; ')}; COMMIT`;
}
