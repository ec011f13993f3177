import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ingestKilled } from './ingest.ts';

describe('an ingest that is killed repeatedly', () => {
  it('exports the same bytes as an ingest without interruptions', async () => {
    const { violations, rows } = await ingestKilled({ kills: 5, records: 900, seed: 3 });
    assert.deepEqual(violations, []);
    const figure = (name: string) => rows.find((row) => row.figure === name)?.value ?? 0;
    assert.ok(figure('processes killed by the schedule') >= 5);
    assert.ok(figure('batches they reported') > 5);
    assert.ok(figure('bytes of an export') > 100_000);
  });
});
