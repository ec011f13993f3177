import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { AskResponse } from '@citewell/sdk';
import type { EuropepmcFault } from '@citewell/simulators/europepmc/europepmc-faults.ts';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import type { LlmFaultMode } from '@citewell/simulators/llm/llm-faults.ts';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import type { EutilsFault } from '@citewell/simulators/pubmed/eutils-faults.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { createSqliteCache } from '../database/sqlite/cache/cache.ts';
import { answer } from '../features/answers/answer.ts';
import { createEuropepmcRetriever } from '../literature/sources/europepmc/client.ts';
import { createPubmedRetriever } from '../literature/sources/pubmed/client.ts';
import type { Retriever } from '../literature/sources/retriever.ts';
import { createProviderModel } from '../llm/provider-model.ts';
import { readConfig } from '../platform/config.ts';
import { buildTestApp } from '../testing/app/build-test-app.ts';
import { tokenCounter } from '../testing/app/token-counter.ts';
import { parseEvents } from '../testing/process/sse-reader.ts';

/** Exercises POST /ai/api/ask under every fault that the simulators know. */
const question = 'Does zelparin prevent stroke in atrial fibrillation?';

/** complete: as if nothing were wrong. incomplete: from another source, naming the one that failed. refused: 502. */
type FromSource = 'complete' | 'incomplete' | 'refused';

async function setUp(t: TestContext, { model = false } = {}) {
  const eutils = await startEutilsSimulator({ rateLimit: false });
  const europepmc = await startEuropepmcSimulator();
  const llm = await startLlmSimulator();
  const clock = { now: () => Date.now() };
  const freely = { acquire: async () => true as const, pauseUntil: () => {} };
  const cache = createSqliteCache({ path: ':memory:', clock, log: () => {} });
  const quick = {
    cache,
    clock,
    log: () => {},
    attemptTimeoutMs: 150,
    sleep: async () => {},
    limiter: freely,
  };
  const remote: (Retriever & { close(): Promise<void> })[] = [
    createPubmedRetriever({ ...quick, baseUrl: eutils.url, apiKey: undefined, email: undefined }),
    createEuropepmcRetriever({ ...quick, baseUrl: europepmc.url }),
  ];
  const { llm: config } = readConfig({ CITEWELL_LLM_BASE_URL: llm.url, CITEWELL_LLM_MODEL: 'simulated' });
  assert.ok(config);
  const timing = { firstPartMs: 400, partMs: 400, tailMs: 100, totalMs: 1_500 };
  const provided = createProviderModel({ config, clock, log: () => {}, timing, counter: tokenCounter });
  const { app, key, settled } = await buildTestApp(t, {
    answer,
    services: {
      model: model ? provided : undefined,
      literature: { remote, library: undefined },
    },
  });
  t.after(async () => {
    await provided.close();
    for (const retriever of remote) await retriever.close();
    cache.close();
    for (const simulator of [eutils, europepmc, llm]) await simulator.close();
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const post = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/ai/api/${path}`, headers, payload });
  return { eutils, europepmc, llm, settled, post };
}

function assertCited({ answer: text, references }: AskResponse): void {
  const cited = [...new Set([...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n)))];
  assert.deepEqual(
    cited,
    references.map((_, index) => index + 1),
  );
  assert.ok(references.length > 0, text);
  assert.doesNotMatch(text, /No literature found/);
}

function assertOutcome(
  outcome: FromSource,
  { statusCode, json }: { statusCode: number; json(): unknown },
  missing: RegExp,
): void {
  if (outcome === 'refused') {
    assert.equal(statusCode, 502);
    const body = json() as { error: string; code: string };
    assert.equal(body.code, 'upstream_unavailable');
    assert.match(body.error, /says nothing about the evidence/);
    return;
  }
  assert.equal(statusCode, 200);
  const reply = json() as AskResponse;
  assertCited(reply);
  if (outcome === 'complete') assert.doesNotMatch(reply.answer, /could not be reached/);
  else assert.match(reply.answer, missing);
}

const ofEutils: Record<EutilsFault, FromSource> = {
  'rate-limited': 'incomplete',
  'rate-limited-documented': 'incomplete',
  'rate-limited-200': 'incomplete',
  'bad-key': 'incomplete',
  'backend-down': 'incomplete',
  'backend-unsupported': 'incomplete',
  'backend-unresolved': 'incomplete',
  'history-expired': 'incomplete',
  'over-cap': 'incomplete',
  'huge-count': 'incomplete',
  'short-idlist': 'incomplete',
  'efetch-timeout': 'incomplete',
  'efetch-timeout-200': 'incomplete',
  'efetch-empty-list': 'incomplete',
  'efetch-proxy': 'incomplete',
  'efetch-proxy-html': 'incomplete',
  'efetch-proxy-html-escaped': 'incomplete',
  'prolog-only': 'incomplete',
  'cpp-exception': 'incomplete',
  garbled: 'incomplete',
  'router-502': 'incomplete',
  'router-503': 'incomplete',
  'server-error': 'incomplete',
  blocked: 'incomplete',
  'blocked-page': 'incomplete',
  'redirect-internal': 'incomplete',
  'uri-too-long': 'incomplete',
  html: 'incomplete',
  'invalid-json': 'incomplete',
  'missing-ids': 'complete',
  'wrong-ids': 'incomplete',
  'no-records': 'incomplete',
  'reset-on-connect': 'incomplete',
  reset: 'incomplete',
  hang: 'incomplete',
  stall: 'incomplete',
  slow: 'incomplete',
  endless: 'incomplete',
  cut: 'incomplete',
  truncated: 'incomplete',
  empty: 'incomplete',
};

/** Expected results with PubMed down, when only Europe PMC is left. */
const ofEuropepmc: Record<EuropepmcFault, FromSource> = {
  'version-only': 'refused',
  'error-code': 'refused',
  'single-object': 'incomplete',
  'no-results-key': 'refused',
  'cursor-echo': 'incomplete',
  'missing-records': 'incomplete',
  'rate-limited': 'refused',
  'server-error': 'refused',
  unavailable: 'refused',
  html: 'refused',
  'invalid-json': 'refused',
  'reset-on-connect': 'refused',
  reset: 'refused',
  hang: 'refused',
  stall: 'refused',
  slow: 'refused',
  endless: 'refused',
  cut: 'refused',
  truncated: 'refused',
  empty: 'refused',
};

/**
 * synthesis: the model's answer. quotes: the extractive model's, marked; also if the model breaks off before a sentence
 * was sent.
 */
type FromModel = 'synthesis' | 'quotes';

const ofModel: Record<LlmFaultMode, FromModel> = {
  unauthorized: 'quotes',
  'rate-limited': 'quotes',
  'server-error': 'quotes',
  unavailable: 'quotes',
  html: 'quotes',
  reset: 'quotes',
  silent: 'quotes',
  cut: 'quotes',
  'clean-cut': 'quotes',
  stall: 'quotes',
  heartbeat: 'quotes',
  empty: 'quotes',
  'content-filter': 'quotes',
  refusal: 'quotes',
  'content-filter-400': 'quotes',
  'context-length': 'quotes',
  'refuses-field': 'synthesis',
  'short-replies': 'synthesis',
  'no-system-role': 'synthesis',
  'error-in-stream': 'quotes',
  'usage-before-error': 'quotes',
  'usage-after-error': 'quotes',
  'no-done': 'synthesis',
  'no-usage': 'synthesis',
  'open-end': 'synthesis',
  'invalid-chunk': 'quotes',
  'invalid-json': 'synthesis',
  slow: 'quotes',
  endless: 'quotes',
  garbage: 'quotes',
};

describe('ask with a failing PubMed and a working Europe PMC', () => {
  for (const [fault, outcome] of entries(ofEutils)) {
    it(`is ${outcome} under ${fault}`, async (t) => {
      const { eutils, post } = await setUp(t);
      eutils.setFault(fault, { delayMs: 5_000 });
      assertOutcome(outcome, await post('ask', { question }), /Note: PubMed could not be reached/);
    });
  }

  it('names the unreachable source in Chinese', async (t) => {
    const { eutils, post } = await setUp(t);
    eutils.setFault('backend-down');
    const reply = await post('ask', { question: '在 atrial fibrillation 中 zelparin 能否预防 stroke？' });
    assert.match((reply.json() as AskResponse).answer, /注意：未能连接PubMed/);
  });

  it('is complete if the fault passes', async (t) => {
    const { eutils, post } = await setUp(t);
    eutils.setFault('router-503', { times: 1 });
    assertOutcome('complete', await post('ask', { question }), /never/);
  });
});

describe('ask with both sources failing', () => {
  for (const [fault, outcome] of entries(ofEuropepmc)) {
    it(`is ${outcome} under ${fault}`, async (t) => {
      const { eutils, europepmc, post, settled } = await setUp(t);
      eutils.setFault('router-502');
      europepmc.setFault(fault, { delayMs: 5_000 });
      assertOutcome(outcome, await post('ask', { question }), /Note: PubMed could not be reached/);
      assert.deepEqual(settled, [
        {
          endpoint: 'ask',
          outcome: outcome === 'refused' ? 'upstream_error' : 'ok',
          delivered: outcome !== 'refused',
        },
      ]);
    });
  }
});

describe('ask with a failing model', () => {
  for (const [fault, outcome] of entries(ofModel)) {
    it(`returns ${outcome} under ${fault}`, async (t) => {
      const { llm, post } = await setUp(t, { model: true });
      llm.setFault(fault, { role: 'write' });
      const reply = await post('ask', { question });
      assert.equal(reply.statusCode, 200);
      assertCited(reply.json());
      assert.equal(
        /Quotations follow instead of a generated answer/.test(reply.json().answer),
        outcome === 'quotes',
      );
    });
  }

  for (const path of ['ask', 'ask_stream'])
    for (const fault of [
      'stall',
      'cut',
      'clean-cut',
      'error-in-stream',
      'empty',
      'server-error',
      'silent',
    ] as const)
      it(`quotes in both languages on ${path} under ${fault} before a sentence is complete`, async (t) => {
        const { llm, post, settled } = await setUp(t, { model: true });
        llm.setFault(fault, { role: 'write' });
        const asked = {
          'Quotations follow instead of a generated answer': question,
          以下以原文摘录代替综合回答: '在 atrial fibrillation 中 zelparin 能否预防 stroke？',
        };
        for (const [notice, question] of Object.entries(asked)) {
          const { statusCode, payload } = await post(path, { question });
          assert.equal(statusCode, 200);
          const reply = path === 'ask' ? (JSON.parse(payload) as AskResponse) : collected(payload);
          assertCited(reply);
          assert.ok(reply.answer.includes(notice), reply.answer);
        }
        const ok = { endpoint: path, outcome: 'ok', delivered: true };
        assert.deepEqual(settled, [ok, ok]);
      });

  it('quotes in JSON if the text is cut off late, because nothing has been sent', async (t) => {
    const { llm, post, settled } = await setUp(t, { model: true });
    llm.setFault('cut', { role: 'write', at: 60 });
    const reply = (await post('ask', { question })).json() as AskResponse;
    assertCited(reply);
    assert.match(reply.answer, /^The language model is not available[^.]*\. Quotations follow/);
    assert.deepEqual(
      settled.map(({ outcome }) => outcome),
      ['ok'],
    );
  });

  it('streams the text received, then one error and done, if the model is cut off', async (t) => {
    const { llm, post, settled } = await setUp(t, { model: true });
    llm.setFault('cut', { role: 'write', at: 60 });
    const { payload } = await post('ask_stream', { question });
    const events = parseEvents(payload).map(({ event }) => event);
    assert.ok(events.includes('answer_chunk'));
    assert.deepEqual(events.slice(-2), ['error', 'done']);
    assert.equal(events.filter((event) => event === 'error' || event === 'done').length, 2);
    assert.deepEqual(
      settled.map(({ outcome }) => outcome),
      ['upstream_error'],
    );
  });

  it('continues without a plan whatever the planner does', async (t) => {
    for (const fault of ['unauthorized', 'invalid-json', 'cut', 'silent'] as const) {
      const { llm, post } = await setUp(t, { model: true });
      llm.setFault(fault, { role: 'plan' });
      const reply = await post('ask', { question });
      assert.equal(reply.statusCode, 200, fault);
      assertCited(reply.json());
    }
  });
});

/** Combines the events of a stream to the reply. */
function collected(payload: string): AskResponse {
  const events = parseEvents(payload);
  assert.deepEqual(
    events.slice(-2).map(({ event }) => event),
    ['references', 'done'],
  );
  return {
    answer: events.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : [])).join(''),
    references: events.at(-2)?.data.refs as AskResponse['references'],
  };
}

function entries<Name extends string, Outcome>(table: Record<Name, Outcome>): [Name, Outcome][] {
  return Object.entries(table) as [Name, Outcome][];
}
