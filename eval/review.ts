import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReviewResponse } from '@citewell/sdk';
import { buildApp } from '../packages/server/src/app/app.ts';
import { buildServices } from '../packages/server/src/app/services.ts';
import { readConfig } from '../packages/server/src/platform/config.ts';
import {
  loadPubmedqaCorpus,
  loadPubmedXmlCorpus,
  readJsonLines,
  sharedDataDir,
} from '../packages/simulators/src/corpus.ts';
import { type LlmSimulator, startLlmSimulator } from '../packages/simulators/src/llm/llm-simulator.ts';
import { startEutilsSimulator } from '../packages/simulators/src/pubmed/eutils-simulator.ts';
import { type SimulatedRecord, simulatedRecord } from '../packages/simulators/src/pubmed/record.ts';
import { askReview, type Silence, streamReview } from './read-review.ts';
import { inventedStudies } from './review-evidence.ts';
import { figuresOf, papersMin, type ReviewFigures } from './review-figures.ts';

/** `invented`: studies generated around each question, for reviews of the usual size. */
export type ReviewSet = { questions: string[]; records: SimulatedRecord[]; invented: SimulatedRecord[] };

export type ReviewReport = {
  reviews: number;
  /** Number of reviews that found evidence; the others say what was searched, and are not counted further. */
  with_evidence: number;
  /** Number of them with fewer than three papers, which list these and say that they are too few for a review. */
  lists: number;
  /** Share of all of them with every required part in order: of a review, or of a list. */
  structure_complete: number;
  references_per_review: number;
  dangling_citations: number;
  sentences_with_a_mark: number;
  /** Share of these that the checker finds to deviate from every record they cite. */
  deviating: number;
  /** Sentences of the findings that need a citation and have none. */
  unsupported_in_findings: number;
  /** Figures next to a citation that occur in no record it cites, compared as text without the product's code. */
  foreign_figures: number;
  /** Sentences that occur twice in the findings. */
  repeated_in_findings: number;
  tokens_per_review: number;
  tokens_most: number;
  /** Longest chain of dependent model requests; measured only if the model has a pace. */
  sequential_requests_most: number | undefined;
  model_requests_per_review: number;
  /** Seconds with the model at its given pace, if it had one. */
  seconds_median: number;
  seconds_most: number;
  /** Longest silence of each streamed review, not counting heartbeats; measured only at a pace. */
  silence_seconds_most: number | undefined;
  silence_seconds_median: number | undefined;
  /** Time from the request to the outline. */
  outline_seconds_median: number | undefined;
  /** Time from the request to the first section that can be read. */
  first_section_seconds_median: number | undefined;
  /** Longest time from the report that a section is finished to its text. */
  unread_seconds_most: number | undefined;
  errors: number;
};

/** Loads PubMedRS-200's questions, over their reviews' own records, PubMedQA's and those of the shared PubMed files. */
export function loadReviewSet(): ReviewSet | undefined {
  type Row = { pmid: string; title: string; abstract: string; human_question: string; published: string };
  const rows = readJsonLines<Row>(`${sharedDataDir}/qa/pubmedrs200.given.jsonl`);
  const corpus = loadPubmedqaCorpus();
  if (!rows || !corpus) return undefined;
  const reviews = rows.map(({ pmid, title, abstract, published }) =>
    simulatedRecord({
      pmid,
      title,
      journal: { title: 'PubMedRS-200', abbreviation: 'PubMedRS-200' },
      abstract: sectionsOf(abstract),
      published: { year: /\d{4}/.exec(published)?.[0] ?? '2020' },
      publicationTypes: ['Journal Article', 'Systematic Review'],
    }),
  );
  const records = [...reviews, ...corpus, ...(loadPubmedXmlCorpus() ?? [])];
  const unique = [...new Map(records.map((record) => [record.pmid, record])).values()];
  return {
    questions: rows.map(({ human_question }) => human_question),
    records: unique,
    invented: rows.flatMap(({ human_question }, at) => inventedStudies(human_question, at)),
  };
}

function sectionsOf(abstract: string): { label?: string; text: string }[] {
  return abstract
    .replace(/<[^>]+>/g, '')
    .split(/\n\n+/)
    .map((part) => {
      const [, label, text = ''] = /^([A-Z][A-Z /&-]+):\s*([\s\S]*)$/.exec(part) ?? [];
      return label
        ? { label, text: text.replace(/\s+/g, ' ').trim() }
        : { text: part.replace(/\s+/g, ' ').trim() };
    })
    .filter(({ text }) => text !== '');
}

const simulatedApiKey = 'simulated0key0for0measuring';

/** Tokens of a typical tokenizer per English word, including figures and citation markers. */
const tokensPerWord = 1.35;

export type ReviewRun = {
  /** Pace of the simulated model, 0 for the fastest, which reveals no chain of requests; undefined without a model. */
  tokensPerSecond?: number;
  progress?: (done: number, total: number) => void;
  /** Receives each review with the index of its question. */
  onReview?: (review: ReviewResponse, at: number) => void;
  /** Receives the service's message for a review that it did not produce. */
  onFailure?: (failure: string, at: number) => void;
};

/** Requests every review over HTTP: the real app on a fresh data folder, PubMed and the model simulated. */
export async function evaluateReviews(
  { questions, records }: ReviewSet,
  { tokensPerSecond, progress = () => {}, onReview, onFailure }: ReviewRun = {},
): Promise<ReviewReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'citewell-eval-'));
  const eutils = await startEutilsSimulator({ records });
  const llm = tokensPerSecond === undefined ? undefined : await startLlmSimulator();
  // A chunk of the simulator is a word.
  if (tokensPerSecond) llm?.setFault('slow', { delayMs: (1000 * tokensPerWord) / tokensPerSecond });
  const services = await buildServices(
    readConfig({
      CITEWELL_DATA_DIR: dataDir,
      CITEWELL_SOURCES: 'pubmed',
      CITEWELL_PUBMED_BASE_URL: eutils.url,
      CITEWELL_NCBI_API_KEY: simulatedApiKey,
      ...(llm && { CITEWELL_LLM_BASE_URL: llm.url, CITEWELL_LLM_MODEL: 'simulated' }),
    }),
  );
  const app = buildApp(services, { webFolder: null });
  try {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const { secret } = await services.keys.create({
      label: 'eval',
      modules: ['expert_agent'],
      dailyQuota: null,
      balance: 1_000_000_000,
      expiresAt: undefined,
      status: 'enabled',
    });
    const byPmid = new Map(records.map((record) => [record.pmid, record]));
    const figures: RunFigures[] = [];
    let errors = 0;
    for (const [index, question] of questions.entries()) {
      const chain = llm && watchChain(llm);
      const started = performance.now();
      const base = `http://127.0.0.1:${port}/ai/api`;
      const read = await (tokensPerSecond ? streamReview : askReview)(base, secret, {
        ...{ question, lang: /\p{Script=Han}/u.test(question) ? 'zh' : 'en' },
        ...(onReview && { include: ['comparison', 'figures', 'screening'] }),
      });
      const seconds = (performance.now() - started) / 1000;
      if ('failure' in read) {
        errors++;
        onFailure?.(read.failure, index);
      } else {
        const { review, tokens, silence } = read;
        const requests = llm?.requests().length ?? 0;
        const own = figuresOf(review, byPmid);
        onReview?.(review, index);
        figures.push({ ...own, tokens, seconds, requests, chain: chain?.() ?? 0, silence });
      }
      progress(index + 1, questions.length);
    }
    return report(figures, questions.length, errors, Boolean(tokensPerSecond));
  } finally {
    await app.close();
    await services.close();
    await eutils.close();
    await llm?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Computes the depth of requests: each is one more than the deepest that had ended when it arrived. */
function watchChain(llm: LlmSimulator): () => number {
  llm.clearLog();
  const depths = new Map<object, number>();
  llm.onRequest((entry) => {
    const ended = llm.requests().filter(({ sent }) => sent.over !== 'no');
    depths.set(entry.sent, 1 + Math.max(0, ...ended.map(({ sent }) => depths.get(sent) ?? 0)));
  });
  return () => Math.max(0, ...depths.values());
}

type RunFigures = ReviewFigures & {
  tokens: number;
  seconds: number;
  requests: number;
  chain: number;
  silence: Silence | undefined;
};

function report(all: readonly RunFigures[], reviews: number, errors: number, paced: boolean): ReviewReport {
  const figures = all.filter(({ references }) => references > 0);
  const sum = (of: (each: RunFigures) => number) => figures.reduce((total, each) => total + of(each), 0);
  const most = (of: (each: RunFigures) => number) => Math.max(0, ...figures.map(of));
  const mean = (total: number) => Math.round((total / (figures.length || 1)) * 1000) / 1000;
  const seconds = figures.map((each) => each.seconds).sort((one, other) => one - other);
  const one = (value: number) => Math.round(value * 10) / 10;
  const sorted = (of: (silence: Silence) => number) =>
    figures.flatMap(({ silence }) => (silence ? [one(of(silence))] : [])).sort((a, b) => a - b);
  const silences = sorted(({ longest }) => longest);
  const outlines = sorted(({ outline }) => outline);
  const firstSections = sorted(({ firstSection }) => firstSection);
  return {
    reviews,
    with_evidence: figures.length,
    lists: sum(({ references }) => (references < papersMin ? 1 : 0)),
    structure_complete: mean(sum(({ structured }) => (structured ? 1 : 0))),
    references_per_review: mean(sum(({ references }) => references)),
    dangling_citations: sum(({ dangling }) => dangling),
    sentences_with_a_mark: sum(({ marked }) => marked),
    deviating:
      Math.round((sum(({ deviating }) => deviating) / (sum(({ marked }) => marked) || 1)) * 10_000) / 10_000,
    unsupported_in_findings: sum(({ unsupported }) => unsupported),
    foreign_figures: sum(({ foreign }) => foreign),
    repeated_in_findings: sum(({ repeated }) => repeated),
    tokens_per_review: Math.round(mean(sum(({ tokens }) => tokens))),
    tokens_most: most(({ tokens }) => tokens),
    sequential_requests_most: paced ? most(({ chain }) => chain) : undefined,
    model_requests_per_review: mean(sum(({ requests }) => requests)),
    seconds_median: one(seconds[seconds.length >> 1] ?? 0),
    seconds_most: one(seconds.at(-1) ?? 0),
    silence_seconds_most: silences.at(-1),
    silence_seconds_median: silences[silences.length >> 1],
    outline_seconds_median: outlines[outlines.length >> 1],
    first_section_seconds_median: firstSections[firstSections.length >> 1],
    unread_seconds_most: sorted(({ unread }) => unread).at(-1),
    errors,
  };
}
