import { setTimeout as delay } from 'node:timers/promises';
import type { Memory } from '../probe.ts';
import type { Section } from '../report.ts';
import { startCitewell } from '../targets/citewell.ts';
import { timeToFirstEvent } from './first-event.ts';
import { coldQuestion } from './records.ts';

const questions = 30;
const restMs = 2_000;

/** The embedded default: no model, no network, the sample library. Nothing is done to the garbage. */
export async function benchIdleMemory(): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const service = stack.adopt(await startCitewell({ CITEWELL_SOURCES: 'library' }), (it) => it.stop());
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
      { figure: 'idle after the start', value: idle, unit: 'MB', goal: { atMost: 150 } },
      { figure: `idle after ${questions} questions`, value: await megabytes(), unit: 'MB' },
    ],
  };
}
