import { DatabaseSync } from 'node:sqlite';
import { keysAtMost, type Rates, type Round } from './product-pairs.ts';

/**
 * Minimum of a hold and a settlement: prepared statements in a loop, two commits that wait for the disk, three small tables
 * without indexes or rules. They run one after another, since with a single writer nothing else would be faster.
 */
export function openBareSqlite(path: string) {
  const connection = new DatabaseSync(path);
  connection.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE key (id INTEGER PRIMARY KEY, granted INTEGER, charged INTEGER, held INTEGER) STRICT;
    CREATE TABLE call (id INTEGER PRIMARY KEY, key_id INTEGER, held INTEGER, charged INTEGER) STRICT;
    CREATE TABLE ledger (id INTEGER PRIMARY KEY, key_id INTEGER, call_id INTEGER, amount INTEGER) STRICT;
    WITH RECURSIVE ids (id) AS (SELECT 0 UNION ALL SELECT id + 1 FROM ids WHERE id < ${keysAtMost - 1})
    INSERT INTO key SELECT id, 1000000000000, 0, 0 FROM ids;
  `);
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const hold = connection.prepare(
    'UPDATE key SET held = held + 3000 WHERE id = ? AND charged + held + 3000 <= granted',
  );
  const insertCall = connection.prepare('INSERT INTO call (key_id, held, charged) VALUES (?, 3000, 0)');
  const charge = connection.prepare(
    'UPDATE key SET held = held - 3000, charged = charged + 1200 WHERE id = ?',
  );
  const endCall = connection.prepare('UPDATE call SET held = 0, charged = 1200 WHERE id = ?');
  const post = connection.prepare('INSERT INTO ledger (key_id, call_id, amount) VALUES (?, ?, -1200)');

  return {
    async run({ calls, keys }: Round): Promise<Rates> {
      const ids: number[] = [];
      const started = performance.now();
      for (let index = 0; index < calls; index += 1) {
        const key = index % keys;
        begin.run();
        hold.run(key);
        ids.push(Number(insertCall.run(key).lastInsertRowid));
        commit.run();
      }
      for (const [index, id] of ids.entries()) {
        const key = index % keys;
        begin.run();
        charge.run(key);
        endCall.run(id);
        post.run(key, id);
        commit.run();
      }
      return { pairs: calls / ((performance.now() - started) / 1_000), calls: undefined };
    },
    async close(): Promise<void> {
      connection.close();
    },
  };
}
