import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article } from '../literature/article.ts';
import { abstractText } from '../literature/article.ts';
import { anArticle } from '../testing/an-article.ts';
import { fuseRankings } from './fuse.ts';
import { rankArticles } from './rank.ts';
import { abstractSentences, selectPassages } from './select-passages.ts';

const facets = [
  ['metformin', '二甲双胍'],
  ['lactic acidosis', '乳酸酸中毒'],
];

const structured = anArticle('1', {
  title: 'Metformin and lactic acidosis.',
  abstract: [
    { label: 'OBJECTIVE', text: 'We aimed to assess whether metformin causes lactic acidosis.' },
    {
      label: 'RESULTS',
      text: 'Lactic acidosis was as rare with metformin as without (P = .61). Diarrhoea was common.',
    },
    { label: 'CONCLUSIONS', text: 'Metformin did not raise the risk of lactic acidosis.' },
    { label: '摘要', text: '二甲双胍未增加乳酸酸中毒风险。' },
  ],
});
const plain = anArticle('2', {
  abstract: [
    {
      text: 'Metformin is old. Is lactic acidosis caused by metformin? These findings suggest that metformin seldom causes lactic acidosis.',
    },
  ],
});
const offTopic = anArticle('3', {
  title: 'Metformin tablets.',
  abstract: [{ text: 'Metformin tablets dissolve in water.' }],
});
const titleOnly = anArticle('4', { title: 'Metformin and lactic acidosis.' });

function select(articles: readonly Article[], more: Partial<Parameters<typeof selectPassages>[1]> = {}) {
  const ranking = rankArticles(fuseRankings([articles]), { facets }, 2026);
  return selectPassages(ranking, {
    language: 'en',
    articlesMax: 10,
    perArticleMax: 1,
    wanted: new Set(),
    ...more,
  });
}

describe('selecting evidence', () => {
  it('prefers conclusions and results over aims, in structured and in plain abstracts', () => {
    assert.deepEqual(
      select([structured, plain])
        .map(({ text }) => text)
        .sort(),
      [
        'Metformin did not raise the risk of lactic acidosis.',
        'These findings suggest that metformin seldom causes lactic acidosis.',
      ],
    );
  });

  it('prefers sentences in the language of the answer', () => {
    const [passage] = select([structured], { language: 'zh' });
    assert.equal(passage?.text, '二甲双胍未增加乳酸酸中毒风险。');
    assert.equal(passage?.label, '摘要');
  });

  it('quotes an abstract in two languages in the reader’s alone', () => {
    const passages = select([structured], { language: 'zh', perArticleMax: 3 });
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['二甲双胍未增加乳酸酸中毒风险。'],
    );
    assert.ok(!select([structured], { perArticleMax: 4 }).some(({ text }) => /\p{Script=Han}/u.test(text)));
  });

  it('drops papers that speak of too little of the question, and papers without an abstract', () => {
    assert.deepEqual(
      new Set(select([structured, offTopic, titleOnly]).map(({ article }) => article.pmid)),
      new Set(['1']),
    );
  });

  it('keeps a paper that was asked for by number however little it matches', () => {
    const passages = select([structured, offTopic], { wanted: new Set([offTopic.pmid]) });
    assert.ok(passages.some(({ article }) => article.pmid === '3'));
  });

  it('numbers what it gives and says where each sentence stands', () => {
    const passages = select([structured, plain], { perArticleMax: 3 });
    assert.deepEqual(
      passages.map(({ id }) => id),
      passages.map((_, index) => `E${index + 1}`),
    );
    const records = Map.groupBy([structured, plain], ({ pmid }) => pmid);
    for (const { article, start, end, text } of passages)
      for (const record of records.get(article.pmid) ?? [])
        assert.equal(abstractText(record).slice(start, end), text);
    assert.equal(select([structured, plain], { articlesMax: 1 }).length, 1);
  });

  it('finds nothing among nothing', () => assert.deepEqual(select([]), []));

  it('places every sentence of a labelled abstract', () => {
    for (const { text, start, end } of abstractSentences(structured))
      assert.equal(abstractText(structured).slice(start, end), text);
    assert.equal(abstractSentences(structured).length, 5);
  });
});

describe('ranking', () => {
  it('puts the paper that covers the question before one that repeats a word of it', () => {
    const repeats = anArticle('5', {
      abstract: [{ text: 'Metformin metformin metformin metformin metformin.' }],
    });
    const { ranked } = rankArticles(fuseRankings([[repeats, structured]]), { facets }, 2026);
    assert.deepEqual(
      ranked.map(({ article }) => article.pmid),
      ['1', '5'],
    );
  });

  it('prefers the stronger design and the newer paper where two fit equally well', () => {
    const same = (pmid: string, more: Partial<Article>) => ({
      ...structured,
      ...more,
      pmid: anArticle(pmid).pmid,
    });
    const articles = [
      same('11', { year: '1980' }),
      same('12', { year: '2025' }),
      same('13', { year: '2025', publicationTypes: ['Meta-Analysis'] }),
    ];
    // Each in a list of its own, so that all have the same rank.
    const { ranked } = rankArticles(fuseRankings(articles.map((article) => [article])), { facets }, 2026);
    assert.deepEqual(
      ranked.map(({ article }) => article.pmid),
      ['13', '12', '11'],
    );
  });

  it('weighs a facet by how well it tells the candidates apart', () => {
    const { weights } = rankArticles(
      fuseRankings([[structured, offTopic, anArticle('6', { title: 'Metformin.' })]]),
      { facets },
      2026,
    );
    assert.ok((weights[1] ?? 0) > (weights[0] ?? 0));
  });
});

describe('fusing the lists of several sources', () => {
  it('puts first what several sources found, each record once', () => {
    const fused = fuseRankings([
      [plain, structured],
      [structured, offTopic],
    ]);
    assert.deepEqual(
      fused.map(({ article }) => article.pmid),
      ['1', '2', '3'],
    );
  });

  it('keeps a retraction that only one source knows of', () => {
    const notices = [{ citation: 'J Test. 2024:1' }];
    const [first] = fuseRankings([[structured], [{ ...structured, retracted: true, retractions: notices }]]);
    assert.equal(first?.article.retracted, true);
    assert.deepEqual(first?.article.retractions, notices);
  });
});
