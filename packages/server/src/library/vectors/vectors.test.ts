import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { embedLibrary } from './embed-library.ts';
import type { Embedder } from './embedder.ts';
import { cosine, quantize } from './quantize.ts';
import { openVectors, openVectorWriter } from './vector-store.ts';

const never = new AbortController().signal;
const model = { name: 'm', dimensions: 3 };
const pathIn = (t: TestContext) => join(temporaryFolder(t), 'vectors.db');
const at = (pmid: string, vector: number[], hash = 'h') => ({
  ...{ pmid: pmid as Pmid, hash },
  vector: quantize(vector),
});

describe('vectors stored as bytes', () => {
  it('keep their direction', () => {
    const one = quantize([0.3, -0.5, 0.2, 0.001]);
    assert.deepEqual([...one], [76, -127, 51, 0]);
    assert.ok(Math.abs(cosine(one, quantize([0.6, -1, 0.4, 0.002])) - 1) < 1e-3);
    assert.ok(Math.abs(cosine(quantize([1, 0]), quantize([1, 1])) - Math.SQRT1_2) < 0.01);
  });

  it('are empty for an empty vector, and never NaN', () => {
    assert.deepEqual([...quantize([0, 0])], [0, 0]);
    assert.equal(cosine(quantize([0, 0]), quantize([1, 0])), 0);
    assert.deepEqual([...quantize([Number.POSITIVE_INFINITY, 1])], [0, 0]);
  });
});

describe('the vector file', () => {
  it('returns the nearest first, replaces, removes, and can be reopened', (t) => {
    const path = pathIn(t);
    assert.equal(openVectors(path), undefined);
    const writer = openVectorWriter(path, model);
    writer.put([at('1', [1, 0, 0]), at('2', [0, 1, 0]), at('3', [1, 1, 0])]);
    writer.put([at('2', [1, 0.1, 0], 'new')]);
    writer.remove(['3' as Pmid]);
    assert.deepEqual(
      [...writer.hashes()],
      [
        ['1', 'h'],
        ['2', 'new'],
      ],
    );
    writer.close();
    const reader = openVectors(path);
    assert.deepEqual(reader?.model, model);
    assert.equal(reader?.count(), 2);
    assert.deepEqual(reader?.nearest(quantize([1, 0, 0]), 10), ['1', '2']);
    assert.deepEqual(
      [...(reader?.get(['2', '9'] as Pmid[]) ?? [])].map(([pmid]) => pmid),
      ['2'],
    );
    assert.deepEqual(reader?.nearest(quantize([1, 0]), 10), [], 'of another length');
    reader?.close();
  });

  it('never returns a zero vector, and finds nothing for one', (t) => {
    const path = pathIn(t);
    const writer = openVectorWriter(path, model);
    writer.put([at('1', [0, 0, 0]), at('2', [0, 1, 0]), at('3', [1, 0, 0])]);
    writer.put([at('3', [0, 0, 0])]);
    assert.deepEqual(writer.nearest(quantize([0.1, 1, 0]), 3), ['2']);
    assert.deepEqual(writer.nearest(quantize([0, 0, 0]), 3), []);
    assert.equal(writer.count(), 1);
    assert.equal(writer.hashes().size, 3, 'its text is not sent again');
    writer.close();
  });

  it('starts over for another model, while a reader keeps the old file', (t) => {
    const path = pathIn(t);
    const writer = openVectorWriter(path, model);
    writer.put([at('1', [1, 0, 0])]);
    writer.close();
    const reader = openVectors(path);
    const other = openVectorWriter(path, { name: 'other', dimensions: 2 });
    assert.equal(other.count(), 0);
    other.put([at('7', [1, 0])]);
    other.close();
    assert.deepEqual(reader?.nearest(quantize([1, 0, 0]), 1), ['1']);
    reader?.close();
    const again = openVectors(path);
    assert.deepEqual([again?.model?.name, again?.count()], ['other', 1]);
    again?.close();
  });

  it('is rejected by name if it is invalid, in both languages', (t) => {
    const path = pathIn(t);
    writeFileSync(path, 'not a database, but long enough to be looked at as one'.repeat(40));
    for (const open of [() => openVectors(path), () => openVectorWriter(path, model)])
      assert.throws(open, (error: Error & { sentence?: { zh: string } }) =>
        `${error.message}${JSON.stringify(error)}`.includes(path),
      );
  });

  it('uses at most 500 bytes per record at 384 dimensions', (t) => {
    const path = pathIn(t);
    const writer = openVectorWriter(path, { name: 'm', dimensions: 384 });
    // One more than fills whole chunks of a thousand.
    const records = 5_121;
    const vector = quantize(Array.from({ length: 384 }, (_, index) => Math.sin(index)));
    writer.put(
      Array.from({ length: records }, (_, index) => ({
        ...{ pmid: String(30_000_000 + index) as Pmid, hash: 'abcdefghijkl', vector },
      })),
    );
    writer.close();
    assert.ok(statSync(path).size / records <= 500, `${statSync(path).size / records}`);
  });
});

/** Embedder with three dimensions: the counts of a, b and c in a text. */
function letters(seen: string[][] = []): Embedder {
  return {
    model: 'letters',
    prefixes: { query: '', passage: '' },
    async embed(texts, signal) {
      signal.throwIfAborted();
      seen.push([...texts]);
      const count = (text: string, letter: string) => text.split(letter).length - 1;
      return {
        vectors: texts.map((text) => ['a', 'b', 'c'].map((letter) => count(text, letter))),
        tokens: texts.length,
      };
    },
    close: async () => {},
  };
}

async function* stream(records: readonly Article[]): AsyncIterable<Article> {
  yield* records;
}

const record = (pmid: string, title: string) => anArticle(pmid, { title, abstract: [] });

describe('the vectors of a library', () => {
  it('are computed once, again when a text changes, and removed with their record', async (t) => {
    const path = pathIn(t);
    const seen: string[][] = [];
    const embedder = letters(seen);
    const run = (records: readonly Article[]) =>
      embedLibrary(stream(records), { embedder, path, signal: never });
    const first = await run([record('1', 'aaa'), record('2', 'bbb')]);
    assert.partialDeepStrictEqual(first, { seen: 2, embedded: 2, removed: 0, total: 2, tokens: 2 });
    assert.partialDeepStrictEqual(await run([record('1', 'aaa'), record('2', 'bbb')]), {
      embedded: 0,
      total: 2,
    });
    const changed = await run([record('2', 'ccc'), record('3', 'ab')]);
    assert.partialDeepStrictEqual(changed, { embedded: 2, removed: 1, total: 2 });
    const reader = openVectors(path);
    assert.deepEqual(reader?.nearest(quantize([0, 0, 1]), 1), ['2']);
    reader?.close();
  });

  it('resume where they stopped', async (t) => {
    const path = pathIn(t);
    const records = Array.from({ length: 200 }, (_, index) => record(String(index + 1), `a${index}`));
    const controller = new AbortController();
    const stopped = embedLibrary(stream(records), {
      ...{ embedder: letters(), path, signal: controller.signal },
      report: ({ embedded }) => {
        if (embedded >= 128) controller.abort(new Error('enough'));
      },
    });
    await assert.rejects(stopped, /enough/);
    const rest = await embedLibrary(stream(records), { embedder: letters(), path, signal: never });
    assert.partialDeepStrictEqual(rest, { seen: 200, embedded: 72, total: 200 });
  });

  it('wait for a busy server, but not forever', async (t) => {
    const path = pathIn(t);
    const working = letters();
    let requests = 0;
    const busy = (times: number, status: number): Embedder => ({
      ...working,
      async embed(texts, signal) {
        requests++;
        if (times-- > 0) throw Object.assign(new Error('busy'), { failure: 'rejected', status });
        return working.embed(texts, signal);
      },
    });
    const run = (embedder: Embedder) =>
      embedLibrary(stream([record('1', 'a')]), { embedder, path, signal: never, waitsMs: [1, 1] });
    await assert.rejects(run(busy(3, 429)), { status: 429 });
    await assert.rejects(run(busy(1, 401)), { status: 401 });
    assert.equal(requests, 4);
    assert.equal((await run(busy(2, 503))).embedded, 1);
  });

  it('are not mixed with those of another model of another length that arrived meanwhile', async (t) => {
    const path = pathIn(t);
    const records = Array.from({ length: 100 }, (_, index) => record(String(index + 1), `a${index}`));
    const seen: string[][] = [];
    const working = letters(seen);
    const changing: Embedder = {
      ...working,
      async embed(texts, signal) {
        const { vectors, tokens } = await working.embed(texts, signal);
        return { vectors: seen.length > 2 ? vectors.map((vector) => [...vector, 1]) : vectors, tokens };
      },
    };
    await assert.rejects(embedLibrary(stream(records), { embedder: changing, path, signal: never }), {
      failure: 'model_changed',
    });
    const reader = openVectors(path);
    assert.equal(reader?.count(), 64);
    reader?.close();
  });

  it('stop waiting for a model that never replies, and keep what exists', async (t) => {
    const path = pathIn(t);
    const records = Array.from({ length: 100 }, (_, index) => record(String(index + 1), `a${index}`));
    const seen: string[][] = [];
    const working = letters(seen);
    const hanging: Embedder = {
      ...working,
      // After the request for the length of a vector and the first batch.
      embed: (texts, signal) =>
        seen.length < 2
          ? working.embed(texts, signal)
          : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    };
    await assert.rejects(
      embedLibrary(stream(records), { embedder: hanging, path, signal: never, deadlineMs: 50 }),
      { name: 'TimeoutError' },
    );
    const reader = openVectors(path);
    assert.equal(reader?.count(), 64);
    reader?.close();
  });
});
