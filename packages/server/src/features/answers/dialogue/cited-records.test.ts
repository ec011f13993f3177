import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { answerOver } from '../../../testing/app/answer-over.ts';

const carvedilol = anArticle('31000031', {
  title: 'Carvedilol in children with heart failure: a randomized trial.',
  abstract: [
    {
      label: 'METHODS',
      text: 'We randomly assigned 161 children with heart failure to carvedilol at 0.2 mg/kg per dose or placebo. Half of them were girls.',
    },
    { label: 'RESULTS', text: 'The composite outcome did not differ (P=0.74).' },
    {
      label: 'CONCLUSIONS',
      text: 'Carvedilol does not significantly improve heart failure outcomes in children.',
    },
  ],
});
const statins = anArticle('31000032', {
  title: 'Statins for the prevention of stroke: a meta-analysis.',
  abstract: [
    {
      label: 'RESULTS',
      text: 'Statins lowered the risk of stroke by 19% (P<0.001). The effects were alike in men and women.',
    },
    { label: 'CONCLUSIONS', text: 'Statins prevent stroke.' },
  ],
});
const calcium = anArticle('31000033', {
  title: 'Calcium to prevent stroke: a randomized trial.',
  abstract: [{ label: 'CONCLUSIONS', text: 'Calcium did not prevent stroke in 930 adults.' }],
});

const dialogues = {
  en: {
    dose: 'What is the dose of carvedilol in children with heart failure?',
    works: ['does it work?', 'is it effective?', 'so does it help?'],
    prevents: 'Do statins prevent stroke?',
    women: 'same in women?',
    statistic: 'what was the p value?',
    unreported: ['NNT?', /mentions “number needed to treat”/],
    instead: 'and calcium?',
    comparison: 'compared with calcium?',
    mentionsNone: /mentions? “women”|not mention/,
    together: /together\. The nearest/,
    labelled: /Not on “statins”/,
  },
  zh: {
    dose: '卡维地洛治疗儿童心衰的剂量是多少？',
    works: ['有效吗', '效果好吗', '管用吗'],
    prevents: '他汀能预防中风吗？',
    women: '女性也一样吗',
    statistic: 'P值是多少',
    unreported: ['需治人数是多少', /均未提到“需治人数”/],
    instead: '那钙片呢',
    comparison: '和钙片比呢',
    mentionsNone: /均未提到“女性”/,
    together: /均未同时涉及/,
    labelled: /未涉及“他汀”/,
  },
} as const;

describe('a follow-up to records that were quoted', () => {
  for (const language of ['en', 'zh'] as const) {
    const texts = dialogues[language];
    const after = async (first: string, question: string, records = [statins, calcium, carvedilol]) => {
      const { text: a } = await answerOver(records, { question: first, language });
      return answerOver(records, { question, language, history: [{ q: first, a }] });
    };

    it(`on the effect is answered with the conclusion, whatever was asked before (${language})`, async () => {
      for (const question of texts.works) {
        const { text } = await after(texts.dose, question, [carvedilol]);
        assert.match(text, /“Carvedilol does not significantly improve/, question);
      }
    });

    it(`on people whom an abstract mentions quotes that sentence (${language})`, async () => {
      const { text } = await after(texts.prevents, texts.women);
      assert.match(text, /“The effects were alike in men and women\.”/);
      assert.doesNotMatch(text, texts.mentionsNone);
    });

    it(`on a statistic quotes the sentence that has it, or says that there is none (${language})`, async () => {
      const { text } = await after(texts.dose, texts.statistic, [carvedilol]);
      assert.match(text, /“The composite outcome did not differ \(P=0\.74\)\.”/);
      const [question, says] = texts.unreported;
      assert.match((await after(texts.prevents, question)).text, says);
    });

    it(`on another drug asks about it instead of the former one (${language})`, async () => {
      const { text, pmids } = await after(texts.prevents, texts.instead);
      assert.deepEqual(pmids, [calcium.pmid], text);
      assert.doesNotMatch(text, texts.together);
      assert.doesNotMatch(text, texts.labelled);
    });

    it(`on a comparison asks about both (${language})`, async () => {
      const { text } = await after(texts.prevents, texts.comparison);
      assert.match(text, texts.together);
    });
  }
});
