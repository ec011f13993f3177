import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Memory } from '../probe.ts';
import type { Section } from '../report.ts';
import { startCitewell } from '../targets/citewell.ts';
import { timeToFirstEvent } from './first-event.ts';
import { coldQuestion } from './records.ts';

const questions = 30;
const restMs = 2_000;

/**
 * Measures the default installation: no model, no network, the demonstration records, no forced garbage collection. An earlier
 * start compiles everything, including the bench's own probe, which otherwise brings Node's TypeScript compiler into the
 * memory measured.
 */
export async function benchIdleMemory(): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const cache = stack.adopt(await mkdtemp(join(tmpdir(), 'citewell-bench-')), (it) =>
    rm(it, { recursive: true, force: true }),
  );
  const settings = { CITEWELL_SOURCES: 'library', NODE_COMPILE_CACHE: cache };
  await (await startCitewell(settings)).stop();
  const service = stack.adopt(await startCitewell(settings), (it) => it.stop());
  const megabytes = async () => {
    await delay(restMs);
    const { rssBytes } = await service.child.ask<Memory>('memory', { collectGarbage: false });
    return rssBytes / 1024 / 1024;
  };
  const idle = await megabytes();
  for (let asked = 0; asked < questions; asked++) await timeToFirstEvent(service, coldQuestion);
  return {
    title: 'Resident memory',
    rows: [
      { figure: 'idle after the start', value: idle, unit: 'MB', goal: { atMost: 130 } },
      { figure: `idle after ${questions} questions`, value: await megabytes(), unit: 'MB' },
    ],
  };
}
