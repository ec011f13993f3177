import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { Language, ReviewResponse } from '@citewell/sdk';
import { citedEvidence, citedNumbers } from '@citewell/sdk/citation-markers';
import { type LlmSimulator, startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import type { Retriever } from '../../literature/sources/retriever.ts';
import type { Model } from '../../llm/model.ts';
import { createProviderModel } from '../../llm/provider-model.ts';
import { readConfig } from '../../platform/config.ts';
import { buildTestApp, type TestAppOptions } from './build-test-app.ts';
import { reviewArticles } from './review-records.ts';
import { scriptedRetriever } from './scripted.ts';
import { tokenCounter } from './token-counter.ts';

type Setting = {
  articles?: readonly Article[];
  remote?: Retriever[];
  model?: boolean;
  /** Tokens of the model's context window. */
  contextTokens?: number;
  options?: Partial<TestAppOptions>;
};

/** App over records on one topic, with or without a simulated model. */
export async function buildReviewApp(
  t: TestContext,
  { articles = reviewArticles, remote, model: hasModel, contextTokens, options }: Setting = {},
) {
  let llm: LlmSimulator | undefined;
  let model: Model | undefined;
  if (hasModel) {
    const simulator = await startLlmSimulator();
    llm = simulator;
    const { llm: config } = readConfig({
      CITEWELL_LLM_BASE_URL: simulator.url,
      CITEWELL_LLM_MODEL: 'simulated',
      ...(contextTokens && { CITEWELL_LLM_CONTEXT_TOKENS: `${contextTokens}` }),
    });
    assert.ok(config);
    const timing = { firstPartMs: 5_000, partMs: 5_000, tailMs: 100 };
    const writer = createProviderModel({
      config,
      clock: { now: () => Date.now() },
      log: () => {},
      timing,
      counter: tokenCounter,
      random: () => 0,
    });
    model = writer;
    t.after(async () => {
      await writer.close();
      await simulator.close();
    });
  }
  const test = await buildTestApp(t, {
    services: {
      model,
      literature: { remote: remote ?? [scriptedRetriever('pubmed', articles)], library: undefined },
    },
    ...options,
  });
  const post = (path: string, payload: object, key = test.key) =>
    test.app.inject({
      method: 'POST',
      url: `/ai/api/${path}`,
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      payload,
    });
  const usage = async (key = test.key) => {
    const reply = await test.app.inject({ url: '/ai/api/my_usage', headers: { 'x-api-key': key } });
    return reply.json() as { records: { tokens: number; charged: number; outcome: string }[] };
  };
  return { ...test, llm, post, usage };
}

/** Returns the usage the simulated model reported in complete replies, which is what a caller must be charged. */
export function reported(llm: LlmSimulator | undefined): number {
  return (llm?.requests() ?? [])
    .flatMap(({ sent }) => (sent.usage ? [sent.usage] : []))
    .reduce((sum, usage) => sum + usage.promptTokens + usage.completionTokens, 0);
}

const headings = {
  en: [
    'Abstract',
    'Background',
    'Search methods',
    'Findings',
    'Comparison of the studies',
    'Conflicting evidence',
    'Limitations',
    'Gaps in the evidence',
    'Conclusion',
  ],
  zh: ['摘要', '背景', '检索方法', '主要结果', '研究比较', '相互矛盾的证据', '局限性', '证据空白', '结论'],
};

/** Asserts that every marker has its reference and every reference its marker, in order of first use. */
export function assertCited({ review, references }: Pick<ReviewResponse, 'review' | 'references'>): void {
  const cited = [...new Set(citedNumbers(review))];
  assert.deepEqual(
    cited,
    references.map((_, index) => index + 1),
  );
  assert.deepEqual(citedEvidence(review), []);
}

/** Asserts that a review without a model draws no conclusion and names only demonstrated disagreements. */
export function assertWhole(
  reply: ReviewResponse,
  language: 'en' | 'zh',
  by: 'model' | 'rules' = 'rules',
): void {
  const [conflicts, conclusion] = [headings[language][5], headings[language][8]];
  assert.deepEqual(
    reply.sections.map(({ heading }) => heading).filter((heading) => by === 'model' || heading !== conflicts),
    headings[language].filter(
      (heading) => by === 'model' || (heading !== conflicts && heading !== conclusion),
    ),
  );
  assertCited(reply);
  assert.ok(reply.references.length > 0);
  assert.ok(reply.review.startsWith(`# ${reply.title}\n`));
  for (const { heading, text } of reply.sections) {
    assert.ok(text.length > 0, heading);
    assert.ok(reply.review.includes(text), heading);
  }
}

/** Returns the text of a section. */
export const textUnder = ({ sections }: ReviewResponse, heading: string) =>
  sections.find((section) => section.heading === heading)?.text ?? '';

/**
 * Writes a review without a model of papers of one author each ("WriterA A"), from their titles and abstracts, and returns
 * it with the line of each paper.
 */
export async function reviewLines(
  t: TestContext,
  papers: readonly { title: string; text: string }[],
  request: { question: string; lang: Language; max_refs?: number },
): Promise<{ review: string; lines: (string | undefined)[] }> {
  const writers = papers.map((_, at) => `Writer${String.fromCharCode(65 + at)} A`);
  const articles = papers.map(({ title, text }, at) =>
    anArticle(`67${10 + at}`, { title, authors: [writers[at] ?? ''], abstract: [{ text }] }),
  );
  const { post } = await buildReviewApp(t, { articles });
  const { review } = (await post('expert', request)).json<ReviewResponse>();
  const all = review.split('\n');
  return { review, lines: writers.map((writer) => all.find((line) => line.startsWith(`- ${writer}`))) };
}
