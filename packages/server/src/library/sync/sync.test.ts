import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { systemClock } from '@citewell/core/clock.ts';
import type { LibraryWriter } from '@citewell/core/records/library.ts';
import { fileRecord, renderFile } from '@citewell/simulators/pubmed/pubmed-files.ts';
import { type FileFault, startFilesServer } from '@citewell/simulators/pubmed/pubmed-files-server.ts';
import { createDownloader } from '../../literature/sources/remote/download.ts';
import { exported, openTestLibrary } from '../../testing/library/open-test-library.ts';
import { temporaryFolder } from '../../testing/process/temporary-folder.ts';
import { createFileReader } from '../ingest/file-reader.ts';
import { ingest } from '../ingest/ingest.ts';
import { createRejectLists } from '../ingest/reject-lists.ts';
import { readListing } from './listing.ts';
import { type SyncOptions, sync } from './sync.ts';
import { SyncError } from './sync-error.ts';

const first = 'pubmed26n0001.xml.gz';
const second = 'pubmed26n0002.xml.gz';
const update = 'pubmed26n0003.xml.gz';

/** Long and incompressible, so that it can be cut. */
function packed(pmids: readonly number[], deleted: readonly number[] = []): Buffer {
  const noise = (seed: number) =>
    Array.from({ length: 300 }, (_, i) => Math.sin(seed * 1000 + i).toString(36)).join(' ');
  return gzipSync(
    renderFile(
      pmids.map((pmid) => fileRecord(pmid, { abstract: [{ text: noise(pmid) }] })),
      deleted,
    ),
  );
}

async function setUp(t: TestContext) {
  const server = await startFilesServer(t);
  server.put('baseline', first, packed([1, 2, 3]));
  server.put('baseline', second, packed([4, 5]));
  server.put('updatefiles', update, packed([6], [2]));
  const folder = temporaryFolder(t);
  const downloads = join(folder, 'downloads');
  const pauses: number[] = [];
  const downloader = createDownloader({
    clock: systemClock,
    random: () => 0.5,
    idleTimeoutMs: 1_000,
    sleep: async (ms) => pauses.push(ms),
  });
  t.after(() => downloader.close());
  const writer = await openTestLibrary(t);
  const signal = new AbortController().signal;
  const rejects = createRejectLists(join(folder, 'rejected'), 'en');
  const reader = createFileReader();
  const run = (more: Partial<SyncOptions> = {}) =>
    sync({
      ...{ baseUrl: server.url, downloader, folder: downloads, writer, signal, begin: () => {} },
      ingestFile: (path, name) =>
        ingest([{ path, name }], {
          ...{ writer, readers: [reader], batchSize: 2, resume: true, rejects, report: () => {} },
          signal: more.signal ?? signal,
        }),
      ...more,
    });
  const asked = () => server.requests().filter((path) => path.endsWith('.gz') || path.includes(' from '));
  return { server, writer, run, downloads, pauses, asked };
}

async function pmids(writer: LibraryWriter): Promise<string> {
  return [...(await exported(writer)).matchAll(/"pmid":"(\d+)"/g)].map((match) => match[1]).join(' ');
}

const fails = (pattern: RegExp) => (error: unknown) =>
  error instanceof SyncError && pattern.test(error.sentence.en) && /[\u4e00-\u9fff]/.test(error.sentence.zh);

describe('a sync', () => {
  it('fetches missing files in order, once, and records the time', async (t) => {
    const { server, writer, run, downloads, asked } = await setUp(t);
    assert.deepEqual(await run(), { files: 3, stopped: false });
    assert.equal(await pmids(writer), '1 3 4 5 6');
    assert.deepEqual(readdirSync(downloads), []);
    assert.deepEqual(await run(), { files: 0, stopped: false });
    server.put('updatefiles', 'pubmed26n0004.xml.gz', packed([7]));
    assert.deepEqual(await run(), { files: 1, stopped: false });
    assert.equal(await pmids(writer), '1 3 4 5 6 7');
    assert.equal(asked().length, 4);
  });

  it('skips files that were ingested by hand', async (t) => {
    const { writer, run, downloads, asked } = await setUp(t);
    await mkdir(downloads);
    const path = join(downloads, 'by-hand', first);
    await mkdir(join(downloads, 'by-hand'));
    writeFileSync(path, packed([1, 2, 3]));
    await ingest([{ path, name: path }], {
      ...{ writer, readers: [createFileReader()], batchSize: 100, resume: true, report: () => {} },
      ...{ rejects: createRejectLists(downloads, 'en'), signal: new AbortController().signal },
    });
    assert.deepEqual(await run(), { files: 3, stopped: false });
    assert.equal(await pmids(writer), '1 3 4 5 6');
    assert.ok(!asked().some((name) => name.includes(first)));
  });

  const survived: Record<string, [path: string, faults: FileFault[]]> = {
    'a connection that is cut again and again': [first, ['cut', 'cut', 'cut', 'cut', 'cut']],
    'a server that resets, and is busy': [second, ['reset', 'busy', 'reset', 'busy']],
    'a body that stalls': [first, ['stall']],
    'a server that knows no ranges': [first, ['cut', 'whole']],
    'a file that became shorter': [first, ['cut', 'out-of-range']],
    'bytes that are not those announced': [update, ['other-bytes', 'other-bytes']],
    'a web page instead of a file': [second, ['web-page']],
    'a listing that breaks': ['/baseline/', ['cut', 'busy']],
    'an .md5 that breaks': [`${first}.md5`, ['cut', 'reset']],
    'being sent on': [first, ['redirect']],
  };
  for (const [what, [path, faults]] of Object.entries(survived))
    it(`survives ${what}`, async (t) => {
      const { server, writer, run } = await setUp(t);
      server.fail(path, ...faults);
      assert.deepEqual(await run(), { files: 3, stopped: false });
      assert.equal(await pmids(writer), '1 3 4 5 6');
    });

  it('resumes after its last bytes, with pauses that grow only while nothing arrives', async (t) => {
    const { server, run, pauses, asked } = await setUp(t);
    server.fail(first, 'stall', 'reset', 'reset', 'stall');
    await run();
    assert.deepEqual(pauses, [500, 500, 1000, 500]);
    const length = packed([1, 2, 3]).length;
    const half = Math.ceil(length / 2);
    const more = half + Math.ceil((length - half) / 2);
    const of = `/pubmed/baseline/${first}`;
    assert.deepEqual(
      asked().filter((name) => name.includes(first)),
      [of, ...[half, half, half].map((from) => `${of} from ${from}`), `${of} from ${more}`],
    );
  });

  const given: Record<string, [path: string, faults: FileFault[], reason: RegExp, have: string]> = {
    'that is not there': [second, ['not-found'], /pubmed26n0002\.xml\.gz is not there \(HTTP 404\)/, '1 2 3'],
    'that is never had': [second, Array(9).fill('busy'), /busy or failing \(HTTP 503\)/, '1 2 3'],
    'whose bytes are always others': [second, Array(9).fill('other-bytes'), /has the MD5/, '1 2 3'],
    'that is always a web page': [second, Array(9).fill('web-page'), /not a gzip file/, '1 2 3'],
    'that leads round and round': [
      first,
      Array(9).fill('redirect'),
      /redirects to an address that is not accepted/,
      '',
    ],
  };
  for (const [what, [path, faults, reason, have]] of Object.entries(given))
    it(`stops at a file ${what}, keeps what came before it, and resumes there`, async (t) => {
      const { server, writer, run, downloads } = await setUp(t);
      server.fail(path, ...faults);
      await assert.rejects(run(), fails(reason));
      assert.equal(await pmids(writer), have);
      server.fail(path);
      await run();
      assert.equal(await pmids(writer), '1 3 4 5 6');
      assert.deepEqual(readdirSync(downloads), []);
    });

  it('rejects an empty listing for a library that has files', async (t) => {
    const { server, run } = await setUp(t);
    for (const name of [first, second, update]) server.remove(name);
    await assert.rejects(run(), fails(/lists no PubMed files/));
    server.put('updatefiles', update, packed([6]));
    server.fail('/baseline/', 'not-found');
    assert.deepEqual(await run(), { files: 1, stopped: false });
  });

  it('stops when its signal aborts, and resumes from there', async (t) => {
    const { writer, run, downloads } = await setUp(t);
    const stop = new AbortController();
    const write: LibraryWriter['write'] = async (batch) => {
      const result = await writer.write(batch);
      if (batch.put.length > 0) stop.abort();
      return result;
    };
    const stopped = await run({
      signal: stop.signal,
      ingestFile: (path, name) =>
        ingest([{ path, name }], {
          ...{ writer: { ...writer, write }, readers: [createFileReader()], batchSize: 2, resume: true },
          ...{ rejects: createRejectLists(downloads, 'en'), report: () => {}, signal: stop.signal },
        }),
    }).catch((error) => error);
    assert.ok(stop.signal.aborted && (stopped.stopped === true || stopped === stop.signal.reason));
    assert.ok(existsSync(join(downloads, first)));
    assert.equal(await pmids(writer), '1 2');
    assert.deepEqual(await run(), { files: 3, stopped: false });
    assert.equal(await pmids(writer), '1 3 4 5 6');
  });
});

describe('a listing', () => {
  it('yields data files in order, each once, and no link to another place', () => {
    const html = `<a href="pubmed26n0010.xml.gz">x</a> <A HREF='/pubmed/baseline/pubmed26n0002.xml.gz'>
      <a href="pubmed26n0010.xml.gz.md5">x</a> <a href="pubmed26n0010.xml.gz">again</a>
      <a href="../../etc/passwd"> <a href="pubmed26n0001.xml.gz/../../x"> <a href="pubmed26n00%2e.xml.gz">
      <a href=pubmed26n0003.xml.gz> <a href="README.txt"> pubmed26n0009.xml.gz`;
    assert.deepEqual(readListing(html), [
      'pubmed26n0002.xml.gz',
      'pubmed26n0003.xml.gz',
      'pubmed26n0010.xml.gz',
    ]);
    assert.deepEqual(readListing('<html>Log in first</html>'), []);
  });
});
