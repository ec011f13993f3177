import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { AskResponse } from '@citewell/sdk';
import { aspirinTopic, metforminTopic, topicRecords } from '@citewell/simulators/pubmed/topic-records.ts';
import { buildModelApp } from '../testing/app/build-model-app.ts';

/**
 * NCBI takes three requests a second without a key: the number per answer determines how many people can ask at once,
 * and the number that must run one after another determines how long each waits.
 */
const records = topicRecords([aspirinTopic, metforminTopic]);

const questions = [
  'Does metformin lower cardiovascular mortality in type 2 diabetes?',
  'Does metfromin lower cardiovascular mortality in type 2 diabetes?',
  'Does aspirin prevent preeclampsia?',
  '二甲双胍能否降低2型糖尿病患者的心血管死亡率？',
  '阿司匹林能预防子痫前期吗？',
] as const;

const withoutModel = { CITEWELL_LLM_BASE_URL: '', CITEWELL_LLM_API_KEY: '', CITEWELL_LLM_MODEL: '' };

async function setUp(t: TestContext, { model }: { model: boolean }) {
  const { eutils, llm, post } = await buildModelApp(t, model ? {} : withoutModel, records);
  // This planner waits for the writer, so the test hangs if anything waits for the planner.
  const writing = Promise.withResolvers<void>();
  llm.onRequest(({ role }) => (role === 'plan' ? writing.promise : writing.resolve()));
  return {
    /** Asks, and returns the number of references and the requests to each upstream. */
    async ask(question: string) {
      eutils.clearLog();
      llm.clearLog();
      const { references } = (await post('ask', { question })).json<AskResponse>();
      return {
        references: references.length,
        pubmed: eutils.log().map(({ endpoint }) => endpoint),
        model: llm.requests().map(({ role }) => role),
      };
    },
  };
}

describe('the requests of an answer', { concurrency: true }, () => {
  for (const model of [false, true])
    for (const question of questions)
      it(`consist of two concurrent searches and one fetch, and none to PubMed when repeated: ${question} ${model ? 'with' : 'without'} a model`, async (t) => {
        const { ask } = await setUp(t, { model });
        const cold = await ask(question);
        assert.ok(cold.references > 0);
        assert.deepEqual(cold.pubmed, ['esearch', 'esearch', 'efetch']);
        assert.deepEqual(cold.model.toSorted(), model ? ['plan', 'write'] : []);
        assert.deepEqual((await ask(question)).pubmed, []);
      });
});
