import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { answerOver } from '../../../testing/app/answer-over.ts';

const adults = anArticle('31000001', {
  title: 'Metformin in adults with type 2 diabetes: a randomized trial.',
  abstract: [
    {
      label: 'METHODS',
      text: 'We randomly assigned 412 adults with type 2 diabetes to metformin or placebo.',
    },
    { label: 'RESULTS', text: 'Metformin lowered HbA1c by 1.1% in adults with type 2 diabetes.' },
  ],
});
const children = anArticle('31000002', {
  title: 'Metformin in children with type 2 diabetes: a cohort study.',
  mesh: ['Child', 'Humans'],
  abstract: [{ label: 'RESULTS', text: 'Metformin lowered HbA1c by 0.7% in children with type 2 diabetes.' }],
});

const dialogues = {
  en: {
    first: 'Does metformin lower HbA1c in adults with type 2 diabetes?',
    size: [
      'And how large was that trial?',
      'How many patients were in that study?',
      'how many were randomised?',
      'number of patients?',
      'n?',
      'total sample?',
    ],
    children: 'And in children?',
    more: ['tell me more', 'anything else?'],
    repeats: /were already quoted above/,
    unsized: /does not say how many people took part/,
  },
  zh: {
    first: '二甲双胍能降低成人2型糖尿病患者的糖化血红蛋白吗？',
    size: [
      '那项试验纳入了多少人？',
      '该研究的样本量是多少？',
      '多少例',
      '总共多少人',
      '一共多少病人',
      '有多少人参加',
    ],
    children: '那儿童呢？',
    more: ['继续', '还有吗'],
    repeats: /均已在上文摘录/,
    unsized: /摘要未说明受试者人数/,
  },
};

describe('a follow-up question', () => {
  for (const language of ['en', 'zh'] as const) {
    const { first, size, children: inChildren, more, repeats, unsized } = dialogues[language];

    it(`about the size of the previous study is answered with it (${language})`, async () => {
      const { text: a } = await answerOver([adults], { question: first, language });
      for (const question of size) {
        const { text, pmids } = await answerOver([adults], {
          question,
          language,
          history: [{ q: first, a }],
        });
        assert.deepEqual(pmids, [adults.pmid], text);
        assert.match(
          text,
          /“We randomly assigned 412 adults with type 2 diabetes to metformin or placebo\.” \[1\]/,
        );
        assert.doesNotMatch(text, /lowered HbA1c/);
      }
    });

    it(`about a size that the abstract lacks is answered with that (${language})`, async () => {
      const { text: a } = await answerOver([children], { question: first, language });
      const [question = ''] = size;
      const { text, pmids } = await answerOver([children], {
        question,
        language,
        history: [{ q: first, a }],
      });
      assert.match(text, unsized);
      assert.deepEqual(pmids, []);
    });

    it(`keeps the subject of the dialogue and changes the population (${language})`, async () => {
      const { text: a } = await answerOver([adults], { question: first, language });
      const { text } = await answerOver([adults, children], {
        ...{ question: inChildren, language, history: [{ q: first, a }] },
      });
      assert.match(text, /lowered HbA1c by 0\.7% in children/);
      assert.doesNotMatch(text, /HbA1c by 1\.1% in adults/);
    });

    it(`quotes a sentence again if it is the best for the new question (${language})`, async () => {
      const { text: a } = await answerOver([children], { question: first, language });
      const { text, pmids } = await answerOver([children], {
        ...{ question: inChildren, language, history: [{ q: first, a }] },
      });
      assert.match(text, /“Metformin lowered HbA1c by 0\.7% in children/);
      assert.deepEqual(pmids, [children.pmid]);
    });

    it(`for more says that all was quoted (${language})`, async () => {
      const { text: a } = await answerOver([children], {
        question: inChildren,
        language,
        history: [{ q: first, a: '' }],
      });
      for (const question of more) {
        const { text, pmids } = await answerOver([children], {
          ...{
            question,
            language,
            history: [
              { q: first, a: '' },
              { q: inChildren, a },
            ],
          },
        });
        assert.match(text, repeats);
        assert.deepEqual(pmids, []);
      }
    });
  }
});
