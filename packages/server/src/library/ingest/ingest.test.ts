import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { LibraryBatch, LibraryWriter } from '@citewell/core/records/library.ts';
import { fileRecord, renderFile, writePubmedFile } from '@citewell/simulators/pubmed/pubmed-files.ts';
import fc from 'fast-check';
import { exported, openTestLibrary } from '../../testing/library/open-test-library.ts';
import { casesOf } from '../../testing/process/cases.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { createFileReader } from './file-reader.ts';
import { findFiles } from './find-files.ts';
import { type IngestEvent, type IngestOptions, ingest } from './ingest.ts';
import { createRejectLists } from './reject-lists.ts';
import { createThreadReader } from './thread-reader.ts';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const records = (from: number, to: number) => numbers(from, to).map((pmid) => fileRecord(pmid));

function setUp(t: TestContext) {
  const folder = temporaryFolder(t);
  const events: IngestEvent[] = [];
  const options = {
    readers: [createFileReader(), createFileReader()],
    batchSize: 10,
    resume: true,
    rejects: createRejectLists(join(folder, 'rejected'), 'en'),
    signal: new AbortController().signal,
    report: (event: IngestEvent) => events.push(event),
  };
  return {
    folder,
    events,
    rejections: () =>
      events.flatMap((event) => (event.event === 'refused' ? [[event.line, event.reason.en]] : [])),
    write(name: string, content: string | Uint8Array) {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    take: (writer: LibraryWriter | undefined, paths: readonly string[], more: Partial<IngestOptions> = {}) =>
      ingest(findFiles(paths), { writer, ...options, ...more }),
  };
}

async function pmidsOf(writer: LibraryWriter): Promise<number[]> {
  const lines = (await exported(writer)).split('\n').filter(Boolean);
  return lines.map((line) => Number(JSON.parse(line).pmid));
}

describe('an ingest', () => {
  it('reads files of every format in order, compressed or not, and counts the results', async (t) => {
    const { folder, write, take, events } = setUp(t);
    const writer = await openTestLibrary(t);
    write('a.xml', renderFile(records(1, 25)));
    writePubmedFile(join(folder, 'b.xml.gz'), renderFile(records(20, 40), [1, 2]));
    write('c.nbib', 'PMID- 50\nTI  - Fifty\n\nPMID- 51\nTI  - Fifty-one\n');
    write('d.jsonl.gz', gzipSync('{"pmid":"60","title":"Sixty"}\n'));
    write('notes.pdf', 'none of ours');
    const { counts, refused } = await take(writer, [folder]);
    assert.deepEqual(counts, { records: 49, added: 43, replaced: 0, unchanged: 6, removed: 2, rejected: 0 });
    assert.equal(refused, 0);
    assert.deepEqual(await pmidsOf(writer), [...numbers(3, 40), 50, 51, 60]);
    assert.deepEqual(
      events.filter(({ event }) => event === 'done').map(({ file }) => file.split('/').at(-1)),
      ['a.xml', 'b.xml.gz', 'c.nbib', 'd.jsonl.gz'],
    );
  });

  it('does the same in threads', async (t) => {
    const { folder, take } = setUp(t);
    for (const place of numbers(1, 5))
      writePubmedFile(join(folder, `f${place}.xml.gz`), renderFile(records(place * 100, place * 100 + 60)));
    writeFileSync(join(folder, 'f6.xml'), '<html></html>');
    const [alone, threaded] = [await openTestLibrary(t), await openTestLibrary(t)];
    const readers = [createThreadReader(), createThreadReader()];
    try {
      const expected = await take(alone, [folder]);
      assert.deepEqual(await take(threaded, [folder], { readers }), expected);
      assert.equal(expected.counts.added, 305);
      assert.equal(expected.refused, 1);
      assert.equal(await exported(threaded), await exported(alone));
    } finally {
      for (const reader of readers) await reader.close();
    }
  });

  it('keeps the newest version of a record by version and revision, in any order of files', async (t) => {
    const versions = [
      fileRecord(7, { title: 'first', entered: '2020/01/01' }),
      fileRecord(7, { title: 'revised', entered: '2021/01/01' }),
      fileRecord(7, { title: 'second', version: 2, entered: '2019/01/01' }),
    ];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const { write, take } = setUp(t);
      const writer = await openTestLibrary(t);
      const chosen = order.flatMap((place) => versions[place] ?? []);
      await take(writer, [write('one.xml', renderFile(chosen))]);
      assert.match(await exported(writer), /"title":"second"/);
      const apart = await openTestLibrary(t);
      for (const [place, version] of chosen.entries())
        await take(apart, [write(`${place}.xml`, renderFile([version]))]);
      assert.equal(await exported(apart), await exported(writer));
    }
  });

  it('marks papers named by a notice, whether it comes before or after them', async (t) => {
    const { write, take } = setUp(t);
    const notice = fileRecord(9, {
      title: 'Retraction',
      corrections: [{ refType: 'RetractionOf', source: 'J Files', pmid: '8' }],
    });
    const files = [
      write('paper.xml', renderFile([fileRecord(8)])),
      write('notice.xml', renderFile([notice])),
    ];
    for (const order of [files, [...files].reverse()]) {
      const writer = await openTestLibrary(t);
      await take(writer, order);
      const [paper, itself] = (await exported(writer))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      assert.deepEqual([paper.pmid, paper.retracted, itself.retracted], ['8', true, false]);
    }
  });

  it('gives the same library for any batch size', async (t) => {
    const { write, take } = setUp(t);
    const pmids = fc.integer({ min: 1, max: 6 });
    const record = fc.record({
      pmid: pmids,
      title: fc.constantFrom('one', 'two'),
      version: fc.integer({ min: 1, max: 2 }),
      entered: fc.constantFrom('2020/01/01', '2021/01/01'),
      of: fc.option(pmids, { nil: undefined }),
    });
    const file = fc.record({
      records: fc.array(record, { maxLength: 12 }),
      deleted: fc.array(pmids, { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 2 }), async (parts) => {
        // Deletions between records too, as in a sequence of files.
        const sets = parts.map(({ records, deleted }) =>
          renderFile(
            records.map(({ pmid, of, ...fields }) =>
              fileRecord(pmid, {
                ...fields,
                // The title of a record about another record says so too.
                title: `${fields.title}${of ? ` on ${of}` : ''}`,
                ...(of && { corrections: [{ refType: 'RetractionOf', source: 'X', pmid: String(of) }] }),
              }),
            ),
            deleted,
          ).replace(/^.*<PubmedArticleSet>|<\/PubmedArticleSet>\s*$/gs, ''),
        );
        const path = write('a.xml', `<PubmedArticleSet>${sets.join('')}</PubmedArticleSet>`);
        const exports: string[] = [];
        for (const batchSize of [1, 3, 1_000]) {
          const writer = await openTestLibrary(t);
          await take(writer, [path], { batchSize });
          exports.push(await exported(writer));
        }
        assert.equal(exports[1], exports[0]);
        assert.equal(exports[2], exports[0]);
      }),
      { numRuns: casesOf(15) },
    );
  });

  it('deletes records that a file deletes, and adds them again if a later entry contains them', async (t) => {
    const { write, take } = setUp(t);
    const writer = await openTestLibrary(t);
    await take(writer, [write('a.xml', renderFile(records(1, 5)))]);
    await take(writer, [write('b.xml', renderFile([fileRecord(6)], [2, 6, 99]))]);
    await take(writer, [write('c.xml', renderFile([fileRecord(2)]))]);
    assert.deepEqual(await pmidsOf(writer), [1, 2, 3, 4, 5]);
  });

  it('resumes after any batch, with the same result as without the interruption', async (t) => {
    const { folder, write, take } = setUp(t);
    writePubmedFile(join(folder, 'a.xml.gz'), renderFile(records(1, 57), [3]));
    write('b.xml', renderFile(records(50, 75)));
    const whole = await openTestLibrary(t);
    await take(whole, [folder]);
    const expected = await exported(whole);
    for (const batches of numbers(1, 9)) {
      const writer = await openTestLibrary(t);
      let written = 0;
      const stop = new AbortController();
      const counting: LibraryWriter = {
        ...writer,
        async write(batch: LibraryBatch) {
          const result = await writer.write(batch);
          written++;
          if (written === batches) stop.abort();
          return result;
        },
      };
      const first = await take(counting, [folder], { signal: stop.signal });
      assert.equal(first.interrupted, true);
      assert.equal(written, batches);
      const { counts, interrupted } = await take(writer, [folder]);
      assert.equal(interrupted, false);
      assert.equal(await exported(writer), expected, `after ${batches} batches`);
      assert.equal(first.counts.added + counts.added, 75);
    }
  });

  it('skips files already ingested unless told to reread them, and treats other bytes under the same name as a new file', async (t) => {
    const { write, take, events } = setUp(t);
    const writer = await openTestLibrary(t);
    const path = write('a.xml', renderFile(records(1, 3)));
    await take(writer, [path]);
    await take(writer, [path]);
    assert.deepEqual(
      events.filter(({ event }) => event === 'skipped').map(({ file }) => file),
      [path],
    );
    assert.equal((await take(writer, [path], { resume: false })).counts.unchanged, 3);
    write('a.xml', renderFile(records(1, 4)));
    assert.equal((await take(writer, [path])).counts.added, 1);
  });

  it('writes nothing without a writer, and returns the same counts', async (t) => {
    const { write, take } = setUp(t);
    const path = write('a.jsonl', '{"pmid":"1","title":"x"}\nnot json\n');
    const { counts } = await take(undefined, [path]);
    assert.deepEqual([counts.records, counts.rejected, counts.added], [1, 1, 0]);
  });
});

describe('a folder', () => {
  it('may contain unreadable entries: the other files are ingested', async (t) => {
    const { folder, write, take, rejections } = setUp(t);
    const writer = await openTestLibrary(t);
    write('a.xml', renderFile([fileRecord(1)]));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'b.xml'));
    symlinkSync(folder, join(folder, 'c.xml'));
    // A name that is not UTF-8.
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/d`), Buffer.from([0xff]), Buffer.from('.xml')]), 'x');
    execFileSync('mkfifo', [join(folder, 'e.xml')]);
    write('f.jsonl', '{"pmid":"2","title":"Two"}');
    const { refused } = await take(writer, [folder]);
    assert.deepEqual(await pmidsOf(writer), [1, 2]);
    const unreadable: [undefined, string] = [undefined, 'it cannot be read (ENOENT)'];
    assert.deepEqual([refused, rejections()], [2, [unreadable, unreadable]]);
  });
});

describe('an error in a file', () => {
  it('is listed with its line and the reason, and the other records are added', async (t) => {
    const { folder, write, take, events } = setUp(t);
    const writer = await openTestLibrary(t);
    const lines = numbers(1, 30).map((pmid) =>
      pmid % 10 === 0 ? '{"pmid":"x"}' : `{"pmid":"${pmid}","title":"T"}`,
    );
    const path = write('a.jsonl', lines.join('\n'));
    // Stopped and resumed: the list covers the whole file.
    const stop = new AbortController();
    await take(writer, [path], { signal: stop.signal, report: () => stop.abort() });
    const { counts } = await take(writer, [path]);
    assert.equal(counts.rejected, 3);
    assert.equal((await pmidsOf(writer)).length, 27);
    const listPath =
      events.flatMap((event) => (event.event === 'done' ? [event.rejectsPath ?? ''] : []))[0] ?? '';
    assert.ok(listPath.startsWith(join(folder, 'rejected')));
    const listed = readFileSync(listPath, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      listed.map(({ file, line }) => [file, line]),
      [10, 20, 30].map((line) => [path, line]),
    );
    assert.match(listed[0].reason, /pmid/);
  });

  const whole = renderFile(records(1, 30));
  const broken: Record<string, [bytes: string | Uint8Array, line: number | undefined, reason: RegExp]> = {
    'cut XML': [whole.slice(0, whole.length - 30), 33, /ends in the middle/],
    'a cut gzip file': [gzipSync(whole).subarray(0, -20), 33, /gzip data end in the middle/],
    'a damaged gzip file': [damaged(gzipSync(whole)), 1, /gzip data are damaged/],
    'an entity bomb': [
      whole
        .replace(/<!DOCTYPE[^>]*>/, '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>')
        .replace('Record 20', '&b;'),
      2,
      /entity declarations/,
    ],
    'an external entity': [
      whole
        .replace(/<!DOCTYPE[^>]*>/, '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>')
        .replace('Record 20', '&a;'),
      2,
      /entity declarations/,
    ],
    'an unknown entity': [whole.replace('Record 20', '&alpha;'), 23, /reference/],
    'a control character': [whole.replace('Record 20', 'a\u0001b'), 23, /character that XML does not allow/],
    'bytes that are not UTF-8': [
      Buffer.from(whole.replace('Record 20', '\xff\xfe'), 'latin1'),
      23,
      /not UTF-8/,
    ],
    'a web page': ['<!DOCTYPE html>\n<html><body>Blocked</body></html>', 2, /root element/],
    'two documents': [`${whole}${whole}`, 35, /./],
    'something else': ['%PDF-1.7', 1, /neither PubMed XML nor/],
    nothing: ['', undefined, /empty/],
  };
  for (const [what, [bytes, line, reason]] of Object.entries(broken))
    it(`rejects ${what} and names the place, and adds nothing from it`, async (t) => {
      const { write, take, rejections } = setUp(t);
      const writer = await openTestLibrary(t);
      const [wrong, right] = [write('a', bytes), write('b.xml', renderFile([fileRecord(99)]))];
      const { refused } = await take(writer, [wrong, right]);
      assert.equal(refused, 1);
      const [[foundLine, foundReason] = []] = rejections();
      assert.equal(foundLine, line);
      assert.match(String(foundReason), reason);
      assert.deepEqual(await pmidsOf(writer), [99]);
    });

  it('rejects a file that does not match its .md5', async (t) => {
    const { folder, take, rejections } = setUp(t);
    const writer = await openTestLibrary(t);
    const path = join(folder, 'a.xml.gz');
    writePubmedFile(path, whole);
    const md5 = readFileSync(`${path}.md5`, 'utf8');
    writeFileSync(
      `${path}.md5`,
      md5.replace(/[0-9a-f]$/m, (digit) => (digit === '0' ? '1' : '0')),
    );
    assert.equal((await take(writer, [path])).refused, 1);
    assert.match(String(rejections()[0]?.[1]), /its MD5 is/);
    writeFileSync(`${path}.md5`, 'none');
    assert.equal((await take(writer, [path])).refused, 1);
    // Format of md5sum.
    writeFileSync(`${path}.md5`, `${/[0-9a-f]{32}/.exec(md5)?.[0]}  a.xml.gz\n`);
    assert.equal((await take(writer, [path])).counts.added, 30);
  });

  it('adds nothing from a truncated file, whatever its .md5', async (t) => {
    const { folder, take, events } = setUp(t);
    const writer = await openTestLibrary(t);
    const path = join(folder, 'a.xml');
    writePubmedFile(path, whole.slice(0, whole.length - 30));
    const { refused, counts } = await take(writer, [path]);
    assert.deepEqual([refused, counts.added, counts.records], [1, 0, 0]);
    assert.partialDeepStrictEqual(events.at(-1), { event: 'refused', taken: 0 });
    assert.deepEqual(await pmidsOf(writer), []);
  });

  it('adds nothing from a compressed file that was truncated or changed at any byte', async (t) => {
    const { write, take } = setUp(t);
    const writer = await openTestLibrary(t);
    const packed = gzipSync(whole);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(packed.length - 1),
        fc.boolean(),
        fc.integer({ min: 1, max: 255 }),
        async (place, cuts, by) => {
          const bytes = Buffer.from(cuts ? packed.subarray(0, place) : packed);
          // Only flags and method of the header matter; the rest is a date.
          if (!cuts && place < 10) return;
          if (!cuts) bytes[place] = (bytes[place] ?? 0) ^ by;
          if (!cuts && unpacked(bytes)?.toString() === whole) return;
          const { refused, counts } = await take(writer, [write('a.xml.gz', bytes)]);
          assert.deepEqual([refused, counts.records], [1, 0]);
        },
      ),
      { numRuns: 60 },
    );
    assert.deepEqual(await pmidsOf(writer), []);
  });
});

/** Returns what a compressed file contains: the bits that fill up its last byte may be any. */
function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, 40, 60);
  return copy;
}

const data = new URL('../../../../../../shared/data/', import.meta.url);

it('ingests every file of real records as an independent parser reads it', async (t) => {
  const expectedFile = new URL('pubmed-xml/pubmed-expected.dev.jsonl', data);
  if (!existsSync(expectedFile)) {
    t.skip('../shared/data is not here');
    return;
  }
  const { folder, take } = setUp(t);
  const rows = readFileSync(expectedFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const byFile = Map.groupBy(rows, ({ file }) => String(file));
  const agreed = new Map<string, number>();
  let count = 0;
  for (const [file, expected] of byFile) {
    const url = new URL(file, data);
    if (!file.startsWith('pubmed-xml/') || !existsSync(url)) continue;
    const writer = await openTestLibrary(t);
    await take(writer, [url.pathname], { rejects: createRejectLists(join(folder, 'rejected'), 'en') });
    const found = new Map(
      (await exported(writer))
        .split('\n')
        .filter(Boolean)
        .map((line) => [JSON.parse(line).pmid, JSON.parse(line)]),
    );
    // The newest of several versions is stored.
    const newest = new Map(expected.sort((a, b) => a.version - b.version).map((row) => [row.pmid, row]));
    for (const row of newest.values()) {
      count++;
      for (const [field, same] of Object.entries(compare(found.get(row.pmid) ?? {}, row)))
        agreed.set(field, (agreed.get(field) ?? 0) + (same ? 1 : 0));
    }
  }
  t.diagnostic(`${count} records`);
  assert.ok(count > 450);
  for (const [field, agreeing] of agreed) {
    const goal = ['pmid', 'title', 'year'].includes(field) ? 1 : 0.99;
    assert.ok(agreeing / count >= goal, `${field}: ${agreeing} of ${count}`);
  }
});

type Row = Record<string, unknown>;

/** Both are equivalent, except for white space, irrelevant order, and a DOI in only one place. */
function compare(found: Row, expected: Row): Record<string, boolean> {
  const plain = (value: unknown) =>
    JSON.stringify(value ?? null)
      .replace(/(?:\\n|\s)+/g, ' ')
      .replace(/ ?" ?/g, '"');
  const set = (value: unknown) => [...new Set((value as string[] | undefined) ?? [])].filter(Boolean).sort();
  const sections = (value: unknown) => ((value as { text: string }[]) ?? []).filter(({ text }) => text);
  const same = (field: string) => plain(found[field]) === plain(expected[field]);
  return {
    ...Object.fromEntries(
      [
        'pmid',
        'title',
        'year',
        'vernacular_title',
        'authors',
        'journal',
        'languages',
        'is_review',
        'retracted',
      ].map((field) => [field, same(field)]),
    ),
    abstract: plain(sections(found.abstract)) === plain(sections(expected.abstract)),
    ...Object.fromEntries(
      ['publication_types', 'mesh', 'keywords'].map((field) => [
        field,
        plain(set(found[field])) === plain(set(expected[field])),
      ]),
    ),
    doi: expected.doi === null || same('doi'),
  };
}
