import { startEutilsSimulator } from '../../packages/simulators/src/pubmed/eutils-simulator.ts';
import { startChild } from '../child.ts';
import type { Row, Section, Show } from '../report.ts';
import { median, percentile, sequentialDepth } from '../statistics.ts';
import { type Running, startCitewell } from '../targets/citewell.ts';
import { timeToFirstEvent } from './first-event.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';
import { coldQuestion, records, warmQuestion } from './records.ts';

const upstreamDelayMs = 150;
const warmUps = 5;

/** Real service on a simulated PubMed and a scripted model, both behind proxies that record every request. */
export async function benchAnswers(quick: boolean, show: Show): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const eutils = stack.adopt(await startEutilsSimulator({ rateLimit: false, records: records() }), (it) =>
    it.close(),
  );
  const model = stack.adopt(startChild(new URL('../mock-model.ts', import.meta.url)), (it) => it.stop());
  await model.ask('script', { chunks: 10, intervalMs: 1 });
  const modelUrl = `http://127.0.0.1:${await model.ask<number>('listen')}`;
  const literature = stack.adopt(await startRecordingProxy(eutils.origin), (it) => it.close());
  const writer = stack.adopt(await startRecordingProxy(modelUrl), (it) => it.close());
  const settings = {
    CITEWELL_SOURCES: 'pubmed,library',
    CITEWELL_PUBMED_BASE_URL: literature.origin + new URL(eutils.url).pathname,
    CITEWELL_NCBI_API_KEY: 'benchbench',
    CITEWELL_LLM_PROVIDER: 'openai-compatible',
    CITEWELL_LLM_BASE_URL: `${writer.origin}/v1`,
    CITEWELL_LLM_MODEL: 'bench',
  };
  const service = stack.adopt(await startCitewell(settings), (it) => it.stop());
  show(await benchFirstEvent(service, quick ? 10 : 50));
  show(await benchRoundTrips(service, [literature, writer]));
}

async function benchFirstEvent(service: Running, count: number): Promise<Section> {
  const times: number[] = [];
  for (let call = 0; call < warmUps + count; call++)
    times.push(await timeToFirstEvent(service, warmQuestion));
  const measured = times.slice(warmUps);
  return {
    title: `Own time to the first event, ${count} questions`,
    rows: [
      { figure: 'p50', value: median(measured), unit: 'ms', goal: { atMost: 4 } },
      { figure: 'p95', value: percentile(measured, 95), unit: 'ms' },
    ],
  };
}

async function benchRoundTrips(service: Running, upstreams: RecordingProxy[]): Promise<Section> {
  for (const upstream of upstreams) upstream.setDelay(upstreamDelayMs);
  const rows: Row[] = [];
  for (const [kind, expected] of [
    ['cold', 3],
    ['cached', 1],
  ] as const) {
    for (const upstream of upstreams) upstream.take();
    await timeToFirstEvent(service, coldQuestion);
    const trips = upstreams.flatMap((upstream) => upstream.take()).sort((a, b) => a.start - b.start);
    const names = trips.map(({ path }) => path.split('/').at(-1)?.replace('.fcgi', ''));
    rows.push({
      figure: `${kind} question: ${names.join(', ')}`,
      value: sequentialDepth(trips),
      unit: 'in a row',
      goal: { exactly: expected },
    });
  }
  return { title: 'Round trips to the upstreams', rows };
}
