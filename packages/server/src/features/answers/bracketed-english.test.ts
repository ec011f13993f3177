import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { answerOver } from '../../testing/app/answer-over.ts';
import { scriptedModel } from '../../testing/app/scripted.ts';

const records = [
  anArticle('1001', {
    title: 'Metformin in type 2 diabetes: a randomized trial.',
    abstract: [{ text: 'Metformin lowered HbA1c by 1.1% in adults with type 2 diabetes (P < 0.001).' }],
  }),
  anArticle('1002', {
    title: 'Dapagliflozin in heart failure.',
    abstract: [
      {
        text: 'Dapagliflozin reduced the risk of death by 17% in patients with heart failure (hazard ratio, 0.83; 95% CI, 0.71 to 0.97).',
      },
    ],
  }),
  anArticle('1003', {
    title: 'Warfarin and bleeding in atrial fibrillation: a cohort study.',
    abstract: [
      {
        text: 'Major bleeding occurred in 3.1% of patients with atrial fibrillation who received warfarin at 5 mg daily.',
      },
    ],
  }),
];
const questions = {
  metformin: '二甲双胍能降低2型糖尿病患者的糖化血红蛋白吗？',
  dapagliflozin: '达格列净能降低心力衰竭患者的死亡风险吗？',
  warfarin: '房颤患者服用华法林的出血风险有多大？',
};

/** Answers with a model that writes only this sentence, citing the record. */
async function written(question: string, pmid: string, sentence: string) {
  const model = scriptedModel({
    writes: ({ passages }) => [
      `${sentence} [${passages.find(({ article }) => article.pmid === pmid)?.id}]。`,
    ],
  });
  return answerOver(records, { question }, model);
}

describe('a Chinese sentence with English evidence', () => {
  for (const [question, pmid, sentence] of [
    [questions.metformin, '1001', '二甲双胍（metformin）使2型糖尿病成人患者的糖化血红蛋白（HbA1c）降低1.1%'],
    [questions.metformin, '1001', '二甲双胍(metformin)使2型糖尿病成人患者的HbA1c降低1.1%'],
    [
      questions.dapagliflozin,
      '1002',
      '达格列净（dapagliflozin）使心力衰竭患者的死亡风险降低17%（HR 0.83，95% CI 0.71–0.97）',
    ],
    [questions.warfarin, '1003', '在每日服用华法林（warfarin）5 mg的心房颤动患者中，3.1%发生大出血'],
  ] as const)
    it(`keeps the English names in brackets: ${sentence}`, async () => {
      const { text, verification } = await written(question, pmid, sentence);
      assert.equal(text, `${sentence} [1]。`);
      assert.deepEqual(
        verification?.sentences.map(({ verdict }) => verdict),
        ['supported'],
      );
    });

  for (const [question, pmid, sentence] of [
    [questions.metformin, '1001', '二甲双胍（insulin）使2型糖尿病成人患者的糖化血红蛋白降低1.1%'],
    [questions.metformin, '1001', '胰岛素（metformin）使2型糖尿病成人患者的糖化血红蛋白降低1.1%'],
    [questions.dapagliflozin, '1002', '恩格列净（dapagliflozin）使心力衰竭患者的死亡风险降低17%'],
    [questions.dapagliflozin, '1002', '达格列净（empagliflozin）使心力衰竭患者的死亡风险降低17%'],
    [questions.warfarin, '1003', '在每日服用华法林（warfarin）5 g的心房颤动患者中，3.1%发生大出血'],
  ] as const)
    it(`is omitted if a name or unit differs: ${sentence}`, async () => {
      const { text } = await written(question, pmid, sentence);
      assert.ok(!text.includes(sentence), text);
    });
});
