import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { readOpenSearchAddress } from '../../../platform/opensearch-address.ts';
import { OpenSearchClient } from './client.ts';
import { type BulkAction, Cluster } from './cluster.ts';

type Action = { index: { _id: string } };

/** Starts a server that accepts bulk requests; actions with an even id are conflicts. */
async function start(t: TestContext) {
  const sizes: number[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      sizes.push(Buffer.byteLength(body));
      const lines: object[] = body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const items = lines
        .filter((line) => 'index' in line)
        .map((line) => ({ index: { status: Number((line as Action).index._id) % 2 === 0 ? 409 : 201 } }));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ items }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = readOpenSearchAddress(`http://127.0.0.1:${port}/a`) ?? assert.fail();
  const client = new OpenSearchClient(address, { deadlineMs: 60_000, retryMs: 0 });
  t.after(async () => {
    await client.close();
    server.close();
  });
  return { cluster: new Cluster(client, 'a'), sizes };
}

const action = (id: number, record: string): BulkAction => ({
  action: { index: { _id: String(id) } },
  source: { record },
});

describe('a bulk of records', () => {
  it('is divided by size, and every outcome is that of its record', async (t) => {
    const { cluster, sizes } = await start(t);
    // Three bytes each.
    const long = '糖'.repeat(200_000);
    const actions = Array.from({ length: 60 }, (_, at) => action(at, long));
    const outcomes = await cluster.bulk('a-records', actions);
    assert.deepEqual(
      outcomes,
      actions.map((_, at) => (at % 2 === 0 ? 'conflict' : 'done')),
    );
    assert.ok(sizes.length > 1);
    for (const size of sizes) assert.ok(size <= 10 * 2 ** 20, `${size}`);
  });

  it('is one request if it is small, and none if it is empty', async (t) => {
    const { cluster, sizes } = await start(t);
    assert.deepEqual(await cluster.bulk('a-records', []), []);
    assert.equal((await cluster.bulk('a-records', [action(1, 'one'), action(3, 'two')])).length, 2);
    assert.equal(sizes.length, 1);
  });

  it('sends a record alone that is larger than a request should be', async (t) => {
    const { cluster, sizes } = await start(t);
    const actions = [action(1, 'a'), action(3, 'b'.repeat(11 * 2 ** 20)), action(5, 'c')];
    assert.deepEqual(await cluster.bulk('a-records', actions), ['done', 'done', 'done']);
    assert.equal(sizes.length, 3);
  });
});
