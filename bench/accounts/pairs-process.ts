import { join } from 'node:path';
import { answerCommands } from '../commands.ts';
import { openBarePostgres } from './bare-postgres.ts';
import { openBareSqlite } from './bare-sqlite.ts';
import type { Database } from './databases.ts';
import { openProductPairs, type Rates, type Round } from './product-pairs.ts';

/** Process with one database that holds and settles on command, with the product's code or the bare runner. */
type Runner = { run(round: Round): Promise<Rates> };
const runners: Record<string, Runner> = {};

answerCommands({
  async open({ engine, url, folder }: Database) {
    runners.product = await openProductPairs(url);
    runners.bare =
      engine === 'SQLite' ? openBareSqlite(join(folder, 'bare.db')) : await openBarePostgres(url);
  },
  run({ runner, round }: { runner: string; round: Round }) {
    return runners[runner]?.run(round);
  },
});
