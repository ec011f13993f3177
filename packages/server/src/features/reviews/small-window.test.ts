import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import type { ReviewResponse } from '@citewell/sdk';
import type { LlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { assertWhole, buildReviewApp } from '../../testing/app/review-app.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

const places =
  'Norway Sweden Denmark Finland Iceland Ireland Scotland Wales France Spain Portugal Italy Greece Turkey Poland Latvia Estonia Austria Hungary Croatia Serbia Canada Mexico Brazil'.split(
    ' ',
  );
/** Names of ten centres, no two in one sentence: similar records would count as one. */
const centres = (at: number, nth: number) =>
  Array.from({ length: 10 }, (_, each) => `${places[at]}${'abcdefghijkl'[nth]}${'abcdefghij'[each]}`).join(
    ' ',
  );
/** Trials with many long sentences each, all on topic. */
const articles = places.map((place, at) =>
  anArticle(`${4100 + at}`, {
    title: `Metformin and mortality in type 2 diabetes in ${place}: a randomized trial.`,
    authors: [`${place} A`],
    year: `${1999 + at}`,
    publicationTypes: ['Randomized Controlled Trial'],
    abstract: Array.from({ length: 12 }, (_, nth) => ({
      label: nth < 6 ? 'RESULTS' : 'CONCLUSIONS',
      text: `Metformin reduced mortality from ${20 + nth}.${at}% to ${10 + nth}.${at}% in type 2 diabetes at ${centres(at, nth)}.`,
    })),
  }),
);
const topic = 'Metformin and mortality in type 2 diabetes';

/** Returns the tokens of each prompt plus its longest permitted reply, and the papers that it names. */
function requestsOf(llm: LlmSimulator | undefined) {
  return (llm?.requests() ?? []).map(({ role, body }) => {
    const { messages, max_tokens = 0 } = body as { messages: { content: string }[]; max_tokens?: number };
    const prompt = messages.map(({ content }) => content).join('\n');
    return {
      role,
      tokens: estimateTokens(prompt) + max_tokens,
      papers: places.filter((place) => prompt.includes(`in ${place}: a randomized`)).length,
    };
  });
}

describe('the prompts of a review', () => {
  for (const contextTokens of [4_000, 8_000])
    for (const [language, question] of [
      ['en', topic],
      ['zh', '二甲双胍与2型糖尿病患者的死亡率'],
    ] as const)
      it(`fit ${contextTokens} tokens with as many papers as possible: ${language}`, async (t) => {
        const { post, llm } = await buildReviewApp(t, { model: true, articles, contextTokens });
        const review = (await post('expert', { question })).json() as ReviewResponse;
        assertWhole(review, language, 'model');
        const requests = requestsOf(llm);
        for (const { role, tokens } of requests) assert.ok(tokens <= contextTokens, `${role}: ${tokens}`);
        const outline = requests.find(({ role }) => role === 'outline');
        assert.ok((outline?.papers ?? 0) >= (contextTokens === 4_000 ? 8 : 20), `${outline?.papers} papers`);
        assert.ok(requests.filter(({ role }) => role === 'section').every(({ papers }) => papers > 0));
      });

  it('fit a discussion whose findings alone would exceed the window', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true, articles, contextTokens: 4_000 });
    const finding = 'Mortality was 8% with metformin and 12% with placebo in type 2 diabetes (P = 0.01). ';
    const body = { mode: 'discussion', question: topic, file_content: finding.repeat(200) };
    const events = parseEvents((await post('ask_stream', body)).body);
    assert.equal(events.at(-1)?.event, 'done');
    const requests = requestsOf(llm).filter(({ role }) => role === 'section');
    assert.ok(requests.length > 0);
    for (const { tokens } of requests) assert.ok(tokens <= 4_000, `${tokens}`);
    assert.ok(requests.some(({ papers }) => papers > 0));
  });

  it('contain all evidence in a usual window', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true, articles });
    await post('expert', { question: topic, max_refs: 24 });
    const outline = requestsOf(llm).find(({ role }) => role === 'outline');
    assert.equal(outline?.papers, 24);
  });
});
