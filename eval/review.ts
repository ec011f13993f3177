import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReviewResponse } from '@citewell/sdk';
import { buildApp } from '../packages/server/src/app.ts';
import { readConfig } from '../packages/server/src/config.ts';
import { checkByRules } from '../packages/server/src/evidence/check/check.ts';
import { uncitedKind } from '../packages/server/src/evidence/uncited.ts';
import { buildServices } from '../packages/server/src/services.ts';
import {
  loadPubmedqaCorpus,
  loadPubmedXmlCorpus,
  readJsonLines,
  sharedDataDir,
} from '../packages/server/src/testing/corpus.ts';
import { startEutilsSimulator } from '../packages/server/src/testing/eutils-simulator.ts';
import { type LlmSimulator, startLlmSimulator } from '../packages/server/src/testing/llm-simulator.ts';
import { type SimulatedRecord, simulatedRecord } from '../packages/server/src/testing/record.ts';
import { splitSentences } from '../packages/server/src/text/sentences.ts';

export type ReviewSet = { questions: string[]; records: SimulatedRecord[] };

export type ReviewReport = {
  reviews: number;
  /** Reviews that found something to stand on; the others say what was searched, and are counted no further. */
  with_evidence: number;
  /** Share of them with every required part, in order. */
  structure_complete: number;
  references_per_review: number;
  dangling_citations: number;
  sentences_with_a_mark: number;
  /** Share of these that the checker finds to deviate from every record they cite. */
  deviating: number;
  /** Sentences of the findings that need a citation and have none. */
  unsupported_in_findings: number;
  tokens_per_review: number;
  tokens_most: number;
  /** The longest chain of model requests that waited for one another; told only where the model has a pace. */
  sequential_requests_most: number | undefined;
  model_requests_per_review: number;
  /** With the model at its given pace, where it had one. */
  seconds_median: number;
  seconds_most: number;
  errors: number;
};

/** PubMedRS-200's questions, over their reviews' own records, PubMedQA's and those of the shared PubMed files. */
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
  return { questions: rows.map(({ human_question }) => human_question), records: unique };
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
const required = [
  'Abstract',
  'Methods of the search',
  'Findings',
  'Comparison of the studies',
  'Conflicting evidence',
  'Limitations',
  'Gaps in the evidence',
  'Conclusion',
];

export type ReviewRun = {
  /** Undefined: quoted, without a model. 0: as fast as it can, which tells no chain of requests. */
  tokensPerSecond?: number;
  progress?: (done: number, total: number) => void;
};

/** Asks for every review over HTTP: the real app on a fresh data folder, PubMed and the model simulated. */
export async function evaluateReviews(
  { questions, records }: ReviewSet,
  { tokensPerSecond, progress = () => {} }: ReviewRun = {},
): Promise<ReviewReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'citewell-eval-'));
  const eutils = await startEutilsSimulator({ records });
  const llm = tokensPerSecond === undefined ? undefined : await startLlmSimulator();
  // A chunk is a word; a word is a token or a little more.
  if (tokensPerSecond) llm?.setFault('slow', { delayMs: 1000 / tokensPerSecond });
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
    const figures: ReviewFigures[] = [];
    let errors = 0;
    for (const [index, question] of questions.entries()) {
      const chain = llm && watchChain(llm);
      const started = performance.now();
      const reply = await fetch(`http://127.0.0.1:${port}/ai/api/expert`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': secret },
        body: JSON.stringify({ question, lang: 'en' }),
      });
      const seconds = (performance.now() - started) / 1000;
      const body = await reply.text();
      if (!reply.ok) errors++;
      else {
        const tokens = Number(reply.headers.get('x-tokens-charged'));
        const requests = llm?.requests().length ?? 0;
        const own = figuresOf(JSON.parse(body) as ReviewResponse, byPmid);
        figures.push({ ...own, tokens, seconds, requests, chain: chain?.() ?? 0 });
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

/** Counts how many requests stood in line: each is one more than the deepest that had ended when it came. */
function watchChain(llm: LlmSimulator): () => number {
  llm.clearLog();
  const depths = new Map<object, number>();
  llm.onRequest((entry) => {
    const ended = llm.requests().filter(({ sent }) => sent.over !== 'no');
    depths.set(entry.sent, 1 + Math.max(0, ...ended.map(({ sent }) => depths.get(sent) ?? 0)));
  });
  return () => Math.max(0, ...depths.values());
}

type ReviewFigures = {
  structured: boolean;
  references: number;
  dangling: number;
  marked: number;
  deviating: number;
  unsupported: number;
  tokens: number;
  seconds: number;
  requests: number;
  chain: number;
};

function figuresOf(
  review: ReviewResponse,
  records: ReadonlyMap<string, SimulatedRecord>,
): Omit<ReviewFigures, 'tokens' | 'seconds' | 'requests' | 'chain'> {
  const headings = review.sections.map(({ heading }) => heading);
  const cited = new Set([...review.review.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n)));
  const dangling =
    [...cited].filter((n) => n < 1 || n > review.references.length).length +
    review.references.filter((_, at) => !cited.has(at + 1)).length;
  let [marked, deviating, unsupported] = [0, 0, 0];
  for (const { heading, text } of review.sections) {
    for (const line of text.split('\n')) {
      if (/^\s*(?:#|\||$)/.test(line)) continue;
      for (const sentence of sentencesOf(line)) {
        const marks = [...sentence.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
        const claim = sentence
          .replace(/\s*\[\d+\]/g, '')
          .replace(/^\*\*[^*]+\*\* |^[-*]\s*[^“”]*?“|”\s*$/g, '');
        if (marks.length === 0) {
          if (heading === 'Findings' && uncitedKind(sentence) !== 'connective') unsupported++;
          continue;
        }
        marked++;
        const verdicts = marks.map((n) =>
          verdictOf(claim, records.get(review.references[n - 1]?.pmid ?? '')),
        );
        if (verdicts.every((verdict) => verdict === 'deviates')) deviating++;
      }
    }
  }
  return {
    structured: required.every(
      (heading, at) => headings.filter((each) => required.includes(each))[at] === heading,
    ),
    references: review.references.length,
    ...{ dangling, marked, deviating, unsupported },
  };
}

function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  for (const { text } of splitSentences(line)) {
    const [leading = ''] = /^(?:\s*\[\d+\])+/.exec(text) ?? [];
    if (leading && sentences.length > 0) sentences.push(`${sentences.pop()} ${leading.trim()}`);
    const rest = text.slice(sentences.length > 0 ? leading.length : 0).trim();
    if (/\p{L}/u.test(rest)) sentences.push(rest);
  }
  return sentences;
}

function verdictOf(sentence: string, record: SimulatedRecord | undefined): string {
  if (!record) return 'deviates';
  const abstract = (record.abstract ?? [])
    .map(({ label, text }) => (label ? `${label}: ${text}` : text))
    .join('\n');
  const article = { title: record.title, abstract, publicationTypes: undefined };
  return checkByRules({ sentence, article }).verdict;
}

function report(
  all: readonly ReviewFigures[],
  reviews: number,
  errors: number,
  paced: boolean,
): ReviewReport {
  const figures = all.filter(({ references }) => references > 0);
  const sum = (of: (each: ReviewFigures) => number) => figures.reduce((total, each) => total + of(each), 0);
  const most = (of: (each: ReviewFigures) => number) => Math.max(0, ...figures.map(of));
  const mean = (total: number) => Math.round((total / (figures.length || 1)) * 1000) / 1000;
  const seconds = figures.map((each) => each.seconds).sort((one, other) => one - other);
  const one = (value: number) => Math.round(value * 10) / 10;
  return {
    reviews,
    with_evidence: figures.length,
    structure_complete: mean(sum(({ structured }) => (structured ? 1 : 0))),
    references_per_review: mean(sum(({ references }) => references)),
    dangling_citations: sum(({ dangling }) => dangling),
    sentences_with_a_mark: sum(({ marked }) => marked),
    deviating:
      Math.round((sum(({ deviating }) => deviating) / (sum(({ marked }) => marked) || 1)) * 10_000) / 10_000,
    unsupported_in_findings: sum(({ unsupported }) => unsupported),
    tokens_per_review: Math.round(mean(sum(({ tokens }) => tokens))),
    tokens_most: most(({ tokens }) => tokens),
    sequential_requests_most: paced ? most(({ chain }) => chain) : undefined,
    model_requests_per_review: mean(sum(({ requests }) => requests)),
    seconds_median: one(seconds[seconds.length >> 1] ?? 0),
    seconds_most: one(seconds.at(-1) ?? 0),
    errors,
  };
}
