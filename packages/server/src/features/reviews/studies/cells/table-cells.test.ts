import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp, textUnder } from '../../../../testing/app/review-app.ts';

const people =
  'adults aged 65 years or older who were hospitalised with decompensated heart failure and impaired renal function';

/** Sentences with an effect, and the text of its cell: none if no comparison is stated. */
const rows: readonly [sentence: string, comparator: string | null, effect: string | null][] = [
  [
    'Survival after heart failure was worse among men than women (relative risk, 1.33; 95% CI, 1.24-1.43; P<.001) but rose over time.',
    null,
    'Survival after heart failure was worse among men than women (relative risk, 1.33; 95% CI, 1.24-1.43; P<.001)',
  ],
  [
    'Digoxin reduced mortality in heart failure (HR 0.77 [95% CI 0.70-0.85]).',
    null,
    'Digoxin reduced mortality in heart failure (HR 0.77 [95% CI 0.70-0.85])',
  ],
  [
    'Mortality was lower with digoxin compared with placebo in heart failure, HR 0.77 (95% CI, 0.70-0.85; P = .01).',
    'placebo',
    'Mortality was lower with digoxin compared with placebo in heart failure, HR 0.77 (95% CI, 0.70-0.85; P = .01)',
  ],
  [
    'Exposed infants with heart failure had a lower death rate (14.2% vs 18.5% ; OR, 0.73 [95% CI, 0.54 to 0.98]; ARR, 4.3 [95% CI, 0.3 to 8.3]).',
    null,
    'Exposed infants with heart failure had a lower death rate (14.2% vs 18.5% ; OR, 0.73 [95% CI, 0.54 to 0.98]; ARR, 4.3 [95% CI, 0.3 to 8.3])',
  ],
  [
    `In heart failure it fell by 6 micromol/L (25.8%; P < .001) with vitamins and by 0.4 micromol/L (1.7%; P = .14) with ${'a tablet of nothing at all, '.repeat(6)}but there was no reduction of mortality (448 deaths vs 436 deaths) (hazard ratio, 1.04; 95% CI, 0.91-1.18).`,
    null,
    null,
  ],
  ['For mortality in heart failure the hazard ratio was 1.20 (95% CI 1.10-1.40).', null, null],
];

/** Titles and sentences of methods, with their cells for intervention and population. */
const scraps: readonly [
  title: string,
  methods: string,
  intervention: string | null,
  population: string | null,
][] = [
  // A question's first words, and a word that belongs to the verb.
  ['Is there an intrauterine influence on heart failure?', 'We asked.', null, null],
  [
    'Does preoperative anemia adversely affect outcomes of heart failure?',
    'We enrolled 12 patients with cancer diagnosed in two towns.',
    'preoperative anemia',
    'patients with cancer',
  ],
  [
    'Is prophylactic surgery a cost-effective method to prevent heart failure?',
    'We asked.',
    'prophylactic surgery',
    null,
  ],
  ['Does early treatment shorten time to heart failure?', 'We asked.', null, null],
  // An adjective without its noun.
  [
    'Maternal and perinatal outcome in heart failure.',
    'We studied patients with advanced, old disease.',
    null,
    null,
  ],
  [
    'Efficacy of a 6-month versus 9-month regimen in heart failure: a trial.',
    'We enrolled children with communicating (open) shunts.',
    null,
    null,
  ],
  // A list that is cut before its last item.
  [
    'Association between obesity, salt and heart failure.',
    'We treated 20 patients with ergocalciferol.',
    null,
    null,
  ],
  // Verbs and their complements.
  [
    'Nitrite protects against morbidity and mortality in heart failure.',
    'A total of 300 adults with chronic functional limitations changed their use of care.',
    null,
    'adults with chronic functional limitations',
  ],
  [
    'Heart failure in four databases.',
    'We enrolled patients with a history of adenoma in four large databases.',
    null,
    'patients with a history of adenoma',
  ],
  [
    'Integrating nutrition with treatment of people living with HIV and heart failure: lessons.',
    'We studied people with newly diagnosed heart failure.',
    null,
    'people with newly diagnosed heart failure',
  ],
  ['Heart failure and stones.', 'We enrolled patients with 208 stones.', null, null],
];

/** Results of studies of digoxin in heart failure on mortality, and the effect shown for each. */
const parts: readonly [results: string, effect: string | null][] = [
  // The main effect after that of a subgroup.
  [
    'Among women, mortality was lower with digoxin (HR 0.60, 95% CI 0.40-0.90). Overall, digoxin reduced mortality (HR 0.80, 95% CI 0.70-0.90).',
    'Overall, digoxin reduced mortality (HR 0.80, 95% CI 0.70-0.90)',
  ],
  // A secondary outcome before the primary one.
  [
    'Digoxin reduced falls (HR 0.50, 95% CI 0.30-0.80). Digoxin reduced mortality (HR 0.70, 95% CI 0.60-0.85).',
    'Digoxin reduced mortality (HR 0.70, 95% CI 0.60-0.85)',
  ],
  // A subgroup alone, named before or after; the comparison has its own column.
  [
    'Among smokers, mortality was lower with digoxin compared with placebo, HR 0.60 (95% CI 0.40-0.90).',
    'Among smokers, mortality was lower with digoxin compared with placebo, HR 0.60 (95% CI 0.40-0.90)',
  ],
  [
    'Digoxin reduced mortality (HR 0.60, 95% CI 0.40-0.90) in women who smoked.',
    'Digoxin reduced mortality (HR 0.60, 95% CI 0.40-0.90) in women who smoked',
  ],
  // The groups that are compared are not subgroups.
  [
    'Mortality was higher among men than women (HR 1.30, 95% CI 1.10-1.50).',
    'Mortality was higher among men than women (HR 1.30, 95% CI 1.10-1.50)',
  ],
  // Plainly stated, in other forms.
  [
    'Digoxin had a combined hazard ratio for mortality of 0.69 (95% CI 0.56 to 0.84) compared with the control group.',
    'Digoxin had a combined hazard ratio for mortality of 0.69 (95% CI 0.56 to 0.84) compared with the control group',
  ],
  [
    'Digoxin was associated with lower adjusted 30-day mortality (odds ratio, 0.87; 95% CI, 0.76 to 0.99).',
    'Digoxin was associated with lower adjusted 30-day mortality (odds ratio, 0.87; 95% CI, 0.76 to 0.99)',
  ],
  [
    'Compared with placebo, digoxin had no effect on mortality (active and placebo groups, 9.1 and 9.5 events per 1000 person-years; hazard ratio [HR], 0.97; 95% CI, 0.85-1.09).',
    'Compared with placebo, digoxin had no effect on mortality (active and placebo groups, 9.1 and 9.5 events per 1000 person-years; hazard ratio [HR], 0.97; 95% CI, 0.85-1.09)',
  ],
  // The effect for a period or a class of the disease is shown with its contrast, and after the main effect.
  [
    'Digoxin reduced mortality compared with placebo in the first 10 years (RR 0.75, 0.58-0.97) but not thereafter (RR 1.02, 0.80-1.30).',
    'Digoxin reduced mortality compared with placebo in the first 10 years (RR 0.75, 0.58-0.97) but not thereafter (RR 1.02, 0.80-1.30)',
  ],
  [
    'In HFrEF, mortality was higher among women than men (OR 1.15; 95% CI, 1.06-1.24), whereas in HFpEF (OR 0.77; 95% CI, 0.63-0.95) it was lower.',
    'In HFrEF, mortality was higher among women than men (OR 1.15; 95% CI, 1.06-1.24), whereas in HFpEF (OR 0.77; 95% CI, 0.63-0.95) it was lower',
  ],
  [
    'The rate ratio for mortality was 0.88 (95% CI 0.74-1.04). Digoxin reduced mortality in the first 10 years (RR 0.75, 95% CI 0.58-0.97).',
    null,
  ],
  // A period after the effect, which stands in a bracket with that of the next period, or alone.
  [
    'The reductions in mortality with digoxin appeared to be less extreme before than after year 10 (mortality rate ratio [RR] 0·90 [95% CI 0·79–1·02] during years 5–9 and 0·75 [0·62–0·90] in later years; heart failure mortality RR 0·97 [0·79–1·18] during years 5–9 and 0·71 [0·58–0·88] in later years).',
    'The reductions in mortality with digoxin appeared to be less extreme before than after year 10 (mortality rate ratio [RR] 0·90 [95% CI 0·79–1·02] during years 5–9 and 0·75 [0·62–0·90] in later years; heart failure mortality RR 0·97 [0·79–1·18] during years 5–9 and 0·71 [0·58–0·88] in later years)',
  ],
  [
    'The reductions in mortality with digoxin were less extreme before than after year 10 (mortality rate ratio [RR] 0·90 [95% CI 0·79–1·02] during years 5–9 and 0·75 [0·62–0·90] in later years).',
    'The reductions in mortality with digoxin were less extreme before than after year 10 (mortality rate ratio [RR] 0·90 [95% CI 0·79–1·02] during years 5–9 and 0·75 [0·62–0·90] in later years)',
  ],
  [
    'Digoxin reduced mortality (RR 0.75, 95% CI 0.58-0.97) in the first two years. Digoxin was associated with similar mortality (RR 0.98, 95% CI 0.91-1.06).',
    'Digoxin was associated with similar mortality (RR 0.98, 95% CI 0.91-1.06)',
  ],
  [
    'Digoxin reduced mortality compared with placebo, RR 0.75 (95% CI 0.58-0.97) from year 5 onwards.',
    'Digoxin reduced mortality compared with placebo, RR 0.75 (95% CI 0.58-0.97) from year 5 onwards',
  ],
  // After the effect of another outcome in the same sentence, the figure would be ambiguous.
  [
    'In all patients, digoxin was associated with lower rates of falls (RR 0.71, 95% CI 0.55-0.92) and mortality (RR 0.80, 95% CI 0.66-0.96).',
    null,
  ],
  // A label in the text is not a part of an effect.
  [
    'RESULTS Digoxin was associated with lower mortality (RR 0.80, 95% CI 0.66-0.96).',
    'Digoxin was associated with lower mortality (RR 0.80, 95% CI 0.66-0.96)',
  ],
  [
    'Digoxin reduced the risk of mortality (Relative Risk (RR) 0.68; 95% Confidence interval (CI) 0.54 to 0.87).',
    'Digoxin reduced the risk of mortality (Relative Risk (RR) 0.68; 95% Confidence interval (CI) 0.54 to 0.87)',
  ],
];

describe('the comparison table', () => {
  for (const language of ['en', 'zh'] as const)
    it(`shows an effect with its whole comparison, or none (${language})`, {
      tags: ['event.comparison'],
    }, async (t) => {
      const articles = rows.map(([sentence], at) =>
        anArticle(`64${10 + at}`, {
          title: `Heart failure, study ${at}.`,
          abstract: [
            { text: `We studied heart failure in ${people}. ${sentence} Heart failure needs care.` },
          ],
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const review = (
        await post('expert', { question: 'Heart failure', lang: language, include: ['comparison'] })
      ).json() as ReviewResponse;
      for (const [at, [, comparator, effect]] of rows.entries()) {
        const row = review.comparison?.find(({ pmid }) => pmid === `64${10 + at}`);
        assert.ok(row);
        assert.equal(row.comparator?.text ?? null, comparator);
        assert.equal(row.effect?.text ?? null, effect);
        const text = articles[at] && abstractText(articles[at]);
        if (row.effect) assert.equal(text?.slice(row.effect.start, row.effect.end), effect);
      }
      const table = textUnder(review, language === 'en' ? 'Comparison of the studies' : '研究比较');
      for (const [, , effect] of rows) if (effect) assert.ok(table.includes(`| ${effect} |`), effect);
      for (const line of table.split('\n').filter((each) => each.includes('…')))
        for (const cut of line.match(/[\p{L}\p{N}-]+(?=…)/gu) ?? [])
          assert.ok(new RegExp(`\\b${cut}\\b`).test(people), cut);
    });

  for (const [language, size, limit] of [
    ['en', '933', '- No single sample size could be read from the abstracts of 2 of the 3 studies.'],
    ['zh', '933', '- 3 项研究中有 2 项无法从摘要中读出唯一的样本量。'],
  ] as const)
    it(`shows sample sizes given in words, and reports how many studies have an unknown one (${language})`, async (t) => {
      const articles = [
        'Nine hundred thirty-three patients with heart failure were enrolled.',
        'We enrolled 412 patients with heart failure. We enrolled 390 patients with heart failure.',
        'Heart failure was looked at in patients of all ages.',
      ].map((text, at) =>
        anArticle(`65${10 + at}`, {
          title: `Heart failure, study ${at}.`,
          abstract: [{ text: `${text} Heart failure was common.` }],
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const { review } = (
        await post('expert', { question: 'Heart failure', lang: language })
      ).json() as ReviewResponse;
      assert.ok(review.includes(`| ${size} |`), review);
      assert.ok(review.includes(limit), review);
    });

  for (const language of ['en', 'zh'] as const)
    it(`contains whole names and no fragments of sentences (${language})`, {
      tags: ['event.comparison'],
    }, async (t) => {
      const articles = scraps.map(([title, sentence], at) =>
        anArticle(`65${10 + at}`, {
          title,
          abstract: [{ text: `${sentence} Heart failure was looked for. Heart failure needs care.` }],
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const review = (
        await post('expert', {
          question: 'Heart failure',
          lang: language,
          max_refs: 30,
          include: ['comparison'],
        })
      ).json() as ReviewResponse;
      for (const [at, [title, , intervention, population]] of scraps.entries()) {
        const row = review.comparison?.find(({ pmid }) => pmid === `65${10 + at}`);
        assert.ok(row, title);
        assert.equal(row.intervention?.text ?? null, intervention, title);
        assert.equal(row.population?.text ?? null, population, title);
      }
    });

  for (const language of ['en', 'zh'] as const)
    it(`shows the main effect first, and that of a subgroup only with its population (${language})`, {
      tags: ['event.comparison'],
    }, async (t) => {
      const articles = parts.map(([results], at) =>
        anArticle(`66${10 + at}`, {
          title: `Digoxin in heart failure, mortality in study ${at}.`,
          abstract: [
            { label: 'METHODS', text: `We gave digoxin to ${people}.` },
            { label: 'RESULTS', text: results },
            { label: 'CONCLUSION', text: 'Heart failure needs care.' },
          ],
        }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const review = (
        await post('expert', {
          ...{ question: 'Heart failure', lang: language, include: ['comparison', 'figures'] },
        })
      ).json() as ReviewResponse;
      for (const [at, [results, effect]] of parts.entries()) {
        const row = review.comparison?.find(({ pmid }) => pmid === `66${10 + at}`);
        assert.ok(row, results);
        assert.equal(row.effect?.text ?? null, effect, results);
      }
    });
});
