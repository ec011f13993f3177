import { setTimeout as delay } from 'node:timers/promises';
import { type LlmSimulator, startLlmSimulator } from '../packages/simulators/src/llm/llm-simulator.ts';
import { until } from '../packages/simulators/src/until.ts';
import type { Show } from './report.ts';
import { percentile } from './statistics.ts';
import { type Running, startCitewell } from './targets/citewell.ts';

const boundMs = 250;
const question = 'Metformin in type 2 diabetes';

/**
 * Measures callers that disconnect from a review while its sections are written in parallel: the time until the model has
 * lost its last reader, and the requests that it still receives.
 */
export async function benchReview(quick: boolean, show: Show): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const llm = stack.adopt(await startLlmSimulator(), (it) => it.close());
  const service = stack.adopt(
    await startCitewell({
      CITEWELL_SOURCES: 'library',
      CITEWELL_LLM_BASE_URL: llm.url,
      CITEWELL_LLM_MODEL: 'simulated',
    }),
    (it) => it.stop(),
  );
  llm.setFault('slow', { delayMs: 50, role: 'section' });
  const delaysMs: number[] = [];
  const open: number[] = [];
  let askedAfter = 0;
  for (let run = 0; run < (quick ? 5 : 40); run++) {
    const left = await leave(service, llm);
    delaysMs.push(left.afterMs);
    open.push(left.open);
    askedAfter += left.askedAfter;
  }
  show({
    title: `${delaysMs.length} callers leave a review in the middle of its sections`,
    rows: [
      {
        figure: 'model calls open when they leave, fewest',
        value: Math.min(...open),
        unit: '',
        goal: { atLeast: 2 },
      },
      {
        figure: 'from leaving to the last model call closed, p50',
        value: percentile(delaysMs, 50),
        unit: 'ms',
      },
      {
        figure: 'from leaving to the last model call closed, slowest',
        value: Math.max(...delaysMs),
        unit: 'ms',
        goal: { atMost: boundMs },
      },
      {
        figure: 'requests to the model after its callers had left',
        value: askedAfter,
        unit: '',
        goal: { exactly: 0 },
      },
    ],
  });
}

async function leave({ url, headers }: Running, llm: LlmSimulator) {
  llm.clearLog();
  const leaving = new AbortController();
  const reply = fetch(`${url}/ai/api/expert_stream`, {
    ...{ method: 'POST', headers, signal: leaving.signal },
    body: JSON.stringify({ question }),
  }).then((response) => response.text());
  reply.catch(() => {});
  await until(() => llm.requests().filter(({ role }) => role === 'section').length >= 2);
  // In the middle of the text being written.
  await delay(100);
  const [open, asked] = [llm.openCalls(), llm.requests().length];
  const leftAt = Date.now();
  leaving.abort();
  await until(() => llm.openCalls() === 0);
  const afterMs = Math.max(0, ...llm.closedByClient()) - leftAt;
  await delay(boundMs);
  return { open, afterMs, askedAfter: llm.requests().length - asked };
}
