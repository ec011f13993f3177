import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whyNoOpenSearch } from '../../packages/server/src/testing/library/opensearch/jars.ts';
import { openSearchKilled } from './opensearch.ts';

describe('an OpenSearch that is killed, or its ingest, during ingest and search', {
  skip: whyNoOpenSearch(),
}, () => {
  it('loses nothing that it acknowledged and is never mistaken for an empty one', async () => {
    const { violations, rows } = await openSearchKilled({ kills: 2, records: 600, seed: 3 });
    assert.deepEqual(violations, []);
    const figure = (name: RegExp) => rows.find((row) => name.test(row.figure))?.value ?? 0;
    assert.equal(figure(/kills and restarts/), 1);
    assert.equal(figure(/kills of the ingest alone/), 1);
    assert.ok(figure(/answered as before/) > 0);
    assert.ok(figure(/searches reported as unavailable/) > 0);
    assert.ok(figure(/pairs of pages of the library being ingested/) > 0);
  });
});
