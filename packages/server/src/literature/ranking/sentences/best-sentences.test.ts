import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { orderForAnswer } from '../answers/answer-order.ts';
import { fuseRankings } from '../fuse.ts';
import { rankArticles } from '../rank.ts';
import { bestSentences } from './best-sentences.ts';

const trial = anArticle('7101', {
  title: 'Honey for cough in children: a trial.',
  abstract: [
    { label: 'METHODS', text: 'Children with cough took honey or nothing at night.' },
    {
      label: 'RESULTS',
      text: 'Parents of 105 children kept diaries. Adverse events were rare (4 %). Cough scores fell by 1.9 points with honey and by .9 without.',
    },
    {
      label: 'CONCLUSIONS',
      text: 'Honey relieves cough in children. Further trials of honey for cough in children are needed.',
    },
  ],
});
const conclusion = 'Honey relieves cough in children.';
const figure = 'Cough scores fell by 1.9 points with honey and by .9 without.';
const harms = 'Adverse events were rare (4 %).';
const call = 'Further trials of honey for cough in children are needed.';
const english = [['honey'], ['cough'], ['children']];
const chinese = [
  ['蜂蜜', 'honey'],
  ['咳嗽', 'cough'],
  ['儿童', 'children'],
];

function quoted(
  text: string,
  facets: readonly (readonly string[])[],
  article = trial,
  isFirst = false,
): string[] {
  const ranking = rankArticles(fuseRankings([[article]]), { text, facets }, 2026);
  const ordered = orderForAnswer(ranking);
  const [paper] = ordered.ranked;
  assert.ok(paper);
  return bestSentences(paper, ordered, {
    ...{ language: 'en', question: text, perArticleMax: 3, wanted: new Set(), isFirst },
  }).map((sentence) => sentence.text);
}

describe('the sentences quoted of a paper', () => {
  it('are as many as are needed to contain its answer, and no more', () => {
    assert.deepEqual(quoted('Does honey relieve cough in children?', english), [conclusion, figure]);
    assert.deepEqual(quoted('蜂蜜能缓解儿童咳嗽吗？', chinese), [conclusion, figure]);
    assert.deepEqual(quoted('How many children took honey for cough?', english), [figure, conclusion, harms]);
    assert.deepEqual(quoted('多少儿童用蜂蜜治咳嗽？', chinese), [figure, conclusion]);
  });

  it('do not begin with a statement that only adds to another', () => {
    const added = 'Honey also improved the sleep of children with cough.';
    const chineseAdded = '全因死亡亦降低，蜂蜜未致儿童咳嗽加重。';
    const own = '蜂蜜使儿童咳嗽评分由3.1分降至1.9分。';
    const article = (...texts: string[]) =>
      anArticle('7102', { title: 'Honey.', abstract: [{ label: 'CONCLUSIONS', text: texts.join(' ') }] });
    const [first] = quoted('Does honey relieve cough in children?', english, article(conclusion, added));
    assert.equal(first, conclusion);
    assert.equal(quoted('蜂蜜能缓解儿童咳嗽吗？', chinese, article(own, chineseAdded))[0], own);
  });

  it('begin with a figure if the question asks for one', () => {
    for (const [text, facets] of [
      ['By how much do cough scores fall with honey?', [['honey'], ['cough'], ['scores']]],
      [
        '蜂蜜能让咳嗽评分降低多少？',
        [
          ['蜂蜜', 'honey'],
          ['咳嗽', 'cough'],
          ['评分', 'scores'],
        ],
      ],
    ] as const)
      assert.equal(quoted(text, facets)[0], figure, text);
  });

  it('may go on, but not begin, with a finding that is added to another', () => {
    const added = 'Similarly, honey relieves cough in children with asthma.';
    const article = anArticle('7104', {
      title: 'Honey for cough.',
      abstract: [
        { label: 'RESULTS', text: `${added} Honey relieves cough in children by night.` },
        { label: 'CONCLUSIONS', text: 'Syrups are sweet.' },
      ],
    });
    for (const [text, facets] of [
      ['Does honey relieve cough in children with asthma?', [...english, ['asthma']]],
      ['蜂蜜能缓解哮喘儿童的咳嗽吗？', [...chinese, ['哮喘', 'asthma']]],
    ] as const) {
      const [first, ...others] = quoted(text, facets, article);
      assert.notEqual(first, added);
      assert.ok(others.includes(added), text);
    }
  });

  const counts = anArticle('7102', {
    title: 'Zinc lozenges for colds: a trial.',
    abstract: [
      { label: 'AIM', text: 'To test zinc lozenges of more than 75 mg a day against colds.' },
      { label: 'METHODS', text: 'Adults with colds took zinc lozenges of 75 (60-80) mg a day.' },
      {
        label: 'RESULTS',
        text: 'Colds with zinc lozenges lasted 4 days. Nausea was met in 9 of 40 adults with zinc lozenges. Colds with zinc lozenges scored 12 points. Colds with zinc lozenges took 3 handkerchiefs.',
      },
      { label: 'CONCLUSIONS', text: 'Zinc lozenges shorten colds.' },
    ],
  });
  const zinc = [['zinc'], ['lozenges'], ['colds']];
  const zincChinese = [
    ['锌', 'zinc'],
    ['含片', 'lozenges'],
    ['感冒', 'colds'],
  ];

  it('are up to four if a question asks for a figure, among them those that count people if it asks how many', () => {
    for (const [text, facets] of [
      ['How many adults with colds felt sick on zinc lozenges?', zinc],
      ['吃锌含片治感冒，有多少人恶心？', zincChinese],
    ] as const) {
      const texts = quoted(text, facets, counts);
      assert.equal(texts.length, 4, text);
      assert.ok(texts.includes('Nausea was met in 9 of 40 adults with zinc lozenges.'), texts.join(' | '));
    }
    assert.ok(quoted('Do zinc lozenges shorten colds?', zinc, counts).length < 4);
  });

  it('are up to four if the paper fits best', () => {
    const similar = anArticle('7103', {
      title: 'Zinc lozenges for colds: a trial.',
      abstract: [
        {
          label: 'RESULTS',
          text: 'Zinc lozenges shortened colds of adults. Zinc lozenges shortened colds of children. Zinc lozenges shortened colds of nurses. Zinc lozenges shortened colds of pupils. Zinc lozenges shortened colds of cooks.',
        },
      ],
    });
    for (const [text, facets] of [
      ['Do zinc lozenges shorten colds?', zinc],
      ['锌含片能缩短感冒吗？', zincChinese],
    ] as const) {
      assert.equal(quoted(text, facets, similar).length, 3, text);
      assert.equal(quoted(text, facets, similar, true).length, 4, text);
    }
  });

  it('give a dose from the methods, but not from the aim', () => {
    for (const [text, facets] of [
      ['What dose of zinc lozenges shortens colds?', zinc],
      ['锌含片治感冒用什么剂量？', zincChinese],
    ] as const) {
      const texts = quoted(text, facets, counts);
      assert.ok(texts[0]?.includes('(60-80) mg a day'), texts.join(' | '));
      assert.ok(!texts.some((each) => each.startsWith('To test')));
    }
  });

  it('are neither methods nor calls for research', () => {
    for (const text of ['Honey for cough in children', 'How many children took honey for cough?']) {
      const texts = quoted(text, english);
      assert.ok(texts.length > 0);
      assert.ok(!texts.includes(call) && !texts.some((each) => each.startsWith('Children with')), text);
    }
  });
});
