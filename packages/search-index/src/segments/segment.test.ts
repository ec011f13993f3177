import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Counts, frequencyCode } from '../analysis/fields.ts';
import { BlockCursor, fieldDistance } from '../postings/block-cursor.ts';
import { ByteWriter } from '../postings/bytes.ts';
import { chunkChecksum } from '../writing/checksum.ts';
import { SegmentEncoder } from './segment-encoder.ts';
import { createCaches, SegmentReader } from './segment-reader.ts';
import { type Chunk, earlierChunkBytes, type LibraryStore, type SegmentInfo } from './segment-store.ts';

/** Chunks in memory, returned synchronously or not, as engines differ. */
function storeOf(chunks: readonly Chunk[], later: boolean): Pick<LibraryStore, 'read'> {
  const byPlace = new Map(chunks.map((chunk) => [`${chunk.stream} ${chunk.chunk}`, chunk.bytes]));
  return {
    read(addresses) {
      const read = addresses.map((address) => {
        const bytes = byPlace.get(`${address.stream} ${address.chunk}`) ?? assert.fail();
        return { bytes, checksum: chunkChecksum(address, bytes) };
      });
      return later ? Promise.resolve(read) : read;
    },
  };
}

type Encoded = { chunks: Chunk[]; info: SegmentInfo };

/** Returns the segment as earlier releases wrote it, in larger chunks. */
function asEarlier({ chunks, info: { chunkBytes, ...info } }: Encoded): Encoded {
  const bytesOf = Map.groupBy(chunks, ({ stream }) => stream);
  const earlier = [...bytesOf].flatMap(([stream, parts]) => {
    const bytes = Buffer.concat(parts.map((part) => part.bytes));
    return Array.from({ length: Math.ceil(bytes.length / earlierChunkBytes) }, (_, chunk) => ({
      ...{ segment: 1, stream, chunk },
      bytes: bytes.subarray(chunk * earlierChunkBytes, (chunk + 1) * earlierChunkBytes),
    }));
  });
  return { chunks: earlier, info };
}

type Posting = { id: number; counts: Counts; positions: number[][] };

const docs = 5_000;
const fieldNorms = Uint16Array.from({ length: docs }, (_, id) => 100 + ((id * 7) % 90));

function encode(terms: Map<string, Posting[]>): Encoded {
  const encoder = new SegmentEncoder(fieldNorms);
  const bytes = new ByteWriter();
  for (const [key, postings] of [...terms].sort(([one], [other]) => (one < other ? -1 : 1))) {
    encoder.beginTerm(key);
    for (const { id, counts, positions } of postings) {
      bytes.clear();
      for (const field of positions)
        for (const [at, position] of field.entries()) bytes.varint(position - (field[at - 1] ?? 0));
      const code = frequencyCode(counts.title, counts.keyword, counts.abstract);
      encoder.add(id, code, counts, bytes.view(), 0, bytes.length);
    }
    encoder.endTerm();
  }
  const dateKeys = Int32Array.from({ length: docs }, (_, id) => (2_020 - Math.floor(id / 1_000)) * 512);
  const pmids = Float64Array.from({ length: docs }, (_, id) => 9_900_000_000 - id);
  const info = encoder.finish({ dateKeys, pmids });
  return { info, chunks: encoder.takeChunks(1) };
}

const field = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 70 }).map((steps) => {
  let position = -1;
  return steps.map((step) => (position += step));
});
const posting = fc
  .tuple(fc.array(field, { minLength: 3, maxLength: 3 }), fc.integer({ min: 1, max: 300 }))
  .map(([positions, step]) => ({
    positions: positions[0]?.length ? positions : [[0], ...positions.slice(1)],
    step,
  }));
const postings = fc.array(posting, { minLength: 1, maxLength: 40 }).chain((drawn) =>
  // Repeating a few postings makes lists of any length quickly.
  fc.integer({ min: 1, max: 700 }).map((count) => {
    const list: Posting[] = [];
    let id = -1;
    for (let at = 0; at < count; at++) {
      const { positions, step } = drawn[at % drawn.length] ?? assert.fail();
      id += count > 40 ? 1 + (step % 6) : step;
      if (id >= docs) break;
      const [title = 0, keyword = 0, abstract = 0] = positions.map((each) => each.length);
      list.push({ id, counts: { title, keyword, abstract }, positions });
    }
    return list.length > 0
      ? list
      : [{ id: 0, counts: { title: 1, keyword: 0, abstract: 0 }, positions: [[0], [], []] }];
  }),
);
const key = fc
  .tuple(
    fc.constantFrom('t', 'b', 'a', 'j'),
    fc.string({ unit: fc.constantFrom(...'abc糖𠮷é'), minLength: 1, maxLength: 4 }),
  )
  .map(([letter, term]) => letter + term);

describe('a segment', () => {
  for (const [form, later, written] of [
    ['by an engine that answers at once', false, encode],
    ['by an engine that answers later', true, encode],
    [
      'in the chunks of earlier releases',
      false,
      (terms: Parameters<typeof encode>[0]) => asEarlier(encode(terms)),
    ],
  ] as const)
    it(`is read back unchanged, ${form}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(key, postings), { maxLength: 12 }), key, async (drawn, absent) => {
          const terms = new Map(drawn);
          const { chunks, info } = written(terms);
          const reader = new SegmentReader({ id: 1, info }, storeOf(chunks, later), createCaches(1 << 24));
          const keys = [...terms.keys()];
          const found = await reader.terms(terms.has(absent) ? keys : [...keys, absent]);
          if (!terms.has(absent)) assert.equal(found.pop(), undefined);
          for (const [at, name] of keys.entries()) {
            const wanted = terms.get(name) ?? [];
            const read = found[at] ?? assert.fail(`${name} is not there`);
            assert.deepEqual(await readAll(new BlockCursor(reader, read)), wanted.map(shown));
          }
          const listed: string[] = [];
          for await (const page of reader.everyTerm()) for (const { key: name } of page) listed.push(name);
          assert.deepEqual(
            listed,
            keys.toSorted((one, other) => (one < other ? -1 : 1)),
          );
        }),
        { numRuns: 40 },
      );
    });

  it('finds the next block and posting for any forward target', async () => {
    await fc.assert(
      fc.asyncProperty(postings, fc.array(fc.nat(docs), { maxLength: 30 }), async (list, targets) => {
        const { chunks, info } = encode(new Map([['tx', list]]));
        const reader = new SegmentReader({ id: 1, info }, storeOf(chunks, false), createCaches(1 << 24));
        const [read] = await reader.terms(['tx']);
        const cursor = new BlockCursor(reader, read ?? assert.fail());
        for (const target of targets.sort((one, other) => one - other)) {
          const block = cursor.blockOf(target);
          const wanted = list.find(({ id }) => id >= target)?.id;
          if (wanted === undefined) assert.equal(block, cursor.postings.blocks);
          else {
            await cursor.load(block);
            assert.equal(cursor.ids[cursor.placeOf(target)], wanted);
          }
        }
      }),
    );
  });

  it('locates its years and records', async () => {
    const { chunks, info } = encode(new Map());
    const reader = new SegmentReader({ id: 1, info }, storeOf(chunks, true), createCaches(1 << 24));
    assert.deepEqual(reader.yearRange(2_018, 2_019), [1_000, 3_000]);
    assert.deepEqual(reader.yearRange(2_021, 2_030), [0, 0]);
    assert.deepEqual(await reader.key(4_321), { dateKey: 2_016 * 512, pmid: 9_900_000_000 - 4_321 });
    assert.equal(await reader.find({ dateKey: 2_016 * 512, pmid: 9_900_000_000 - 4_321 }), 4_321);
    assert.equal(await reader.find({ dateKey: 2_016 * 512, pmid: 1 }), undefined);
    assert.equal(await reader.find({ dateKey: 5, pmid: 1 }), undefined);
    const { from, fieldNorms: read } = await reader.readFieldNorms(4_321);
    assert.equal(read[4_321 - from], fieldNorms[4_321]);
  });
});

async function readAll(cursor: BlockCursor): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let block = 0; block < cursor.postings.blocks; block++) {
    await cursor.load(block);
    await cursor.loadPositions();
    for (let at = 0; at < cursor.size; at++) {
      cursor.positionsOf(at);
      const positions = [...cursor.positions.subarray(cursor.positionsFrom, cursor.positionsTo)];
      all.push({ id: cursor.ids[at], counts: cursor.countsAt(at), positions });
    }
  }
  return all;
}

function shown({ id, counts, positions }: Posting) {
  return {
    id,
    counts,
    positions: positions.flatMap((each, at) => each.map((place) => at * fieldDistance + place)),
  };
}
