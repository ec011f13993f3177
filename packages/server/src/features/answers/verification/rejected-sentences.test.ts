import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { answerOver } from '../../../testing/app/answer-over.ts';
import { scriptedModel } from '../../../testing/app/scripted.ts';

const english = anArticle('31000001', {
  title: 'Domaril in adults with asthma: a randomized trial.',
  abstract: [
    {
      label: 'RESULTS',
      text: 'Domaril did not lower mortality in adults with asthma. Wheeze was rarer with domaril than with placebo in adults with asthma (18.2% versus 27.5%).',
    },
  ],
});
const chinese = anArticle('31000002', {
  title: '多马利治疗成人哮喘的随机对照试验',
  languages: ['chi'],
  abstract: [
    {
      label: '结果',
      text: '多马利未降低成人哮喘患者的死亡率。多马利组喘息发生率低于安慰剂组（18.2%比27.5%）。',
    },
  ],
});

const cases = {
  en: {
    record: english,
    question: 'Does domaril help adults with asthma?',
    edited: 'Domaril did lower mortality in adults with asthma.',
    invented: 'With domaril, 61.7% of the adults with asthma were free of wheeze.',
    contradicted: 'Wheeze was more frequent with domaril than with placebo in adults with asthma.',
  },
  zh: {
    record: chinese,
    question: '多马利对成人哮喘有效吗？',
    edited: '多马利降低成人哮喘患者的死亡率。',
    invented: '使用多马利后，61.7%的成人哮喘患者不再喘息。',
    contradicted: '多马利组喘息发生率高于安慰剂组（18.2%比27.5%）。',
  },
};

describe('a sentence that a model wrote', () => {
  for (const language of ['en', 'zh'] as const) {
    const { record, question, ...wrong } = cases[language];
    const stop = language === 'en' ? '.' : '。';
    const write = (sentence: string) =>
      answerOver(
        [record],
        { question, language },
        scriptedModel({
          writes: () => [`${sentence.slice(0, -1)} [E1]${stop}`],
        }),
      );

    for (const [name, sentence] of Object.entries(wrong))
      it(`is omitted if it is ${name} (${language})`, async () => {
        assert.doesNotMatch((await write(sentence)).text, new RegExp(sentence.slice(0, -1)));
      });
  }
});
