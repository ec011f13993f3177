import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { answerOver } from '../../../testing/app/answer-over.ts';
import { scopeReplies } from '../scope/scope-replies.ts';

const aspirin = anArticle('31000011', {
  title:
    'Aspirin to prevent colorectal adenomas in patients with previous colorectal cancer: a randomized trial.',
  abstract: [
    {
      label: 'METHODS',
      text: 'We randomly assigned 635 patients with previous colorectal cancer to aspirin or placebo. A total of 517 patients were analyzed after at least one colonoscopy.',
    },
    {
      label: 'RESULTS',
      text: 'Aspirin lowered the incidence of colorectal adenomas (17% and 27%) in patients with previous colorectal cancer.',
    },
  ],
});
const aspirinCost = anArticle('31000012', {
  title: 'Cost-effectiveness of aspirin against colorectal adenomas in patients with colorectal cancer.',
  abstract: [{ text: 'Aspirin against colorectal adenomas cost 1,200 dollars per life year gained.' }],
});

const dialogues = {
  en: {
    first: 'Does aspirin prevent colorectal adenomas in patients with previous colorectal cancer?',
    size: ['How large was that trial?', 'What was the sample size?', 'how many patients were there?'],
    cost: ['What about the cost?', 'Is it expensive?'],
    more: ['go on', 'Which one is best?', 'more details?'],
    unreported:
      /^None of the records selected for this question mentions “cost”, by this or a similar name\.$/,
    thanks: 'Thanks, that helps!',
    children: 'and in children?',
  },
  zh: {
    first: '阿司匹林能预防结直肠腺瘤吗？',
    size: ['样本量多大', '纳入了多少例', '研究规模多大'],
    cost: ['费用如何', '贵不贵'],
    more: ['继续', '可以更详细吗'],
    unreported: /^为此问题选出的记录均未提到“费用”（包括类似的说法）。$/,
    thanks: '谢谢',
    children: '那儿童呢',
  },
} as const;

describe('a short follow-up', () => {
  for (const language of ['en', 'zh'] as const) {
    const { first, size, cost, more, unreported, thanks, children } = dialogues[language];

    const earlier = async () => {
      const { text: a } = await answerOver([aspirin], { question: first, language });
      return [{ q: first, a }];
    };

    it(`about the size quotes both numbers if an abstract has two (${language})`, async () => {
      const history = await earlier();
      for (const question of size) {
        const { text, pmids } = await answerOver([aspirin], { question, language, history });
        assert.deepEqual(pmids, [aspirin.pmid], text);
        assert.match(text, /“We randomly assigned 635 patients[^”]*”/);
        assert.match(text, /“A total of 517 patients were analyzed[^”]*”/);
      }
    });

    it(`about the size is answered after an answer that quotes nothing (${language})`, async () => {
      const history = [{ q: first, a: 'Aspirin lowered their incidence [1].' }];
      const { text } = await answerOver([aspirin], { question: size[0], language, history });
      assert.match(text, /“We randomly assigned 635 patients/);
      assert.doesNotMatch(text, /“Aspirin lowered the incidence/);
    });

    it(`about another outcome quotes the record that reports it (${language})`, async () => {
      const history = await earlier();
      for (const question of cost) {
        const { text, pmids } = await answerOver([aspirin, aspirinCost], { question, language, history });
        assert.deepEqual(pmids, [aspirinCost.pmid], text);
        assert.match(text, /cost 1,200 dollars per life year/);
      }
    });

    it(`about another outcome says so if no record reports it (${language})`, async () => {
      const history = await earlier();
      for (const question of cost) {
        const { text, pmids } = await answerOver([aspirin], { question, language, history });
        assert.match(text, unreported);
        assert.deepEqual(pmids, []);
      }
    });

    it(`about other people says so if nothing was left to quote and no record mentions them (${language})`, async () => {
      const history = await earlier();
      const { text, pmids } = await answerOver([aspirin], { question: children, language, history });
      assert.match(text, language === 'en' ? /^None of the records selected / : /^为此问题选出的记录均未/);
      assert.deepEqual(pmids, []);
    });

    it(`that asks to go on is about the subject before it (${language})`, async () => {
      const history = await earlier();
      for (const question of more) {
        const { text, thinking } = await answerOver([aspirin], { question, language, history });
        assert.ok(
          thinking.some((message) => /aspirin/.test(message)),
          thinking.join('\n'),
        );
        assert.ok(!Object.values(scopeReplies[language]).includes(text.trim()), text);
      }
    });

    it(`skips earlier messages that named no subject (${language})`, async () => {
      const history = [
        ...(await earlier()),
        { q: thanks, a: scopeReplies[language].thanks },
        { q: size[0], a: scopeReplies[language].other },
      ];
      const { text } = await answerOver([aspirin, aspirinCost], { question: cost[0], language, history });
      assert.match(text, /cost 1,200 dollars per life year/);
    });

    it(`asks for the subject if there is none before it (${language})`, async () => {
      const { text, pmids, thinking } = await answerOver([aspirin], { question: children, language });
      assert.equal(text, scopeReplies[language].incomplete);
      assert.deepEqual([pmids, thinking], [[], []]);
    });
  }
});

describe('a follow-up about people', () => {
  const inGirls = anArticle('31000021', {
    title: 'One or two doses of a papillomavirus vaccine in girls: a randomized trial.',
    abstract: [
      { label: 'METHODS', text: 'Girls were given one or two doses of HPV vaccine.' },
      { label: 'CONCLUSIONS', text: 'One dose of HPV vaccine protected girls as well as two doses.' },
    ],
  });

  it('quotes one language of an abstract in two', async () => {
    const bilingual = anArticle('31000023', {
      title: 'Statins in older people: a randomized trial.',
      abstract: [
        { label: 'CONCLUSIONS', text: 'Statins lowered the risk of stroke by 18% in older people.' },
        { label: '摘要', text: '他汀类药物使老年人的卒中风险降低18%，70岁以上者亦然。' },
      ],
    });
    const [english, chinese] = ['Do statins prevent stroke?', '他汀能预防卒中吗？'];
    const ask = async (question: string, first: string, language: 'en' | 'zh') => {
      const { text: a } = await answerOver([bilingual], { question: first, language });
      return (await answerOver([bilingual], { question, language, history: [{ q: first, a }] })).text;
    };
    assert.doesNotMatch(await ask('in older people?', english, 'en'), /他汀/);
    assert.doesNotMatch(await ask('老年人呢', chinese, 'zh'), /Statins lowered/);
  });

  it('keeps their age', async () => {
    const inPregnancy = anArticle('31000022', {
      title: 'Low-dose aspirin in pregnancy: a randomized trial.',
      mesh: ['Pregnancy'],
      abstract: [
        { label: 'CONCLUSIONS', text: 'Low-dose aspirin lowered the rate of preeclampsia in women.' },
      ],
    });
    const first = 'Does low-dose aspirin prevent preeclampsia in women?';
    const { text: a } = await answerOver([inPregnancy], { question: first, language: 'en' });
    const { text } = await answerOver([inPregnancy], {
      ...{ question: 'in women over 75?', language: 'en' },
      history: [{ q: first, a }],
    });
    assert.match(text, /None of the records|No record found/, text);
  });

  it('is not answered by a study of others of the same sex', async () => {
    for (const [language, first, question] of [
      ['en', 'Is one dose of HPV vaccine as good as two in girls?', 'what about pregnant women?'],
      ['zh', 'HPV疫苗一针和两针效果一样吗', '那孕妇呢？'],
    ] as const) {
      const { text: a } = await answerOver([inGirls], { question: first, language });
      const { text } = await answerOver([inGirls], { question, language, history: [{ q: first, a }] });
      assert.match(
        text,
        /N(?:one of the records|o record) found is about [^.]*pregnant women|(?:没有检索到关于|记录均未)[^。]*孕妇/,
        text,
      );
    }
  });
});
