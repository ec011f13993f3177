import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { AskResponse } from '@citewell/sdk';
import { metforminTopic, topicRecords } from '@citewell/simulators/pubmed/topic-records.ts';
import { openLibraryWriter } from '../../../library/open-library.ts';
import { readConfig } from '../../../platform/config.ts';
import { buildModelApp } from '../../../testing/app/build-model-app.ts';
import { temporaryFolder } from '../../../testing/process/temporary-folder.ts';

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

  it('is named also if only the library was searched, in both languages', async (t) => {
    const folder = temporaryFolder(t);
    const writer = await openLibraryWriter(readConfig({ CITEWELL_DATA_DIR: folder }).library, systemClock);
    const text = 'Metformin reduced mortality in type 2 diabetes.';
    const article = anArticle('31000001', { title: 'Metformin and mortality.', abstract: [{ text }] });
    await writer.write({ put: [{ article, revisedAt: undefined }], remove: [], notices: [] });
    await writer.close();
    const settings = { CITEWELL_DATA_DIR: folder, CITEWELL_SOURCES: 'library' };
    const { post } = await buildModelApp(t, { ...withoutModel, ...settings });
    for (const [question, said] of [
      ['Does metfornin reduce mortality in diabetes?', /^Searched for “metformin” \(typed: metfornin\)\./],
      ['metfornin 能降低糖尿病死亡率吗？', /^已按“metformin”（输入为 metfornin）检索。/],
    ] as const) {
      const { answer } = (await post('ask', { question })).json<AskResponse>();
      assert.match(answer, said);
      assert.ok(answer.includes(`“${text}” [1]`));
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
