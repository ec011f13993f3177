import { benchAnswers } from './ask/answers.ts';
import { benchIdleMemory } from './ask/idle-memory.ts';
import { benchRate } from './ask/rate.ts';
import { benchStart } from './ask/start.ts';
import type { Show } from './report.ts';

type Part = (quick: boolean, show: Show) => Promise<void>;

const parts: Record<string, Part> = {
  answers: benchAnswers,
  rate: benchRate,
  start: async (quick, show) => show(await benchStart(quick ? 1 : 5)),
  memory: async (_, show) => show(await benchIdleMemory()),
};

export const askParts = Object.keys(parts);

/** Measures the service's own cost of a question, without the time of its sources, and its start-up time and idle memory. */
export async function benchAsk(quick: boolean, show: Show, only?: string): Promise<void> {
  for (const [name, bench] of Object.entries(parts))
    if (only === undefined || only === name) await bench(quick, show);
}
