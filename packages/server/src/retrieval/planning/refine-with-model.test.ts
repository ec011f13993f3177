import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { AskResponse, UsageStepsResponse } from '@citewell/sdk';
import type { LlmFaultMode } from '@citewell/simulators/llm/llm-faults.ts';
import { promptText } from '@citewell/simulators/llm/llm-injection-victim.ts';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { answer } from '../../features/answers/answer.ts';
import { answerHold } from '../../features/answers/ask.ts';
import { createProviderModel } from '../../llm/provider-model.ts';
import { readConfig } from '../../platform/config.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { scriptedRetriever } from '../../testing/app/scripted.ts';

const heartFailure = (pmid: string, drug: string, outcome: string): Article =>
  anArticle(pmid, {
    title: `${drug} in heart failure: a randomized trial.`,
    abstract: [
      { label: 'BACKGROUND', text: `${drug} is used in heart failure.` },
      { label: 'CONCLUSION', text: `${drug} ${outcome} in patients with heart failure.` },
    ],
  });
const digoxin = heartFailure('2001', 'Digoxin', 'did not lower mortality');
const cough = heartFailure('2002', 'Codeine', 'did not relieve cough');
const dapagliflozin = heartFailure('2003', 'Dapagliflozin', 'lowered mortality and admissions');
const questions = {
  en: 'Which drug lowers mortality in heart failure?',
  zh: '心力衰竭患者使用哪种药物可以降低死亡率？',
};
const languages = ['en', 'zh'] as const;
const furtherConcepts = [
  { term: 'sodium-glucose transporter 2 inhibitors', synonyms: ['dapagliflozin'] },
  { term: 'heart failure', zh: '心力衰竭', synonyms: [] },
];

/** Starts the service with a simulated model; PubMed returns `found` for `query`. */
async function serve(
  t: TestContext,
  settings: Record<string, string>,
  found: readonly Article[] | ((query: SearchQuery) => Article[]),
) {
  const simulator = await startLlmSimulator();
  t.after(() => simulator.close());
  const { llm } = readConfig({
    CITEWELL_LLM_BASE_URL: simulator.url,
    CITEWELL_LLM_MODEL: 'simulated',
    CITEWELL_LLM_FIRST_WORD_SECONDS: '1',
    ...settings,
  });
  if (!llm) throw new Error('the settings name a model');
  const { secondSearch } = llm;
  const lines: string[] = [];
  const model = createProviderModel({
    config: llm,
    clock: { now: Date.now },
    log: (_level, event) => lines.push(event),
  });
  t.after(() => model.close());
  const pubmed = scriptedRetriever('pubmed', found);
  const { app, key, logLines } = await buildTestApp(t, {
    answer,
    services: {
      model,
      secondSearch,
      literature: { remote: [pubmed], library: undefined },
    },
  });
  const headers = { 'x-api-key': key };
  return {
    ...{ simulator, pubmed, logLines },
    hold: answerHold({
      model,
      secondSearch,
      literature: { remote: [], library: undefined },
    }),
    async ask(body: object) {
      simulator.clearLog();
      const reply = await app.inject({ method: 'POST', url: '/ai/api/ask', headers, payload: body });
      assert.equal(reply.statusCode, 200, reply.body);
      const id = reply.headers['x-request-id'];
      const listed = await app.inject({ url: `/ai/api/my_usage/steps?request_id=${id}`, headers });
      const { steps } = listed.json() as UsageStepsResponse;
      const usage = await app.inject({ url: '/ai/api/my_usage', headers });
      assert.equal(usage.json().balance.held, 0);
      return { ...(reply.json() as AskResponse), steps };
    },
    /** Prompts of the model's requests in this role. */
    prompts: (role: string) =>
      simulator
        .requests()
        .filter((request) => request.role === role)
        .map(({ body }) => promptText(body)),
  };
}

const pmids = ({ references }: AskResponse) => references.map(({ pmid }) => pmid);
const namesSglt2 = ({ concepts }: SearchQuery) => concepts.some((term) => /sodium-glucose/.test(term));
const secondSearch = { CITEWELL_LLM_SECOND_SEARCH: 'on' };
const reranking = { CITEWELL_LLM_RERANKER_MODEL: 'simulated-ranker' };

describe('a second search by a planner that saw the first titles', () => {
  for (const language of languages) {
    it(`finds missed records and is charged as counted by the provider: ${language}`, async (t) => {
      const test = await serve(t, secondSearch, (query) =>
        namesSglt2(query) ? [dapagliflozin] : [cough, digoxin],
      );
      const text = JSON.stringify({ enough: false, concepts: furtherConcepts });
      test.simulator.setScript(
        { text, usage: { promptTokens: 321, completionTokens: 54 } },
        'plan',
        'TITLES',
      );
      const reply = await test.ask({ question: questions[language], lang: language });
      assert.ok(pmids(reply).includes('2003'), reply.answer);
      const [shown = ''] = test.prompts('plan').filter((prompt) => prompt.includes('<<<TITLES'));
      for (const { title } of [digoxin, cough]) assert.ok(shown.includes(`. ${title}`), title);
      assert.deepEqual(
        reply.steps.map(({ kind }) => kind),
        ['plan', 'plan', 'write'],
      );
      assert.deepEqual([reply.steps[1]?.prompt_tokens, reply.steps[1]?.completion_tokens], [321, 54]);
    });

    it(`is skipped if the planner is satisfied or repeats itself: ${language}`, async (t) => {
      const test = await serve(t, secondSearch, [digoxin, cough]);
      const content = await test.ask({ question: questions[language], lang: language });
      const made = test.pubmed.queries.length;
      const concepts = (test.pubmed.queries.at(-1)?.concepts ?? []).map((term) => ({ term, synonyms: [] }));
      assert.notEqual(concepts.length, 0);
      test.simulator.setScript({ text: JSON.stringify({ enough: false, concepts }) }, 'plan', 'TITLES');
      const again = await test.ask({ question: questions[language], lang: language });
      assert.equal(test.pubmed.queries.length, 2 * made);
      assert.deepEqual(pmids(again), pmids(content));
    });
  }

  it('changes nothing if the planner misleads, fails or is silent', async (t) => {
    const test = await serve(t, secondSearch, [digoxin, cough]);
    const { question } = { question: questions.en };
    const usual = pmids(await test.ask({ question }));
    const lies = [
      'Ignore the titles.',
      '{"enough": "perhaps"}',
      '{"enough": false}',
      '{"enough": false, "concepts": [{"term": "efficacy"}]}',
      `{"enough": false, "concepts": [{"term": "${'x'.repeat(200)}"}]}`,
      '{"enough": false, "concepts": [{"term": "心力衰竭"}]}',
    ];
    for (const text of lies) {
      test.simulator.setScript({ text }, 'plan', 'TITLES');
      assert.deepEqual(pmids(await test.ask({ question })), usual, text);
    }
    test.simulator.setScript(undefined, 'plan', 'TITLES');
    const faults: LlmFaultMode[] = ['server-error', 'silent', 'cut', 'empty', 'reset'];
    for (const mode of faults) {
      test.simulator.clearFaults();
      test.simulator.setFault(mode, { role: 'plan', match: 'TITLES' });
      assert.deepEqual(pmids(await test.ask({ question })), usual, mode);
    }
    assert.ok(test.logLines.some((line) => JSON.stringify(line).includes('planner_failed')));
  });

  it('finds nothing without a matching record, and only records are cited', async (t) => {
    const test = await serve(t, secondSearch, (query) => (namesSglt2(query) ? [] : [digoxin, cough]));
    const text = JSON.stringify({ enough: false, concepts: furtherConcepts });
    test.simulator.setScript({ text }, 'plan', 'TITLES');
    const reply = await test.ask({ question: questions.en });
    assert.ok(test.pubmed.queries.some(namesSglt2));
    assert.ok(!pmids(reply).includes('2003'));
  });
});

describe('a reranking model', () => {
  for (const language of languages)
    it(`decides the order and is charged as its own step: ${language}`, async (t) => {
      const test = await serve(t, reranking, [digoxin, cough, dapagliflozin]);
      const question = questions[language];
      const seen: string[] = [];
      for (const first of [dapagliflozin, digoxin]) {
        // The order in which it sees them is not its own.
        test.simulator.onRequest(({ role, body }) => {
          if (role !== 'rank') return;
          const papers = promptText(body).split('\n');
          seen.push(...papers);
          const [number = ''] = papers.find((line) => line.includes(first.title))?.split('.') ?? [];
          const text = JSON.stringify({ relevance: { [number]: 3 } });
          test.simulator.setScript({ text, usage: { promptTokens: 700, completionTokens: 12 } }, 'rank');
        });
        const reply = await test.ask({ question, lang: language, max_refs: 1 });
        assert.deepEqual(pmids(reply), [first.pmid]);
        assert.deepEqual(
          reply.steps.map(({ kind, model, prompt_tokens, completion_tokens }) =>
            kind === 'rank' ? [kind, model, prompt_tokens, completion_tokens] : kind,
          ),
          ['plan', ['rank', 'simulated-ranker', 700, 12], 'write'],
        );
      }
      assert.ok(
        seen.some((line) =>
          line.includes('Dapagliflozin lowered mortality and admissions in patients with heart failure.'),
        ),
      );
    });

  it('keeps the order if it fails or grades unknown records', async (t) => {
    const test = await serve(t, reranking, [digoxin, cough, dapagliflozin]);
    const { question, max_refs } = { question: questions.en, max_refs: 1 };
    test.simulator.setScript({ text: '{"relevance": {}}' }, 'rank');
    const usual = pmids(await test.ask({ question, max_refs }));
    const lies = [
      'no',
      '{"relevance": {"1": 9}}',
      '{"relevance": [3, 2]}',
      '{"relevance": {"99": 3, "x": 2}}',
    ];
    for (const text of lies) {
      test.simulator.setScript({ text }, 'rank');
      assert.deepEqual(pmids(await test.ask({ question, max_refs })), usual, text);
    }
    for (const mode of ['server-error', 'silent', 'cut', 'empty', 'reset'] as const) {
      test.simulator.clearFaults();
      test.simulator.setFault(mode, { role: 'rank' });
      assert.deepEqual(pmids(await test.ask({ question, max_refs })), usual, mode);
    }
  });
});

describe('second search and reranking', () => {
  it('are off by default and included in the hold of an answer if on', async (t) => {
    const off = await serve(t, {}, [digoxin, cough]);
    await off.ask({ question: questions.en });
    assert.deepEqual(
      off.simulator.requests().map(({ role }) => role),
      ['plan', 'write'],
    );
    const on = await serve(t, { ...secondSearch, ...reranking }, [digoxin, cough]);
    await on.ask({ question: questions.en });
    assert.deepEqual(
      on.simulator.requests().map(({ role }) => role),
      ['plan', 'plan', 'rank', 'write'],
    );
    assert.ok(on.hold > off.hold);
  });
});
