import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp } from '../../../testing/app/review-app.ts';

type Cells = Partial<Record<'intervention' | 'comparator' | 'outcome', string | null>>;

/** Records that compare two interventions, or report one outcome of many; null for a dash. */
const rows: readonly [title: string, text: string, cells: Cells][] = [
  [
    'Digoxin and bed rest for heart failure: a randomized controlled trial.',
    'INTERVENTIONS Bed rest with a diet vs oral digoxin in heart failure. RESULTS Patients differed.',
    { intervention: 'Digoxin', comparator: 'bed rest' },
  ],
  [
    'Digoxin plus bed rest and salt for heart failure: a randomized controlled trial.',
    'INTERVENTIONS Salt vs digoxin plus bed rest in heart failure. RESULTS Patients differed.',
    { intervention: 'Digoxin plus bed rest and salt' },
  ],
  [
    'Digoxin and torasemide for heart failure: a randomized controlled trial.',
    'INTERVENTIONS Both or nothing in heart failure. RESULTS Patients differed.',
    { intervention: 'Digoxin and torasemide' },
  ],
  [
    'Multicenter phase II study of digoxin in patients with heart failure.',
    'METHODS It was given. RESULTS Heart failure changed.',
    { intervention: 'digoxin' },
  ],
  [
    'Effect of digoxin on bleeding in heart failure: a meta-analysis of randomized trials.',
    'METHODS We pooled trials of digoxin versus captopril for heart failure. RESULTS Reoperation for bleeding in heart failure was more than doubled by digoxin (relative risk, 2.24; 95% CI, 1.14-4.40; P = .020).',
    { intervention: 'digoxin', comparator: 'captopril' },
  ],
  [
    'Effect of digoxin on falls in heart failure: a meta-analysis of randomized trials.',
    'METHODS We pooled trials of digoxin versus captopril and of digoxin versus enalapril in heart failure. RESULTS Falls in heart failure were doubled by digoxin (relative risk, 2.24; 95% CI, 1.14-4.40; P = .020).',
    { intervention: 'digoxin', comparator: null },
  ],
  [
    'Efficacy of a 6-month versus 9-month regimen of digoxin in heart failure: a randomized trial.',
    'METHODS It was given for heart failure. RESULTS Heart failure changed.',
    { intervention: null, comparator: null },
  ],
  [
    'Prophylaxis of falls in heart failure: a systematic review of randomized trials.',
    'METHODS Trials in heart failure were sought. RESULTS Heart failure changed.',
    { intervention: null },
  ],
  [
    'Contemporary care in heart failure.',
    'OBJECTIVE To compare care in heart failure. RESULTS Those with heart failure were more likely to have rashes (aOR, 3.0; 95% CI, 2.0-4.5), or long leave (aOR, 4.6; 95% CI, 3.1-7.0); their children were more likely to have colic (aOR, 8.2; 95% CI, 3.6-18.7), hypoglycaemia (aOR, 10.3; 95% CI, 6.8-15.6), jaundice (aOR, 5.1; 95% CI, 3.3-7.7), respiratory distress (aOR, 2.5; 95% CI, 1.4-4.4) or to suffer perinatal death (aOR, 4.3; 95% CI, 1.9-9.9).',
    { outcome: null },
  ],
];

describe('the cells of a comparison', () => {
  for (const [language, topic] of [
    ['en', 'Heart failure'],
    ['zh', '心力衰竭'],
  ] as const)
    it(`distinguish its two sides, and name no chance outcome (${language})`, async (t) => {
      const articles = rows.map(([title, text], at) =>
        anArticle(`74${10 + at}`, { title, abstract: [{ text: `${text} Heart failure needs care.` }] }),
      );
      const { post } = await buildReviewApp(t, { articles });
      const reply = await post('expert', {
        ...{ question: topic, lang: language, max_refs: rows.length },
        include: ['comparison'],
      });
      const { comparison = [] } = reply.json() as ReviewResponse;
      assert.equal(comparison.length, rows.length);
      for (const [at, [title, , cells]] of rows.entries()) {
        const row = comparison.find(({ pmid }) => pmid === `74${10 + at}`);
        for (const [name, text] of Object.entries(cells))
          assert.equal(row?.[name as keyof Cells]?.text ?? null, text, `${title} ${name}`);
      }
    });
});
