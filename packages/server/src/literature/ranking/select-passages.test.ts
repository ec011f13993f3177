import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { abstractSentences } from '../studies/abstract-sentences.ts';
import { fuseRankings } from './fuse.ts';
import { rankArticles } from './rank.ts';
import { selectPassages } from './select-passages.ts';

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
  title: 'Lactic acidosis and metformin.',
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

describe('selecting passages', () => {
  it('prefers the kind of answer that the question calls for, and quotes no description of the sample', () => {
    const series = anArticle('9', {
      title: 'Antivenom for rattlesnake bites.',
      abstract: [
        { text: 'We identified a total of 73 patients with rattlesnake bites who received antivenom.' },
        { text: 'The mean age of patients with rattlesnake bites given antivenom was 34 years.' },
        { text: 'Antivenom for rattlesnake bites needed a mean of 12 vials in 73 patients.' },
        { text: 'All patients with rattlesnake bites went home.' },
        { text: 'Urticaria occurred in 12 patients.' },
      ],
    });
    for (const [language, question] of [
      ['en', 'Is antivenom for rattlesnake bites dangerous?'],
      ['zh', '抗蛇毒血清有过敏反应吗？'],
    ] as const) {
      const ranking = rankArticles(
        fuseRankings([[series]]),
        { facets: [['antivenom', '抗蛇毒血清'], ['rattlesnake bites']] },
        2026,
      );
      const [lead] = selectPassages(ranking, {
        ...{ language, question, articlesMax: 1, perArticleMax: 1, wanted: new Set([series.pmid]) },
      });
      assert.equal(lead?.text, 'Urticaria occurred in 12 patients.');
    }
  });

  it('omits the section heading at the start of a sentence in an unstructured abstract', () => {
    for (const [text, quoted] of [
      ['CONCLUSIONS: Metformin caused no lactic acidosis.', 'Metformin caused no lactic acidosis.'],
      [
        'CONCLUSION A dose of metformin caused no lactic acidosis.',
        'A dose of metformin caused no lactic acidosis.',
      ],
      ['Conclusions: Metformin caused no lactic acidosis.', 'Metformin caused no lactic acidosis.'],
      ['CONCLUSION(S) Metformin caused no lactic acidosis.', 'Metformin caused no lactic acidosis.'],
      ['CONCLUSIONS MALA was rare with metformin.', 'MALA was rare with metformin.'],
      ['RESULTS OF metformin were lactic acidosis.', 'RESULTS OF metformin were lactic acidosis.'],
      [
        'Results of metformin were lactic acidosis in two patients.',
        'Results of metformin were lactic acidosis in two patients.',
      ],
    ] as const) {
      const article = anArticle('8', { title: 'Metformin and lactic acidosis.', abstract: [{ text }] });
      const [passage] = select([article]);
      assert.equal(passage?.text, quoted);
      assert.equal(abstractText(article).slice(passage?.start, passage?.end), quoted);
    }
  });

  it('reads the section headings in an unstructured abstract and never leads with a list of measures', () => {
    const text =
      'PURPOSE Metformin and lactic acidosis have been linked. RESULTS Lactic acidosis was rare. CONCLUSION Diarrhoea is common. Metformin seldom causes lactic acidosis. It is cheap.';
    const article = anArticle('12', { title: 'Metformin and lactic acidosis.', abstract: [{ text }] });
    assert.equal(select([article])[0]?.text, 'Metformin seldom causes lactic acidosis.');
    const measured = anArticle('13', {
      title: 'Metformin and lactic acidosis.',
      abstract: [
        { label: 'MAIN OUTCOME MEASURES', text: 'Lactic acidosis with metformin, significantly, 3 months.' },
        { label: 'RESULTS', text: 'Metformin caused no lactic acidosis.' },
      ],
    });
    assert.equal(select([measured])[0]?.text, 'Metformin caused no lactic acidosis.');
  });

  it('leads with a result if the abstract has no conclusion, whatever its wording', () => {
    for (const [language, background, methods, result, limits] of [
      [
        'en',
        'Metformin is said to cause lactic acidosis.',
        'Metformin was given, and lactic acidosis was recorded.',
        'The rate was 3 % in treated patients and 4 % in the others.',
        'Metformin and lactic acidosis were studied in one hospital.',
      ],
      [
        'zh',
        '二甲双胍被认为会引起乳酸酸中毒。',
        '给予二甲双胍，记录乳酸酸中毒。',
        '治疗组发生率为3%，对照组为4%。',
        '仅在一家医院研究了二甲双胍与乳酸酸中毒。',
      ],
    ] as const) {
      const article = anArticle('15', {
        title: 'Metformin and lactic acidosis.',
        abstract: [
          { label: 'BACKGROUND', text: background },
          { label: 'METHODS', text: methods },
          { label: 'RESULTS', text: result },
          { label: 'LIMITATIONS', text: limits },
        ],
      });
      assert.equal(select([article], { language })[0]?.text, result);
    }
  });

  it('never quotes copyright, funding or registration lines', () => {
    for (const imprint of [
      '© 2018 Society of Metformin and Lactic Acidosis.',
      'Copyright 2018 Metformin and Lactic Acidosis Ltd. All rights reserved.',
      '(Funded by the Foundation for Metformin and Lactic Acidosis.)',
      'Trial registration: metformin and lactic acidosis, NCT01234567.',
      'FUNDING Foundation for Metformin (UK), and Lactic Acidosis Society, Inc.',
      'TRIAL REGISTRATION Australian Registry of Metformin and Lactic Acidosis ACTRN12610000735055 (substudy: 1).',
      'This trial is registered, number 123 of the Registry of Metformin and Lactic Acidosis.',
      '版权所有：二甲双胍（metformin）与乳酸酸中毒（lactic acidosis）研究会。',
    ]) {
      const text = `We gave metformin. Metformin caused no lactic acidosis. ${imprint}`;
      const article = anArticle('16', { title: 'Metformin and lactic acidosis.', abstract: [{ text }] });
      const quoted = select([article], { perArticleMax: 3 }).map((passage) => passage.text);
      assert.ok(quoted.includes('Metformin caused no lactic acidosis.'), imprint);
      assert.ok(
        quoted.every((sentence) => !imprint.includes(sentence)),
        imprint,
      );
    }
  });

  it('quotes no heading of an abstract without labels, and no remark on where it was cut', () => {
    for (const [before, after] of [
      ['KEY POINTS ', ''],
      ['ABSTRACT ', ''],
      ['', ' (ABSTRACT TRUNCATED AT 250 WORDS)'],
      ['', '(ABSTRACT TRUNCATED)'],
    ]) {
      const text = `We gave metformin. ${before}Metformin caused no lactic acidosis.${after}`;
      const article = anArticle('16', { title: 'Metformin and lactic acidosis.', abstract: [{ text }] });
      const [first] = select([article]);
      assert.equal(first?.text, 'Metformin caused no lactic acidosis.');
      assert.equal(text.slice(first?.start, first?.end), first?.text);
    }
  });

  it('adds to the conclusion of a nearest record the detail that the question asks for', () => {
    const question = 'For how many months should metformin be given in lactic acidosis?';
    const conclusion = 'In conclusion, metformin caused no lactic acidosis.';
    const detail = 'Treatment with metformin lasted 6 months.';
    const article = anArticle('17', {
      title: 'Metformin and lactic acidosis.',
      abstract: [
        { text: `Lactic acidosis is rare. ${detail} Lactate did not rise significantly. ${conclusion}` },
      ],
    });
    const quoted = select([article], { question, perArticleMax: 2, isNearest: true });
    assert.deepEqual(
      quoted.map(({ text }) => text),
      [conclusion, detail],
    );
    const [answer] = select([article], { question, perArticleMax: 2 });
    assert.equal(answer?.text, detail);
  });

  it('never leads with a sentence that only claims to be the first study', () => {
    for (const [first, found] of [
      [
        'This is the first report of the relationship between metformin and lactic acidosis.',
        'Metformin raised the rate of lactic acidosis.',
      ],
      [
        '本文是首个关于二甲双胍（metformin）与乳酸酸中毒（lactic acidosis）关系的研究。',
        '二甲双胍（metformin）升高乳酸酸中毒（lactic acidosis）的发生率。',
      ],
    ]) {
      const article = anArticle('14', {
        title: 'Metformin and lactic acidosis.',
        abstract: [
          { label: 'RESULTS', text: found ?? '' },
          { label: 'CONCLUSIONS', text: first ?? '' },
        ],
      });
      assert.equal(select([article])[0]?.text, found);
    }
  });

  it('adds neither methods nor truncated sentences to a paper’s findings', () => {
    const found = 'Metformin did not raise the risk of lactic acidosis.';
    const article = anArticle('11', {
      title: 'Metformin and lactic acidosis.',
      abstract: [
        { label: 'METHODS', text: 'We searched PubMed for metformin and lactic acidosis. Metf' },
        { label: 'CONCLUSIONS', text: found },
      ],
    });
    const quoted = select([article], { perArticleMax: 3 }).map(({ text }) => text);
    assert.deepEqual(quoted, [found]);
  });

  it('selects a paper with low coverage if it scores far above the next one', () => {
    const lay = [['gym'], ['round'], ['corner'], ['neighbours'], ['pitch'], ['sport', '运动']];
    const own = anArticle('9', {
      title: 'Sport, sport facilities and neighbours.',
      abstract: [{ label: 'CONCLUSIONS', text: 'Sport was commoner where facilities were near.' }],
    });
    const other = anArticle('10', {
      title: 'The round window.',
      abstract: [{ label: 'CONCLUSIONS', text: 'The round window was intact.' }],
    });
    const like = anArticle('11', {
      abstract: own.abstract,
      title: 'Neighbours, sport facilities and sport.',
    });
    const papersOf = (articles: readonly Article[]) =>
      selectPassages(rankArticles(fuseRankings([articles]), { facets: lay }, 2026), {
        ...{ language: 'en', articlesMax: 10, perArticleMax: 1, wanted: new Set() },
      }).map(({ article }) => article.pmid);
    assert.deepEqual(papersOf([own, other]), ['9']);
    // Nothing shows which of two equally good ones is meant.
    assert.deepEqual(papersOf([own, like]), []);
  });

  it('omits a paper with scattered words of the question beside one about its topic', () => {
    const filler =
      'Visits to wards, clinics and laboratories were counted by clerks in every month of that year. ';
    const scattered = anArticle('12', {
      title: 'Counting visits.',
      abstract: [
        { text: `${filler.repeat(9)}Metformin was on a list. ${filler.repeat(9)}` },
        { label: 'CONCLUSIONS', text: `Lactic acidosis was on another list. ${filler.repeat(9)}` },
      ],
    });
    const cited = (articles: readonly Article[]) =>
      new Set(select(articles).map(({ article }) => article.pmid));
    assert.deepEqual(cited([structured, scattered]), new Set(['1']));
    assert.deepEqual(cited([scattered]), new Set(['12']));
  });

  it('adds to an outstanding paper only those with equal coverage or nearly its score', () => {
    const best = { score: 1, coverage: 0.9 };
    for (const [others, cited] of [
      [[{ score: 0.6, coverage: 0.8 }], ['1']],
      [[{ score: 0.7, coverage: 0.8 }], ['1', '2']],
      [[{ score: 0.6, coverage: 0.9 }], ['1', '2']],
      // If the second is close to the first, none stands out.
      [
        [
          { score: 0.9, coverage: 0.8 },
          { score: 0.6, coverage: 0.8 },
        ],
        ['1', '2', '3'],
      ],
    ] as const) {
      const articles = [structured, plain, offTopic].slice(0, others.length + 1);
      const { ranked, ...rest } = rankArticles(fuseRankings([articles]), { facets }, 2026);
      const byPmid = new Map(ranked.map((each) => [each.article.pmid, each]));
      const scored = articles.flatMap((article, at) => {
        const each = byPmid.get(article.pmid);
        return each ? [{ ...each, topicCoverage: 1, ...(at === 0 ? best : others[at - 1]) }] : [];
      });
      const options = {
        language: 'en' as const,
        articlesMax: 10,
        perArticleMax: 1,
        wanted: new Set<never>(),
      };
      const passages = selectPassages({ ...rest, ranked: scored }, options);
      assert.deepEqual(
        passages.map(({ article }) => article.pmid),
        cited,
      );
    }
  });

  it('prefers conclusions and results to aims, in structured and unstructured abstracts', () => {
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

  it('quotes a bilingual abstract only in the language of the answer', () => {
    const passages = select([structured], { language: 'zh', perArticleMax: 3 });
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['二甲双胍未增加乳酸酸中毒风险。'],
    );
    assert.ok(!select([structured], { perArticleMax: 4 }).some(({ text }) => /\p{Script=Han}/u.test(text)));
  });

  it('drops papers that are indexed under another topic and mention this one incidentally', () => {
    const about = anArticle('5', {
      title: 'A trial of amlodipine.',
      mesh: ['Hypertension'],
      abstract: [{ text: 'Amlodipine was given. Hypertension was controlled in most. Deaths were few.' }],
    });
    const abstract = [
      {
        text: 'Survival was longer with the antibody. Responses were more frequent. Quality of life was better. Hypertension of grade 3 occurred in 14%.',
      },
    ];
    const aside = anArticle('6', { title: 'An antibody in cancer.', mesh: ['Neoplasms'], abstract });
    const unindexed = anArticle('7', { title: 'An antibody.', abstract });
    const chinese = anArticle('8', {
      title: 'Antibodies in cancer.',
      keywords: ['肝癌'],
      abstract: [
        { text: '联合组总生存期更长。客观缓解率更高。生活质量更好。高血压发生率为14%，未见其他差异。' },
      ],
    });
    const from = (articles: Article[]) => {
      const question = { facets: [['hypertension', '高血压']] };
      const ranking = rankArticles(fuseRankings([articles]), question, 2026);
      return selectPassages(ranking, {
        ...{ language: 'en', articlesMax: 10, perArticleMax: 1, wanted: new Set() },
      }).map(({ article }) => article.pmid);
    };
    assert.deepEqual(from([about, aside, unindexed, chinese]).sort(), ['5', '7']);
    // If nothing else mentions it, an incidental remark is better than nothing.
    assert.deepEqual(from([aside]), ['6']);
  });

  it('drops papers with low coverage and papers without an abstract', () => {
    assert.deepEqual(
      new Set(select([structured, offTopic, titleOnly]).map(({ article }) => article.pmid)),
      new Set(['1']),
    );
  });

  it('keeps a paper requested by number whatever its coverage', () => {
    const passages = select([structured, offTopic], { wanted: new Set([offTopic.pmid]) });
    assert.ok(passages.some(({ article }) => article.pmid === '3'));
  });

  it('numbers the passages and gives each one its position in the abstract', () => {
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

  it('never quotes a sentence about another drug than the question’s', () => {
    const question = {
      facets: [
        ['metformin', '二甲双胍'],
        ['cardiovascular', '心血管'],
        ['mortality', '死亡率'],
        ['type 2 diabetes', '2型糖尿病'],
      ],
      text: 'Does metformin reduce cardiovascular mortality in type 2 diabetes?',
    };
    const about = anArticle('21', {
      title: 'Metformin and cardiovascular mortality in type 2 diabetes.',
      abstract: [
        { label: 'CONCLUSIONS', text: 'Metformin lowered cardiovascular mortality in type 2 diabetes.' },
        { label: '摘要', text: '二甲双胍降低2型糖尿病患者的心血管死亡率。' },
      ],
    });
    const otherDrug = anArticle('22', {
      title: 'Finerenone and cardiovascular outcomes in type 2 diabetes.',
      abstract: [
        { label: 'RESULTS', text: 'Finerenone lowered cardiovascular mortality in type 2 diabetes.' },
        { label: '摘要', text: '非奈利酮降低2型糖尿病患者的心血管死亡率。' },
      ],
    });
    const ranking = rankArticles(fuseRankings([[otherDrug, about]]), question, 2026);
    for (const [language, quote] of [
      ['en', 'Metformin lowered cardiovascular mortality in type 2 diabetes.'],
      ['zh', '二甲双胍降低2型糖尿病患者的心血管死亡率。'],
    ] as const) {
      const passages = selectPassages(ranking, {
        ...{ language, articlesMax: 10, perArticleMax: 3, wanted: new Set() },
      });
      assert.deepEqual(
        passages.map(({ text }) => text),
        [quote],
      );
    }
  });

  it('keeps a contrary finding if more papers agree than fit', () => {
    const findings = [
      ...['Metformin lowered lactic acidosis in trials.', 'Metformin reduced lactic acidosis in adults.'],
      ...['Metformin decreased lactic acidosis in cohorts.', 'Metformin lowered lactic acidosis by half.'],
      'Metformin and lactic acidosis: there was no significant difference between groups in this registry of many hospitals.',
    ];
    const articles = findings.map((text, at) =>
      anArticle(`${31 + at}`, {
        title: at < 4 ? 'Metformin and lactic acidosis.' : 'A registry.',
        abstract: [{ text }],
      }),
    );
    const { ranked } = rankArticles(fuseRankings([articles]), { facets }, 2026);
    assert.equal(ranked.at(-1)?.article.pmid, '35');
    const kept = select(articles, { articlesMax: 4 }).map(({ article }) => article.pmid);
    assert.equal(kept.length, 4);
    assert.ok(kept.includes('35' as never));
    // If all findings agree, the best stay.
    assert.ok(
      !select(articles.slice(0, 4), { articlesMax: 3 }).some(({ text }) => /no significant/.test(text)),
    );
  });

  it('selects one of several duplicate records, in either language', () => {
    const preprint = { ...structured, pmid: anArticle('51').pmid, title: 'Metformin and lactic acidosis' };
    const other = { ...plain, title: structured.title };
    assert.deepEqual(
      select([structured, preprint, other])
        .map(({ article }) => article.pmid)
        .sort(),
      ['1', '2'],
    );
    const chinese = ['61', '62'].map((pmid) =>
      anArticle(pmid, {
        title: '二甲双胍与乳酸酸中毒',
        abstract: [{ text: '结论：二甲双胍未增加乳酸酸中毒风险。' }],
      }),
    );
    assert.equal(select(chinese, { language: 'zh' }).length, 1);
    // A question that names both by number gets both.
    const wanted = new Set(chinese.map(({ pmid }) => pmid));
    assert.equal(select(chinese, { language: 'zh', wanted }).length, 2);
  });

  it('keeps a contrary Chinese finding', () => {
    const texts = ['降低', '减少', '降低', '下降'].map(
      (word) => `二甲双胍使乳酸酸中毒的发生率${word}了一半。`,
    );
    const articles = [
      ...texts,
      '二甲双胍组与对照组的乳酸酸中毒发生率差异无统计学意义，这是一项大型登记研究的结果。',
    ].map((text, at) => anArticle(`${41 + at}`, { title: '二甲双胍与乳酸酸中毒。', abstract: [{ text }] }));
    const passages = select(articles, { language: 'zh', articlesMax: 4 });
    assert.ok(passages.some(({ text }) => text.includes('无统计学意义')));
  });

  it('keeps the best-scoring paper even if another covers more of the words', () => {
    const asked = [['knee pain'], ['women'], ['obesity'], ['arthritis'], ['fourteen years'], ['radiograph']];
    const best = anArticle('51', {
      title: 'Knee pain over fourteen years.',
      mesh: ['Middle Aged'],
      abstract: [{ text: 'Knee pain over fourteen years was predicted by body mass.' }],
    });
    const other = anArticle('52', {
      title: 'Radiograph of arthritis in obesity.',
      mesh: ['Rats'],
      abstract: [{ text: 'Obesity with arthritis on the radiograph, in rats. Knee pain was seen.' }],
    });
    const ranking = rankArticles(fuseRankings([[best, other]]), { facets: asked }, 2026);
    const ordered = {
      ...ranking,
      ranked: ranking.ranked.toSorted((x, y) => Number(x.article.pmid) - Number(y.article.pmid)),
    };
    const passages = selectPassages(ordered, {
      ...{ language: 'en', articlesMax: 10, perArticleMax: 1, wanted: new Set() },
    });
    assert.equal(passages[0]?.article.pmid, '51');
  });

  it('returns no passages for no articles', () => assert.deepEqual(select([]), []));

  it('locates every sentence of a structured abstract', () => {
    for (const { text, start, end } of abstractSentences(structured))
      assert.equal(abstractText(structured).slice(start, end), text);
    assert.equal(abstractSentences(structured).length, 5);
  });
});

describe('ranking', () => {
  it('ranks a paper about the whole question above one that repeats a word of it', () => {
    const repeats = anArticle('5', {
      abstract: [{ text: 'Metformin metformin metformin metformin metformin.' }],
    });
    const { ranked } = rankArticles(fuseRankings([[repeats, structured]]), { facets }, 2026);
    assert.deepEqual(
      ranked.map(({ article }) => article.pmid),
      ['1', '5'],
    );
  });

  it('prefers the stronger design and the newer paper among equal matches', () => {
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
    // Each in its own list, so that all have the same rank.
    const { ranked } = rankArticles(fuseRankings(articles.map((article) => [article])), { facets }, 2026);
    assert.deepEqual(
      ranked.map(({ article }) => article.pmid),
      ['13', '12', '11'],
    );
  });

  it('weights a facet by the frequency of its most common wording', () => {
    const statistics = {
      records: 100_000,
      documentFrequencies: new Map([
        ['metformin', 20_000],
        ['lactic', 60],
        ['acidosi', 90],
      ]),
    };
    const { weights } = rankArticles(fuseRankings([[structured]]), { facets }, 2026, statistics);
    assert.ok((weights[1] ?? 0) > (weights[0] ?? 0));
  });
});

describe('fusing the lists of several sources', () => {
  it('ranks records found by several sources first and lists each record once', () => {
    const fused = fuseRankings([
      [plain, structured],
      [structured, offTopic],
    ]);
    assert.deepEqual(
      fused.map(({ article }) => article.pmid),
      ['1', '2', '3'],
    );
  });

  it('keeps a retraction that only one source reports', () => {
    const notices = [{ citation: 'J Test. 2024:1' }];
    const [first] = fuseRankings([[structured], [{ ...structured, retracted: true, retractions: notices }]]);
    assert.equal(first?.article.retracted, true);
    assert.deepEqual(first?.article.retractions, notices);
  });
});
