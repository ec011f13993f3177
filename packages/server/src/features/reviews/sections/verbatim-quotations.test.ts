import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { readBlocks } from '../../../documents/blocks.ts';
import { escapeMarks, withoutEscapes } from '../../../documents/markdown.ts';
import { buildReviewApp } from '../../../testing/app/review-app.ts';

const topics = { en: 'Alcohol and hypertension', zh: '饮酒与高血压' } as const;
/** Conclusions and effects with marks that Markdown has a meaning for. */
const records = {
  en: [
    [
      'Alcohol and hypertension by genotype.',
      'RESULTS Hypertension was more common with alcohol in *1*1 than in *2*2 homozygotes (odds ratio 2.42, 95% CI 1.66 to 3.55). CONCLUSIONS Alcohol raised the risk of hypertension in _all_ carriers of *1 with `wild` alleles, [HR](1.2) and a\\*b.',
    ],
    ['Alcohol and hypertension in towns.', 'CONCLUSIONS Alcohol was associated with hypertension.'],
    ['Alcohol and hypertension at sea.', 'CONCLUSIONS Alcohol raised the risk of hypertension.'],
  ],
  zh: [
    [
      '基因型、饮酒与高血压',
      '结果：饮酒者中*1*1型较*2*2型高血压更多（比值比2.42，95%置信区间1.66-3.55）。结论：饮酒使携带*1和`野生`等位基因者_全部_高血压风险升高，[HR](1.2)和a\\*b。',
    ],
    ['城镇居民饮酒与高血压', '结论：饮酒与高血压相关。'],
    ['船员饮酒与高血压', '结论：饮酒使高血压风险升高。'],
  ],
} as const;

/** Words of a document as a reader sees them. */
const shownIn = (markdown: string) =>
  readBlocks(markdown)
    .flatMap((block) => (block.kind === 'table' ? [block.head, ...block.rows].flat(2) : block.content))
    .map((piece) => ('text' in piece ? piece.text : `[${piece.ordinal}]`))
    .join('');

describe('a quotation with marks of Markdown', { concurrency: 2 }, () => {
  for (const language of ['en', 'zh'] as const)
    it(`is shown word for word in a document and in its table: ${language}`, async (t) => {
      const articles = records[language].map(([title, text], at) =>
        anArticle(`77${10 + at}`, { title, abstract: [{ text }] }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const body = { question: topics[language], include: ['comparison', 'verification'] };
      const review = (await post('expert', body)).json() as ReviewResponse;
      const shown = shownIn(review.review);
      const concluded =
        language === 'en'
          ? 'in _all_ carriers of *1 with `wild` alleles, [HR](1.2) and a\\*b'
          : '携带*1和`野生`等位基因者_全部_高血压风险升高，[HR](1.2)和a\\*b';
      assert.ok(shown.includes(concluded), shown);
      const effect = review.comparison?.find(({ pmid }) => pmid === '7710')?.effect?.text ?? '';
      assert.match(effect, /\*1\*1.*\*2\*2/);
      assert.ok(shown.split(effect).length > 1, shown);
      const verified = JSON.stringify(review.verification);
      assert.ok(!verified.includes('\\\\*1'), verified);
    });

  it('is escaped only where a mark would change it', () => {
    for (const [text, escaped] of [
      ['*2*2 homozygotes', '\\*2\\*2 homozygotes'],
      ['HR 0.80 [95% CI 0.70-0.91], snake_case', 'HR 0.80 [95% CI 0.70-0.91], snake_case'],
      ['_emphasis_ and `code`', '\\_emphasis\\_ and \\`code\\`'],
      ['see [HR](1.2)', 'see \\[HR](1.2)'],
      ['5% \\ 6', '5% \\ 6'],
      ['基因型*1*1与*2*2', '基因型\\*1\\*1与\\*2\\*2'],
    ] as const) {
      assert.equal(escapeMarks(text), escaped);
      assert.equal(withoutEscapes(escapeMarks(text)).replace('\\[', '['), text);
      assert.equal(shownIn(escapeMarks(text)), text);
    }
  });
});
