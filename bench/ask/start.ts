import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../child.ts';
import { freePort, untilOk } from '../ready.ts';
import type { Section } from '../report.ts';
import { median } from '../statistics.ts';
import { bin } from '../targets/citewell.ts';

/** Measures the time from starting the process, with no settings except its paths, to the first 200 of /readyz. */
export async function benchStart(repetitions: number): Promise<Section> {
  const first: number[] = [];
  const warm: number[] = [];
  const cold: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    await using stack = new AsyncDisposableStack();
    const freshFolder = async () =>
      stack.adopt(await mkdtemp(join(tmpdir(), 'citewell-bench-')), (path) => rm(path, { recursive: true }));
    const data = await freshFolder();
    const temporary = await freshFolder();
    first.push(await timeToReady(data, temporary));
    warm.push(await timeToReady(data, temporary));
    cold.push(await timeToReady(data, await freshFolder()));
  }
  return {
    title: `Start to ready, median of ${repetitions}`,
    rows: [
      { figure: 'with a warm compile cache', value: median(warm), unit: 'ms', goal: { atMost: 1000 } },
      { figure: 'with a cold compile cache', value: median(cold), unit: 'ms' },
      { figure: 'the very first start: no cache, no database, no library', value: median(first), unit: 'ms' },
    ],
  };
}

/** Milliseconds. Node keeps its compile cache in the temporary folder. */
async function timeToReady(dataDir: string, temporary: string): Promise<number> {
  const port = String(await freePort());
  const environment = { CITEWELL_DATA_DIR: dataDir, CITEWELL_PORT: port, TMPDIR: temporary };
  const started = performance.now();
  const child = startChild(bin, { arguments: ['serve'], environment, cwd: dataDir, plain: true });
  try {
    await untilOk(`http://127.0.0.1:${port}/readyz`, child);
    return performance.now() - started;
  } finally {
    await child.stop();
  }
}
