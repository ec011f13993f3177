import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AskResponse, Citewell, CitewellError } from '@citewell/sdk';
import { citedNumbers } from '@citewell/sdk/citation-markers';
import { buildApp } from '../packages/server/src/app/app.ts';
import { buildServices } from '../packages/server/src/app/services.ts';
import { readConfig } from '../packages/server/src/platform/config.ts';
import {
  loadPubmedqaCorpus,
  loadPubmedXmlCorpus,
  readPubmedqaRows,
} from '../packages/simulators/src/corpus.ts';
import { startEutilsSimulator } from '../packages/simulators/src/pubmed/eutils-simulator.ts';
import type { SimulatedRecord } from '../packages/simulators/src/pubmed/record.ts';

export type AnswerSet = { questions: { pmid: string; question: string }[]; records: SimulatedRecord[] };

export type AnswerReport = {
  questions: number;
  /** Share of answers that cite the record on which the question is based. */
  own_record_cited: number;
  references_per_answer: number;
  /** Number of answers that said that nothing fits. */
  abstained: number;
  /** `[n]` without a reference, or uncited references. */
  dangling_citations: number;
  errors: number;
  ms_per_answer_median: number;
};

/** Loads PubMedQA's labeled questions, each about one record among some 1,500 real ones; undefined without the data. */
export function loadAnswerSet(): AnswerSet | undefined {
  const questions = readPubmedqaRows();
  const records = loadPubmedqaCorpus();
  if (!questions || !records) return undefined;
  return { questions, records: [...records, ...(loadPubmedXmlCorpus() ?? [])] };
}

/** NCBI allows ten requests a second with a key; three would limit a run to one uncached question a second. */
const simulatedApiKey = 'simulated0key0for0measuring';
const concurrency = 3;

/** Asks every question over HTTP: the real app on a fresh data folder, PubMed simulated behind the real client. */
export async function evaluateAnswers(
  { questions, records }: AnswerSet,
  progress: (done: number, total: number) => void = () => {},
): Promise<AnswerReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'citewell-eval-'));
  const eutils = await startEutilsSimulator({ records });
  const services = await buildServices(
    readConfig({
      CITEWELL_DATA_DIR: dataDir,
      CITEWELL_SOURCES: 'pubmed',
      CITEWELL_PUBMED_BASE_URL: eutils.url,
      CITEWELL_NCBI_API_KEY: simulatedApiKey,
    }),
  );
  const app = buildApp(services);
  try {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const { secret } = await services.keys.create({
      label: 'eval',
      modules: ['ask_agent'],
      dailyQuota: null,
      balance: 1_000_000_000,
      expiresAt: undefined,
      status: 'enabled',
    });
    const client = new Citewell({ baseUrl: `http://127.0.0.1:${port}`, apiKey: secret, maxRetries: 0 });
    const tally = { own: 0, references: 0, abstained: 0, dangling: 0, errors: 0 };
    const durations: number[] = [];
    const queue = questions.entries();
    const work = async () => {
      for (const [index, { question, pmid }] of queue) {
        const started = performance.now();
        try {
          const reply = await client.ask({ question, max_refs: 10 });
          if (reply.references.some((reference) => reference.pmid === pmid)) tally.own++;
          if (reply.references.length === 0) tally.abstained++;
          tally.references += reply.references.length;
          tally.dangling += danglingCitations(reply);
        } catch (error) {
          if (!(error instanceof CitewellError)) throw error;
          tally.errors++;
        }
        durations.push(performance.now() - started);
        progress(index + 1, questions.length);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    durations.sort((a, b) => a - b);
    return {
      questions: questions.length,
      own_record_cited: round(tally.own / questions.length),
      references_per_answer: round(tally.references / questions.length),
      abstained: tally.abstained,
      dangling_citations: tally.dangling,
      errors: tally.errors,
      ms_per_answer_median: Math.round(durations[durations.length >> 1] ?? 0),
    };
  } finally {
    await app.close();
    await services.close();
    await eutils.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function danglingCitations({ answer, references }: AskResponse): number {
  const cited = new Set(citedNumbers(answer));
  const withoutReference = [...cited].filter((n) => n < 1 || n > references.length).length;
  return withoutReference + references.filter((_, index) => !cited.has(index + 1)).length;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
