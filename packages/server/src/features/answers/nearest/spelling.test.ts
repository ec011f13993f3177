import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AskResponse } from '@citewell/sdk';
import { metforminTopic, topicRecords } from '@citewell/simulators/pubmed/topic-records.ts';
import { buildModelApp } from '../../../testing/app/build-model-app.ts';

const records = topicRecords([metforminTopic]);
const withoutModel = { CITEWELL_LLM_BASE_URL: '', CITEWELL_LLM_API_KEY: '', CITEWELL_LLM_MODEL: '' };

describe('a word that was searched as it was probably meant', () => {
  for (const [language, settings] of [
    ['a model', {}],
    ['quotations', withoutModel],
  ] as const)
    it(`is named first in an answer by ${language}, and in its run, in both languages`, async (t) => {
      const { post } = await buildModelApp(t, settings, records);
      for (const [question, said] of [
        [
          'Does metfromin lower cardiovascular mortality in type 2 diabetes?',
          /^Searched for “metformin” \(typed: metfromin\)\.\n\n/,
        ],
        ['metfromin 能否降低2型糖尿病患者的心血管死亡率？', /^已按“metformin”（输入为 metfromin）检索。\n\n/],
      ] as const) {
        const { answer, references, run } = (
          await post('ask', { question, include: ['run'] })
        ).json<AskResponse>();
        assert.match(answer, said);
        assert.ok(references.length > 0);
        assert.deepEqual(run?.query.corrections, [{ typed: 'metfromin', meant: 'metformin' }]);
      }
    });

  it('is not a name that a list has, in both languages', async (t) => {
    const { post } = await buildModelApp(t, withoutModel, records);
    for (const question of [
      'Does ozempic lower mortality in type 2 diabetes?',
      'Ozempic 能降低2型糖尿病的死亡率吗？',
    ]) {
      const { answer, run } = (await post('ask', { question, include: ['run'] })).json<AskResponse>();
      assert.doesNotMatch(answer, /^(?:Searched for|已按)/);
      assert.equal(run?.query.corrections, undefined);
    }
  });
});
