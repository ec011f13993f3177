import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp } from '../../../../testing/app/review-app.ts';

type Cells = Partial<Record<'population' | 'n' | 'intervention', string | null>>;

/** Records that name others than those of the whole study, or a part of what it looked at; null for a dash. */
const rows: readonly [title: string, text: string, cells: Cells][] = [
  [
    'Digoxin and deaths in heart failure.',
    'Methods: Women with gestational diabetes were excluded from this cohort with heart failure.',
    { population: null },
  ],
  [
    'Digoxin levels in heart failure.',
    'Methods: In heart failure, 2702 women and 1398 men aged 30 years or older were recruited.',
    { population: null },
  ],
  [
    'Digoxin and the heart failure score.',
    'Methods: A group of 420 women with normal hearts were enrolled as control group beside heart failure.',
    { population: null },
  ],
  [
    'Digoxin and care in heart failure.',
    'Participants with heart failure were randomized to digoxin (n = 96) or usual care (n = 96).',
    { n: null },
  ],
  [
    'Digoxin for heart failure in HIV-infected patients with tuberculosis.',
    'We gave it in heart failure.',
    { population: 'HIV-infected patients with tuberculosis' },
  ],
  [
    'Association of digoxin and diuretic use with risk of heart failure.',
    'We looked at heart failure.',
    { intervention: 'digoxin and diuretic use' },
  ],
  [
    'The effect of potassium levels on digoxin treatment in heart failure.',
    'We looked at heart failure.',
    { intervention: null },
  ],
  [
    'Digoxin in heart failure: an overview.',
    'An analysis of patients with a history of stroke told of heart failure.',
    { population: null },
  ],
];

describe('a cell on a population or an intervention', () => {
  for (const [language, topic] of [
    ['en', 'Heart failure'],
    ['zh', '心力衰竭'],
  ] as const)
    it(`names the whole study and nobody else (${language})`, async (t) => {
      const articles = rows.map(([title, text], at) =>
        anArticle(`73${10 + at}`, { title, abstract: [{ text: `${text} Heart failure needs care.` }] }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const { comparison = [] } = (
        await post('expert', { question: topic, lang: language, include: ['comparison'] })
      ).json() as ReviewResponse;
      for (const [at, [title, , cells]] of rows.entries()) {
        const row = comparison.find(({ pmid }) => pmid === `73${10 + at}`);
        assert.ok(row, title);
        for (const [name, text] of Object.entries(cells))
          assert.equal(row[name as keyof typeof cells]?.text ?? null, text, `${title} ${name}`);
      }
    });
});
