import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { answerOver } from '../../../testing/app/answer-over.ts';

const pioglitazone = anArticle('31000041', {
  title: 'Pioglitazone and the risk of bladder cancer: a cohort study in China.',
  abstract: [
    {
      label: 'BACKGROUND',
      text: 'Heart failure has been a concern with these drugs. Whether pioglitazone causes bladder cancer is unclear.',
    },
    {
      label: 'METHODS',
      text: 'We followed 9,300 patients with type 2 diabetes at 14 hospitals in Shanghai, China. The secondary outcomes were fractures and weight.',
    },
    {
      label: 'RESULTS',
      text: 'Pioglitazone raised the risk of bladder cancer (relative risk 1.22, 95% CI 1.07 to 1.39). Rosiglitazone did not (relative risk 0.87). Heart failure occurred in 4.1% with pioglitazone and 2.2% without. Dialysis was needed by 1.3%. Patients took pioglitazone for 18 months.',
    },
    { label: 'CONCLUSIONS', text: 'Pioglitazone is associated with bladder cancer.' },
  ],
});

const dialogues = {
  en: {
    first: 'Does pioglitazone cause bladder cancer?',
    ratio: 'risk ratio?',
    heartFailure: ['heart failure', 'heart failure risk', 'was there heart failure?', 'and heart failure?'],
    dialysis: ['dialysis?', 'need for dialysis'],
    fractures: 'fractures',
    duration: 'how long did they take it?',
    place: ['where was it done', 'in China?'],
    elsewhere: ['and in India?', /mentions “India”/],
    children: ['children?', /mentions? “children”|not mention/],
    again: ['so yes or no?', 'explain simply'],
  },
  zh: {
    first: '吡格列酮会得膀胱癌吗？',
    ratio: '风险比多少',
    heartFailure: ['心衰', '心衰风险', '心衰多吗', '心衰呢'],
    dialysis: ['透析', '需要透析的多吗'],
    fractures: '骨折',
    duration: '用了多久',
    place: ['在哪里做的', '中国人群有数据吗'],
    elsewhere: ['印度呢', /均未提到“印度”/],
    children: ['儿童', /均未提到“儿童”|未涉及/],
    again: ['所以到底用不用', '什么意思'],
  },
} as const;

describe('a message on the study that an answer quoted', () => {
  for (const language of ['en', 'zh'] as const) {
    const texts = dialogues[language];
    const ask = async (question: string) => {
      const records = [pioglitazone];
      const { text: a } = await answerOver(records, { question: texts.first, language });
      return (await answerOver(records, { question, language, history: [{ q: texts.first, a }] })).text;
    };

    it(`quotes again the sentence that answers best (${language})`, async () => {
      assert.match(await ask(texts.ratio), /relative risk 1\.22/);
    });

    it(`quotes the result of an outcome that it names, not the background (${language})`, async () => {
      for (const question of texts.heartFailure) {
        const text = await ask(question);
        assert.match(text, /“Heart failure occurred in 4\.1%/, question);
        assert.doesNotMatch(text, /has been a concern/, question);
      }
      for (const question of texts.dialysis)
        assert.match(await ask(question), /“Dialysis was needed by 1\.3%/, question);
    });

    it(`quotes the conclusion with an outcome of which only the plan is told (${language})`, async () => {
      const text = await ask(texts.fractures);
      assert.match(text, /secondary outcomes were fractures/);
      assert.match(text, /“Pioglitazone is associated with bladder cancer\.”/);
    });

    it(`quotes the duration, and where it was done (${language})`, async () => {
      assert.match(await ask(texts.duration), /“Patients took pioglitazone for 18 months\.”/);
      for (const question of texts.place)
        assert.match(await ask(question), /14 hospitals in Shanghai/, question);
    });

    it(`says which place or people the abstracts do not mention (${language})`, async () => {
      for (const [question, says] of [texts.elsewhere, texts.children])
        assert.match(await ask(question), says);
    });

    it(`for the same again quotes the finding again (${language})`, async () => {
      for (const question of texts.again)
        assert.match(await ask(question), /“Pioglitazone is associated with bladder cancer\.”/, question);
    });
  }
});
