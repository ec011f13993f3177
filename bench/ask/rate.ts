import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { startEutilsSimulator } from '../../packages/simulators/src/pubmed/eutils-simulator.ts';
import { type RecordTopic, topicRecords } from '../../packages/simulators/src/pubmed/topic-records.ts';
import { startChild } from '../child.ts';
import type { Section, Show } from '../report.ts';
import { median, percentile } from '../statistics.ts';
import { type Running, startCitewell } from '../targets/citewell.ts';
import { startRecordingProxy } from './recording-proxy.ts';

/** Milliseconds of a request to NCBI in addition to the simulator's own time. */
const upstreamDelayMs = 150;
const recordsPerTopic = 40;
/** The first answers compile the code. */
const warmUps = 3;

const rates = [
  { key: undefined, perSecond: 1, name: 'without a key' },
  { key: 'benchbench', perSecond: 3, name: 'with a key' },
] as const;

/** Measures new questions at a steady rate while NCBI rejects requests beyond its limits. */
export async function benchRate(quick: boolean, show: Show): Promise<void> {
  for (const rate of rates) show(await measure(rate, quick ? 15 : 60));
}

async function measure({ key, perSecond, name }: (typeof rates)[number], seconds: number): Promise<Section> {
  const count = perSecond * seconds;
  const topics = Array.from({ length: warmUps + count }, (_, index) => topicAt(index));
  await using stack = new AsyncDisposableStack();
  const eutils = stack.adopt(
    await startEutilsSimulator({ records: topicRecords(topics, recordsPerTopic) }),
    (it) => it.close(),
  );
  const literature = stack.adopt(await startRecordingProxy(eutils.origin), (it) => it.close());
  literature.setDelay(upstreamDelayMs);
  const model = stack.adopt(startChild(new URL('../mock-model.ts', import.meta.url)), (it) => it.stop());
  await model.ask('script', { chunks: 10, intervalMs: 1 });
  const service = stack.adopt(
    await startCitewell({
      CITEWELL_SOURCES: 'pubmed,library',
      CITEWELL_PUBMED_BASE_URL: literature.origin + new URL(eutils.url).pathname,
      ...(key && { CITEWELL_NCBI_API_KEY: key }),
      CITEWELL_LLM_PROVIDER: 'openai-compatible',
      CITEWELL_LLM_BASE_URL: `http://127.0.0.1:${await model.ask<number>('listen')}/v1`,
      CITEWELL_LLM_MODEL: 'bench',
    }),
    (it) => it.stop(),
  );
  for (const topic of topics.slice(0, warmUps)) await ask(service, topic);
  eutils.clearLog();
  const asked = topics.slice(warmUps).map(async (topic, index) => {
    await delay((index * 1_000) / perSecond);
    return ask(service, topic);
  });
  const answers = await Promise.all(asked);
  const requests = eutils.log();
  const refused = requests.filter(({ status }) => status === 429).length;
  const times = answers.map(({ ms }) => ms);
  return {
    title: `New questions, ${perSecond} a second for ${seconds} s, ${name}`,
    rows: [
      { figure: 'p50', value: median(times), unit: 'ms' },
      { figure: 'p95', value: percentile(times, 95), unit: 'ms', goal: { atMost: 5_000 } },
      // A growing queue is visible here first.
      { figure: 'p50 of the last third', value: median(times.slice(-count / 3)), unit: 'ms' },
      {
        figure: 'answers without all that PubMed has',
        value: answers.filter(({ isWhole }) => !isWhole).length,
        unit: '',
        goal: { exactly: 0 },
      },
      {
        figure: 'requests to NCBI, an answer',
        value: (requests.length - refused) / count,
        unit: '',
        goal: { atMost: 3 },
      },
      { figure: 'requests beside them that NCBI refused', value: refused, unit: '' },
    ],
  };
}

const syllables = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ha',
  'ke',
  'lo',
  'mu',
  'na',
  'pe',
  'ri',
  'so',
  'tu',
  'va',
  'xe',
];

/** A drug that has not been asked about. */
function topicAt(index: number): RecordTopic {
  const syllable = (at: number) => syllables[Math.floor(index / syllables.length ** at) % syllables.length];
  return {
    drug: `${syllable(0)}${syllable(1)}${syllable(0)}ximab`,
    outcome: 'relapse',
    population: 'adults with ulcerative colitis',
    firstPmid: 30_000_000 + index * recordsPerTopic,
  };
}

/** Milliseconds to the end of an answer, and whether all of its searches were made. */
async function ask(
  { url, headers }: Running,
  { drug, outcome }: RecordTopic,
): Promise<{ ms: number; isWhole: boolean }> {
  const sent = performance.now();
  const body = JSON.stringify({ question: `Does ${drug} prevent ${outcome} in ulcerative colitis?` });
  const response = await request(`${url}/ai/api/ask_stream`, { method: 'POST', headers, body });
  const text = await response.body.text();
  const ms = performance.now() - sent;
  if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}: ${text}`);
  const isWhole =
    text.includes('event: references') && !/"(?:unavailable|busy|shortfall)":|event: error/.test(text);
  return { ms, isWhole };
}
