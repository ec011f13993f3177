import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startRerankSimulator } from '@citewell/simulators/llm/rerank-simulator.ts';
import { createHttpEmbedder } from './http-embedder.ts';

const never = new AbortController().signal;

async function setUp(t: TestContext) {
  const server = await startRerankSimulator();
  t.after(() => server.close());
  const embedder = createHttpEmbedder(
    { baseUrl: server.url, apiKey: undefined, model: 'm', prefixes: undefined },
    { connectMs: 5_000 },
  );
  t.after(() => embedder.close());
  const sizes = () => server.requests.splice(0).map(({ body }) => body.input?.length);
  return { server, embedder, sizes };
}

const texts = Array.from({ length: 64 }, (_, at) => `aspirin record ${at}`);
const long = 'Aspirin lowered the risk of stroke in adults. '.repeat(80);

describe('an embedder over HTTP', () => {
  for (const [name, most, status, first, later] of [
    ['text-embeddings-inference', 32, 422, [64, 32, 32], [32, 32]],
    ['text-embeddings-inference', 32, 413, [64, 32, 32], [32, 32]],
    ['DashScope', 10, 400, [64, 32, 16, 8, 8, 8, 8, 8, 8, 8, 8], [8, 8, 8, 8, 8, 8, 8, 8]],
  ] as const)
    it(`discovers once how many texts ${name} accepts per request (${status})`, async (t) => {
      const { server, embedder, sizes } = await setUp(t);
      const { vectors: expected } = await embedder.embed(texts, never);
      assert.deepEqual(sizes(), [64]);
      server.setLimits({ texts: most, status });
      const { vectors, tokens = 0 } = await embedder.embed(texts, never);
      assert.deepEqual(vectors, expected, 'in the order of the texts');
      assert.ok(tokens > 0);
      assert.deepEqual(sizes(), first);
      await embedder.embed(texts, never);
      assert.deepEqual(sizes(), later);
    });

  for (const status of [400, 413, 500])
    it(`sends the beginning of a text that a server rejects as too long (${status}), and the others whole`, async (t) => {
      const { server, embedder, sizes } = await setUp(t);
      server.setLimits({ characters: 2_000, status });
      const { vectors } = await embedder.embed([...texts.slice(0, 3), long], never);
      assert.equal(vectors.length, 4);
      const sent = server.requests.flatMap(({ body }) => body.input ?? []);
      assert.ok(texts.slice(0, 3).every((text) => sent.includes(text)));
      const taken = sent.filter((text) => text.length <= 2_000 && long.startsWith(text));
      assert.equal(taken.length, 1);
      assert.ok(taken.every(({ length }) => length > 1_400));
      sizes();
      await embedder.embed([...texts.slice(0, 3), long], never);
      assert.deepEqual(sizes(), [4], 'what was found out is kept');
    });

  it('reads a reply that begins with a byte order mark', async (t) => {
    const { server, embedder } = await setUp(t);
    server.setFault('byte_order_mark');
    assert.equal((await embedder.embed(['aspirin'], never)).vectors.length, 1);
  });

  it('fails if the server rejects every request', async (t) => {
    const { server, embedder, sizes } = await setUp(t);
    server.setLimits({ texts: 0, status: 400 });
    await assert.rejects(embedder.embed([long, ...texts], never), { failure: 'rejected', status: 400 });
    assert.ok(sizes().length < 20);
    await assert.rejects(embedder.embed(['aspirin'], never), { status: 400 });
    assert.equal(sizes().length, 1);
  });
});
