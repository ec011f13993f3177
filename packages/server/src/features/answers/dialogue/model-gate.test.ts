import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { answerOver } from '../../../testing/app/answer-over.ts';
import { scriptedModel } from '../../../testing/app/scripted.ts';

const aspirin = anArticle('31000001', {
  title: 'Aspirin in pregnant women: a randomized trial.',
  abstract: [{ text: 'Aspirin lowered the rate of pre-eclampsia in pregnant women.' }],
});
const vaccine = anArticle('31000002', {
  title: 'Influenza vaccine in nursing homes.',
  abstract: [{ text: 'Influenza vaccine lowered mortality in residents of nursing homes.' }],
});

const cases = {
  en: {
    apart: ['Is influenza vaccine safe in pregnant women?', /^None of the records found is about /],
    absent: ['Does zorblaxan lower mortality in stroke?', /^No record found is about “zorblaxan”/],
  },
  zh: {
    apart: ['孕妇可以接种流感疫苗吗？', /^检索到的记录均未同时涉及/],
    absent: ['信迪匹尤单抗能降低卒中死亡率吗？', /^没有检索到关于/],
  },
} as const;

/** Imitates a model that writes around what no record covers. */
const eager = () =>
  scriptedModel({ writes: () => ['Influenza vaccine is safe in pregnant women [E1]. [E2]'] });

describe('an answer from a model', () => {
  for (const language of ['en', 'zh'] as const) {
    it(`states first that no record covers both subjects, whatever the model writes (${language})`, async () => {
      const [question, first] = cases[language].apart;
      const model = eager();
      const { text } = await answerOver([aspirin, vaccine], { question, language }, model);
      assert.match(text, first);
      assert.doesNotMatch(text, /vaccine is safe in pregnant/);
      assert.equal(model.inputs.length, 0);
    });

    it(`is replaced by a statement that no record covers the subject (${language})`, async () => {
      const [question, first] = cases[language].absent;
      const model = eager();
      const { text, pmids } = await answerOver([aspirin, vaccine], { question, language }, model);
      assert.match(text, first);
      assert.deepEqual([pmids, model.inputs.length], [[], 0]);
    });
  }
});
