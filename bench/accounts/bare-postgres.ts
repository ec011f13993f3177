import postgres from 'postgres';
import { keysAtMost, type Rates, type Round } from './product-pairs.ts';
import { timed } from './timed.ts';

const schema = `
  CREATE TABLE bare_key (id integer PRIMARY KEY, granted bigint, charged bigint, held bigint) WITH (fillfactor = 50);
  CREATE TABLE bare_call (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key_id integer, held bigint, charged bigint);
  CREATE TABLE bare_ledger (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key_id integer, call_id bigint,
    amount bigint);
  INSERT INTO bare_key SELECT id, 1000000000000, 0, 0 FROM generate_series(0, ${keysAtMost - 1}) AS id;
`;
const hold = `
  WITH held AS (UPDATE bare_key SET held = held + 3000 WHERE id = $1 AND charged + held + 3000 <= granted RETURNING id)
  INSERT INTO bare_call (key_id, held, charged) SELECT id, 3000, 0 FROM held RETURNING id
`;
const settle = `
  WITH charged AS (UPDATE bare_key SET held = held - 3000, charged = charged + 1200 WHERE id = $1),
    ended AS (UPDATE bare_call SET held = 0, charged = 1200 WHERE id = $2)
  INSERT INTO bare_ledger (key_id, call_id, amount) VALUES ($1, $2, -1200)
`;

/**
 * Minimum of a hold and a settlement with a client of PostgreSQL: one prepared statement each, which is its own
 * transaction, on three small tables, without rules, over as many connections as the product uses.
 */
export async function openBarePostgres(url: string) {
  const sql = postgres(url, { max: 16 });
  await sql.unsafe(schema);
  return {
    async run({ calls, atOnce, keys }: Round): Promise<Rates> {
      const asked = Array.from({ length: calls }, (_, index) => index % keys);
      const held: { key: number; id: string }[] = [];
      const holding = await timed(asked, atOnce, async (key) => {
        const [row] = await sql.unsafe(hold, [key], { prepare: true });
        held.push({ key, id: row?.id });
      });
      const settling = await timed(held, atOnce, ({ key, id }) =>
        sql.unsafe(settle, [key, id], { prepare: true }),
      );
      return { pairs: calls / (holding + settling), calls: undefined };
    },
    close: () => sql.end(),
  };
}
