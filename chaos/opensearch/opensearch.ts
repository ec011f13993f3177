import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type OpenSearchServer,
  startOpenSearch,
} from '../../packages/server/src/testing/library/opensearch/opensearch-server.ts';
import { writeIngestFiles } from '../ingest/ingest-files.ts';
import { citewell, run, start } from '../ingest/program.ts';
import { type Draw, drawAt } from '../kill9/draw.ts';
import type { Verdict } from '../verdict.ts';
import { pageMeanwhile } from './page-meanwhile.ts';
import { searchMeanwhile } from './search-meanwhile.ts';

type OpenSearchKills = { kills: number; records: number; seed: number };

/** Small, so that a kill finds every part of a batch. */
const batchRecords = 100;

/** Every so many kills, beginning with the second, only the ingest is killed. */
const aloneEvery = 3;

/**
 * Ingests the files once without interruption, then into a second library while OpenSearch is killed and restarted,
 * sometimes together with the ingest, or only the ingest. The export of the second must equal that of the first byte for byte. Meanwhile the
 * first is searched: each reply must be an error that says it cannot be searched, or the same page as before. The second
 * is searched too: it must never seem empty or lost, and two pages of a search must continue one another.
 */
export async function openSearchKilled({ kills, records, seed }: OpenSearchKills): Promise<Verdict> {
  const home = mkdtempSync(join(tmpdir(), 'citewell-chaos-'));
  const violations: string[] = [];
  const done = { kills: 0, alone: 0, strikes: 0, lives: 0, libraries: 0 };
  let searched = { pages: 0, failures: 0 };
  const paged = { walks: 0, failures: 0 };
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
        const paging = pageMeanwhile(disturbed.CITEWELL_LIBRARY_URL, () => done.strikes, violations);
        try {
          for (let isFull = false; !isFull; done.lives++) {
            const draw = drawAt(seed, 'life', done.lives);
            const onStrike = () => void done.strikes++;
            const plan = { draw, first: done.kills, most: kills, lastBatchAt, onStrike };
            const { end, killed, alone } = await live(disturbed, files, server, plan);
            done.kills += killed;
            done.alone += alone;
            isFull = end === 'done';
            if (end !== 'done' && end !== 'killed') {
              violations.push(`life ${done.lives} ended by itself: ${end}`);
              break;
            }
          }
        } finally {
          const { walks, failures } = await paging.stop();
          paged.walks += walks;
          paged.failures += failures;
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
        { figure: 'pairs of pages of the library being ingested, in one view', value: paged.walks, unit: '' },
        { figure: 'searches of it reported as unavailable', value: paged.failures, unit: '' },
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
 * progress, in percent, after which only the last batch is left; `onStrike` is called before each.
 */
type Plan = { draw: Draw; first: number; most: number; lastBatchAt: number; onStrike(): void };

/**
 * Runs one life of an ingest, during which the server is killed, or it alone; `end`: its last output if it ended by
 * itself.
 */
async function live(
  environment: Record<string, string>,
  files: string,
  server: OpenSearchServer,
  { draw, first, most, lastBatchAt, onStrike }: Plan,
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
    onStrike();
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
