import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storeEngines } from '../../packages/server/src/testing/accounting/accounts-databases.ts';
import { burst, planBurst } from './burst.ts';

const options = { calls: 400, processes: 2, seed: 400 };

for (const engine of storeEngines)
  describe(`400 calls at once from two processes, on ${engine.name}`, () => {
    it('are admitted exactly up to the balance or the quota, and the others get the documented error', async () => {
      const verdicts = await burst(engine, options);
      assert.deepEqual(
        verdicts.map(({ title, violations }) => [title, violations]),
        verdicts.map(({ title }) => [title, []]),
      );
      assert.equal(verdicts.length, planBurst(options).length);
    });
  });
