import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { citedNumbers, removeCitationMarkers } from '@citewell/sdk/citation-markers';
import { offTopicText, type ReviewLie, reviewLies } from '@citewell/simulators/llm/llm-review-lies.ts';
import { assertCited, buildReviewApp, textUnder } from '../../testing/app/review-app.ts';
import { reviewArticles } from '../../testing/app/review-records.ts';

const question = 'Metformin and mortality in type 2 diabetes';
const chinese = '二甲双胍与2型糖尿病患者的死亡率';

/** Records of the topic; the first also contains an off-topic statement. */
const english = reviewArticles.map((article, at) =>
  at === 0
    ? { ...article, abstract: [...article.abstract, { label: 'CONCLUSIONS', text: `${offTopicText.en}.` }] }
    : article,
);
const chineseRows: [title: string, ...sections: [label: string, text: string][]][] = [
  [
    '二甲双胍与2型糖尿病患者死亡率的随机对照试验',
    ['方法', '将480例2型糖尿病患者随机分为二甲双胍组和安慰剂组。'],
    ['结果', '与安慰剂相比，二甲双胍降低2型糖尿病患者的死亡率（HR 0.66，95% CI 0.50～0.87）。'],
    ['结论', `二甲双胍可降低2型糖尿病患者的死亡率。${offTopicText.zh}。`],
  ],
  [
    '二甲双胍与2型糖尿病死亡率：队列研究',
    ['结果', '与安慰剂相比，二甲双胍未改变2型糖尿病患者的死亡率（HR 1.02，95% CI 0.94～1.11）。'],
    ['结论', '二甲双胍与2型糖尿病患者的死亡率无关。'],
  ],
  [
    '二甲双胍对2型糖尿病患者糖化血红蛋白的影响',
    ['结果', '二甲双胍使2型糖尿病患者的糖化血红蛋白降低1.1%。'],
    ['结论', '二甲双胍可降低2型糖尿病患者的糖化血红蛋白。'],
  ],
];
const inChinese = chineseRows.map(([title, ...sections], at) =>
  anArticle(String(2101 + at), {
    ...{ title, year: '2021', mesh: ['Metformin', 'Diabetes Mellitus, Type 2', 'Mortality'] },
    abstract: sections.map(([label, text]) => ({ label, text })),
  }),
);

/** Asserts that each cited sentence occurs verbatim in a record it cites, apart from its lead. */
function assertTrue({ sections, references }: ReviewResponse, records: readonly Article[]): void {
  const texts = new Map(
    records.map((record) => [record.pmid, plain(`${record.title} ${abstractText(record)}`)]),
  );
  for (const { heading, text } of sections)
    for (const line of text.split('\n').filter((each) => !/^\s*(?:#|\|)/.test(each)))
      for (const sentence of line.split(/(?<=\[\d+\][.。]?)\s*(?![[.。])/)) {
        const cited = citedNumbers(sentence).map(
          (n) => texts.get(references[n - 1]?.pmid as Article['pmid']) ?? '',
        );
        if (cited.length === 0) continue;
        const own = removeCitationMarkers(sentence).replace(/^\*\*[^*]+\*\* /, '');
        const quotes = [...own.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote);
        for (const claim of quotes.length > 0
          ? quotes
          : [own.replace(/^(?:In one study, |In contrast, |与此相反，)/, '')])
          assert.ok(
            cited.some((record) => record.includes(plain(claim).replace(/\.$/, ''))),
            `${heading}: ${sentence}`,
          );
      }
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[。；]/g, '.')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Words that each lie would have shown to the reader, in both languages. */
const false_: Record<ReviewLie, RegExp> = {
  'false themes': /aspirin|hip fracture|阿司匹林|### 骨折/i,
  'false disagreements': /in contrast|与此相反/i,
  'off-topic conclusions': /magnesium|血清镁/i,
  'invented numbers': /\b(?:487|0\.79|1\.15|1\.24|19%|3,?217|3217)\b|487例|1\.23%/,
  'wrong evidence': /(?!)/,
  'reversed findings': /metformin increased|metformin raised|was associated with lower mortality|升高/i,
  'wrong cells': /\| adults \| adults/i,
  'another topic': /aspirin|阿司匹林/i,
};

describe('a review by a lying model', () => {
  for (const [language, topic, articles] of [
    ['en', question, english],
    ['zh', chinese, inChinese],
  ] as const)
    for (const lie of [undefined, ...(Object.keys(reviewLies) as ReviewLie[])])
      it(`contains nothing false: ${lie ?? 'none'}, in ${language}`, async (t) => {
        const { post, llm } = await buildReviewApp(t, { model: true, articles });
        llm?.lieInReviews(lie);
        const reply = await post('expert', { question: topic, include: ['comparison'] });
        assert.equal(reply.statusCode, 200);
        const review = reply.json() as ReviewResponse;
        assert.ok(review.references.length >= 3);
        assertCited(review);
        assertTrue(review, articles);
        if (lie === undefined) return;
        const isConclusion = lie === 'off-topic conclusions';
        const shown = isConclusion
          ? textUnder(review, language === 'zh' ? '结论' : 'Conclusion') +
            textUnder(review, language === 'zh' ? '摘要' : 'Abstract')
          : review.sections
              .filter(({ heading }) => !/^(?:Conflicting evidence|相互矛盾的证据)$/.test(heading))
              .map(({ text }) => text)
              .join('\n');
        assert.doesNotMatch(shown, false_[lie]);
        assert.match(review.title, language === 'zh' ? /二甲双胍/ : /metformin/i);
        for (const row of review.comparison ?? []) {
          assert.notEqual(row.population?.text.toLowerCase(), 'metformin');
          assert.notEqual(row.outcome?.text.toLowerCase(), 'metformin');
          assert.notEqual(row.intervention?.text.toLowerCase(), 'adults');
        }
      });

  it('lists no finding under a theme of another outcome', async (t) => {
    const { post, llm } = await buildReviewApp(t, { model: true, articles: english });
    llm?.lieInReviews('false themes');
    const { review } = (await post('expert', { question })).json() as ReviewResponse;
    const mortality = review.split(/^### /m).filter((part) => part.startsWith('Mortality\n'));
    for (const part of mortality) assert.doesNotMatch(part, /HbA1c/);
  });
});
