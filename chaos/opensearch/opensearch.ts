import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../packages/core/src/errors.ts';
import type { Library, LibraryPage, LibraryQuery } from '../../packages/core/src/records/library.ts';
import { openLibrary } from '../../packages/server/src/library/open-library.ts';
import { readOpenSearchAddress } from '../../packages/server/src/platform/opensearch-address.ts';
import {
  type OpenSearchServer,
  startOpenSearch,
} from '../../packages/server/src/testing/library/opensearch/opensearch-server.ts';
import { writeIngestFiles } from '../ingest/ingest-files.ts';
import { citewell, run, start } from '../ingest/program.ts';
import { type Draw, drawAt } from '../kill9/draw.ts';
import type { Verdict } from '../verdict.ts';

type OpenSearchKills = { kills: number; records: number; seed: number };

/** Small, so that a kill finds every part of a batch. */
const batchRecords = 100;

/** Every so many kills, beginning with the second, only the ingest is killed. */
const aloneEvery = 3;

/** Searches of the first library, sent while its server is killed and restarted. */
const queries: readonly LibraryQuery[] = [
  { conditions: [], years: {}, sort: 'date_desc', limit: 20, offset: 0 },
  { conditions: [{ field: 'title', value: 'kidney' }], years: {}, sort: 'relevance', limit: 20, offset: 0 },
  { conditions: [{ field: 'abstract', value: 'risk' }], years: {}, sort: 'date_desc', limit: 20, offset: 20 },
];

/**
 * Ingests the files once without interruption, then into a second library while OpenSearch is killed and restarted,
 * sometimes together with the ingest, or only the ingest. The export of the second must equal that of the first byte for byte. Meanwhile the
 * first is searched: each reply must be an error or the same page as before.
 */
export async function openSearchKilled({ kills, records, seed }: OpenSearchKills): Promise<Verdict> {
  const home = mkdtempSync(join(tmpdir(), 'citewell-chaos-'));
  const violations: string[] = [];
  const done = { kills: 0, alone: 0, lives: 0, libraries: 0 };
  let searched = { pages: 0, failures: 0 };
  const server = await startOpenSearch();
  try {
    const files = join(home, 'files');
    writeIngestFiles(files, records, seed);
    const environment = (name: string) => ({
      CITEWELL_DATA_DIR: join(home, name),
      CITEWELL_LIBRARY_URL: `${server.url}/${name}`,
    });
    const undisturbed = environment('undisturbed');
    const progress = await citewell(undisturbed, ...ingest, files);
    const lastBatchAt = percents(progress).at(-2) ?? 0;
    const expected = await citewell(undisturbed, 'library', 'export');
    const search = await searchMeanwhile(undisturbed.CITEWELL_LIBRARY_URL, violations);
    try {
      while (done.kills < kills && violations.length === 0) {
        const disturbed = environment(`disturbed-${done.libraries}`);
        for (let isFull = false; !isFull; done.lives++) {
          const draw = drawAt(seed, 'life', done.lives);
          const plan = { draw, first: done.kills, most: kills, lastBatchAt };
          const { end, killed, alone } = await live(disturbed, files, server, plan);
          done.kills += killed;
          done.alone += alone;
          isFull = end === 'done';
          if (end !== 'done' && end !== 'killed') {
            violations.push(`life ${done.lives} ended by itself: ${end}`);
            break;
          }
        }
        done.libraries++;
        if ((await citewell(disturbed, 'library', 'export')) !== expected)
          violations.push(`library ${done.libraries} differs from the uninterrupted one`);
        const soundness = await run(disturbed, 'library', 'verify');
        if (soundness.code !== 0) violations.push(`library ${done.libraries} is damaged: ${soundness.err}`);
      }
    } finally {
      searched = await search.stop();
    }
    return {
      title: `OpenSearch killed: ${records} records, batches of ${batchRecords}`,
      rows: [
        { figure: 'kills and restarts of OpenSearch', value: done.kills - done.alone, unit: '' },
        { figure: 'kills of the ingest alone', value: done.alone, unit: '' },
        { figure: 'ingests started', value: done.lives, unit: '' },
        { figure: 'libraries completed, each compared byte for byte', value: done.libraries, unit: '' },
        { figure: 'searches answered as before', value: searched.pages, unit: '' },
        { figure: 'searches reported as unavailable', value: searched.failures, unit: '' },
        { figure: 'violations', value: violations.length, unit: '', goal: { exactly: 0 } },
      ],
      violations,
      replay: `opensearch --kills ${kills} --records ${records} --seed ${seed}`,
    };
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

const ingest = ['library', 'ingest', '--batch', String(batchRecords)];

/** Returns how much of all files an ingest had read at each progress that it reported. */
function percents(progress: string): number[] {
  return [...progress.matchAll(/"event":"progress".*?"percent":([\d.]+)/g)].map(([, percent]) =>
    Number(percent),
  );
}

/**
 * Kills of one life of an ingest. `first`: the number of those before; `most`: the number of all; `lastBatchAt`: the
 * progress, in percent, after which only the last batch is left.
 */
type Plan = { draw: Draw; first: number; most: number; lastBatchAt: number };

/**
 * Runs one life of an ingest, during which the server is killed, or it alone; `end`: its last output if it ended by
 * itself.
 */
async function live(
  environment: Record<string, string>,
  files: string,
  server: OpenSearchServer,
  { draw, first, most, lastBatchAt }: Plan,
): Promise<{ end: 'done' | 'killed' | (string & {}); killed: number; alone: number }> {
  const child = start(environment, ...ingest, '--resume', files);
  const said = text(child.stderr);
  const diesToo = draw.chance(0.3);
  // What a killed ingest left invisible, later batches would show: only after the last one would it be missed.
  const inLastBatch = draw.chance(0.5);
  const done = { killed: 0, alone: 0 };
  let isKilled = false;
  let striking: Promise<void> | undefined;
  let batchesLeft = draw.between(1, 6);
  const diesAlone = () => (first + done.killed) % aloneEvery === 1;
  const strike = async () => {
    if (diesAlone()) {
      isKilled = child.kill('SIGKILL');
      if (isKilled) done.alone++;
      done.killed += isKilled ? 1 : 0;
    } else {
      done.killed++;
      if (diesToo) isKilled = child.kill('SIGKILL');
      await server.crash();
      await server.restart();
    }
    batchesLeft = draw.between(1, 6);
    striking = undefined;
  };
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    const reached = percents(part);
    batchesLeft -= reached.length;
    const isTime = diesAlone() && inLastBatch ? (reached.at(-1) ?? 0) >= lastBatchAt : batchesLeft <= 0;
    if (!isTime || striking || isKilled || first + done.killed >= most) return;
    // Between two acknowledgements, so that a batch is in progress.
    striking = new Promise((resolve) => setTimeout(resolve, draw.between(0, 40))).then(strike);
  });
  const [code] = await once(child, 'close');
  await striking;
  if (code === 0) return { end: 'done', ...done };
  return { end: isKilled ? 'killed' : await said, ...done };
}

/** Repeats searches of a library until it is stopped; a page that differs from the first one is a violation. */
async function searchMeanwhile(url: string, violations: string[]) {
  const address = readOpenSearchAddress(url);
  if (!address) throw new Error(`no address: ${url}`);
  const library = await openLibrary({ kind: 'opensearch', address });
  const stopped = new AbortController();
  const counted = { pages: 0, failures: 0 };
  const expected = await Promise.all(queries.map((query) => pageOf(library, query)));
  const searching = (async () => {
    for (let turn = 0; !stopped.signal.aborted; turn++) {
      const at = turn % queries.length;
      const page = await pageOf(library, queries[at] as LibraryQuery);
      if (page === undefined) counted.failures++;
      else if (isDeepStrictEqual(page, expected[at])) counted.pages++;
      else
        violations.push(`search ${at} found ${page.articles.length} of ${page.total}, and other ones before`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await searching;
      await library.close();
      return counted;
    },
  };
}

/** Returns a page, or undefined if the library reported that it could not be searched. */
async function pageOf(library: Library, query: LibraryQuery): Promise<LibraryPage | undefined> {
  try {
    return await library.search(query, { signal: new AbortController().signal });
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
