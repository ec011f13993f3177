import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownStoreEngines } from '../../packages/server/src/testing/accounting/accounts-databases.ts';
import { kill9 } from './kill9.ts';

/** Seed with a crash of the database and a premature reaper among the first kills. */
const seed = 4;

for (const engine of ownStoreEngines)
  describe(`two processes that are killed repeatedly, on ${engine.name}`, () => {
    it('lose nothing that they acknowledged and charge nothing twice', async () => {
      const verdict = await kill9(engine, { processes: 2, seed, until: { kills: 6 } });
      assert.deepEqual(verdict.violations, []);
      const figure = (name: string) => verdict.rows.find((row) => row.figure === name)?.value ?? 0;
      assert.ok(verdict.kills >= 6);
      assert.ok(figure('settlements, repeated ones included') > 0);
      assert.ok(figure('calls ended by a reaper') > 0);
      assert.equal(verdict.crashes > 0, engine.name === 'PostgreSQL');
    });
  });
