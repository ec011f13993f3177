import { benchAnswers } from './ask/answers.ts';
import { benchIdleMemory } from './ask/idle-memory.ts';
import { benchStart } from './ask/start.ts';
import type { Show } from './report.ts';

/** Measures the cost of one question besides the upstreams' own time, and that of the process before any. */
export async function benchAsk(quick: boolean, show: Show): Promise<void> {
  await benchAnswers(quick, show);
  show(await benchStart(quick ? 1 : 5));
  show(await benchIdleMemory());
}
