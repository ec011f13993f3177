import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cpu } from '../probe.ts';
import { canReadCpu, startProgram } from '../program.ts';
import { freePort, untilOk } from '../ready.ts';
import type { Section } from '../report.ts';
import { median } from '../statistics.ts';
import { bin } from '../targets/citewell.ts';

/** Measures the time from starting the process, with no settings except its paths, to the first 200 of /readyz. */
export async function benchStart(repetitions: number): Promise<Section> {
  const first: Start[] = [];
  const warm: Start[] = [];
  const cold: Start[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    await using stack = new AsyncDisposableStack();
    const freshFolder = async () =>
      stack.adopt(await mkdtemp(join(tmpdir(), 'citewell-bench-')), (path) => rm(path, { recursive: true }));
    const data = await freshFolder();
    const temporary = await freshFolder();
    first.push(await startUntilReady(data, temporary));
    warm.push(await startUntilReady(data, temporary));
    cold.push(await startUntilReady(data, await freshFolder()));
  }
  const times = (starts: Start[]) => median(starts.map(({ ms }) => ms));
  const cpu = { value: median(warm.map(({ cpuMs }) => cpuMs)), unit: 'ms' };
  return {
    title: `Start to ready, median of ${repetitions}`,
    rows: [
      { figure: 'with a warm compile cache', value: times(warm), unit: 'ms', goal: { atMost: 400 } },
      ...(canReadCpu ? [{ figure: 'CPU of all its threads until then', ...cpu }] : []),
      { figure: 'with a cold compile cache', value: times(cold), unit: 'ms' },
      { figure: 'the very first start: no cache, no database, no library', value: times(first), unit: 'ms' },
    ],
  };
}

type Start = { ms: number; cpuMs: number };

/** Starts the service. Node keeps its compile cache in the temporary folder. */
async function startUntilReady(dataDir: string, temporary: string): Promise<Start> {
  const port = String(await freePort());
  const environment = { CITEWELL_DATA_DIR: dataDir, CITEWELL_PORT: port, TMPDIR: temporary };
  const started = performance.now();
  const child = startProgram(process.execPath, [fileURLToPath(bin), 'serve'], environment, dataDir);
  try {
    await untilOk(`http://127.0.0.1:${port}/readyz`, child);
    const ms = performance.now() - started;
    return { ms, cpuMs: canReadCpu ? (await child.ask<Cpu>('cpu')).micros / 1_000 : Number.NaN };
  } finally {
    await child.stop();
  }
}
