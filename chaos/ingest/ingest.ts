import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { drawAt } from '../kill9/draw.ts';
import type { Verdict } from '../verdict.ts';
import { writeIngestFiles } from './ingest-files.ts';
import { citewell, run, start } from './program.ts';

type IngestOptions = { kills: number; records: number; seed: number };

/** Small, so that a kill finds every part of a batch. */
const batchRecords = 100;
/** Milliseconds without a sign of life after which a process is considered hung. */
const silentForMs = 60_000;

/**
 * Ingests the files once without interruption, then repeatedly while the process is killed, continuing each time with
 * --resume and starting a new library whenever one is complete. The export of each complete library must equal the first
 * one byte for byte.
 */
export async function ingestKilled(options: IngestOptions): Promise<Verdict> {
  const { kills, records, seed } = options;
  const home = mkdtempSync(join(tmpdir(), 'citewell-chaos-'));
  const violations: string[] = [];
  const done = { kills: 0, lives: 0, libraries: 0, batches: 0 };
  try {
    const files = join(home, 'files');
    writeIngestFiles(files, records, seed);
    const undisturbed = libraryIn(join(home, 'undisturbed'));
    await citewell(undisturbed, 'library', 'ingest', files);
    const expected = await citewell(undisturbed, 'library', 'export');
    while (done.kills < kills && violations.length === 0) {
      const environment = libraryIn(join(home, `library-${done.libraries}`));
      for (let isFull = false; !isFull; done.lives++) {
        const draw = drawAt(seed, 'life', done.lives);
        const death =
          done.kills < kills
            ? {
                batches: draw.chance(0.2) ? 0 : draw.between(1, 12),
                delayMs: draw.pick([0, 0, 1, 2, 5, 10, 20, 40]),
              }
            : undefined;
        const { end, batches, said } = await live(environment, files, death);
        done.batches += batches;
        if (end === 'killed') done.kills++;
        if (end === 'fell') violations.push(`life ${done.lives} fell by itself: ${said}`);
        isFull = end !== 'killed';
      }
      done.libraries++;
      if ((await citewell(environment, 'library', 'export')) !== expected)
        violations.push(`library ${done.libraries} is another than the undisturbed one`);
      const soundness = await run(environment, 'library', 'verify');
      if (soundness.code !== 0) violations.push(`library ${done.libraries} is not sound: ${soundness.err}`);
    }
    return {
      title: `ingest: ${records} records, batches of ${batchRecords}`,
      rows: [
        { figure: 'processes killed by the schedule', value: done.kills, unit: '' },
        { figure: 'processes started', value: done.lives, unit: '' },
        { figure: 'batches they told of', value: done.batches, unit: '' },
        { figure: 'libraries filled, each compared byte for byte', value: done.libraries, unit: '' },
        { figure: 'bytes of an export', value: Buffer.byteLength(expected), unit: '' },
        {
          figure: 'libraries that are others, or not sound',
          value: violations.length,
          unit: '',
          goal: { exactly: 0 },
        },
      ],
      violations,
      replay: `ingest --kills ${kills} --records ${records} --seed ${seed}`,
    };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Settings of a library in a folder. */
function libraryIn(folder: string): Record<string, string> {
  return { CITEWELL_DATA_DIR: folder };
}

/** Ending of a process: killed as planned; completed; or any other, which is a violation. */
type End = 'killed' | 'done' | 'fell';

/** `batches`: killed this many milliseconds after it reported this many batches; 0: after its start. */
type Death = { batches: number; delayMs: number };

/** Runs one life of an ingest, until it is killed if planned. */
async function live(
  environment: Record<string, string>,
  files: string,
  death: Death | undefined,
): Promise<{ end: End; batches: number; said: string }> {
  const child = start(environment, 'library', 'ingest', '--resume', '--batch', String(batchRecords), files);
  let killed = false;
  const kill = () => {
    killed = child.exitCode === null && child.signalCode === null && child.kill('SIGKILL');
  };
  const timers: NodeJS.Timeout[] = [setTimeout(() => child.kill('SIGKILL'), silentForMs)];
  const dieSoon = (delayMs: number) => (delayMs === 0 ? kill() : void timers.push(setTimeout(kill, delayMs)));
  // The start of a life takes longer than its batches: loading the program, and reading what was already ingested.
  if (death?.batches === 0) dieSoon(death.delayMs * 20);
  let batches = 0;
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    timers[0]?.refresh();
    for (const _ of part.matchAll(/"event":"progress"/g)) {
      batches++;
      if (batches === death?.batches) dieSoon(death.delayMs);
    }
  });
  const said = text(child.stderr);
  const [code] = await once(child, 'close');
  for (const timer of timers) clearTimeout(timer);
  if (code === 0) return { end: 'done', batches, said: '' };
  return { end: killed ? 'killed' : 'fell', batches, said: await said };
}
