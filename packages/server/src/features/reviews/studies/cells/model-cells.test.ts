import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp } from '../../../../testing/app/review-app.ts';
import { namesTreatment } from './names-treatment.ts';

/** Title, what a model gives for the intervention, and the cell shown. */
const rows: readonly [title: string, words: string, cell: string | null][] = [
  // Pieces of a phrase: its first words, its last, and a part of a list.
  ['Twenty-four hour telemonitoring in heart failure.', 'Twenty-four hour', null],
  ['Tolerance rather than withdrawal in heart failure.', 'Tolerance rather', null],
  ['Low-dose digoxin tablets in heart failure: a register.', 'digoxin tablets', null],
  ['Weight loss surgery in heart failure: a register.', 'surgery', null],
  ['Iron and Papanicolaou tests in heart failure.', 'Iron and Papanicolaou', null],
  // Sentences.
  [
    'Urinary albumin detection forecasts death risk in heart failure.',
    'Urinary albumin detection forecasts death risk',
    null,
  ],
  [
    'Helicobacter infection triggers aberrant expression of deaminase in heart failure.',
    'Helicobacter infection triggers aberrant expression of deaminase',
    null,
  ],
  // Words that begin a question, and bare words.
  ['May telemonitoring replace visits in heart failure?', 'May telemonitoring', null],
  ['Variants in the ADRB1 gene and heart failure.', 'Variants', null],
  [
    'Association of Ivabradine With Treatment Response in heart failure.',
    'Ivabradine With Treatment Response',
    'Ivabradine',
  ],
  // Results, and words on what was asked.
  ['Residual lifetime risk in heart failure.', 'Residual lifetime risk', null],
  ['Evidence regarding ivabradine in heart failure.', 'Evidence regarding', null],
  ['The benefits of ivabradine in heart failure.', 'The benefits of ivabradine', 'ivabradine'],
  ['Efficacy of ivabradine in heart failure.', 'Efficacy of', 'ivabradine'],
  // No treatment and no exposure.
  ['The progression to heart failure.', 'The progression', null],
  ['Quality of life in patients with advanced heart failure.', 'Quality of life', null],
  ['Clinical epidemiology of heart failure.', 'Clinical epidemiology of heart failure.', null],
  ['Sex-based differences in heart failure.', 'Sex-based differences', null],
  ['Preservation of myocyte function in heart failure.', 'Preservation of myocyte function', null],
  ['Heart failure, ten years later.', 'Heart failure', null],
  // The rules' own words say more, or less.
  ['Effects of oral iron supplements on heart failure.', 'iron supplements', 'oral iron supplements'],
  ['Sacubitril valsartan and heart failure.', 'Sacubitril valsartan', 'Sacubitril valsartan'],
  ['Telemonitoring at home for heart failure.', 'Telemonitoring at home', 'Telemonitoring at home'],
];

describe('a treatment or an exposure', () => {
  for (const [phrase, topic, isNamed] of [
    ['Neoadjuvant androgen ablation before radical prostatectomy', ['prostate cancer'], true],
    ['Roux-en-Y gastric bypass', ['diabetes'], true],
    ['Mammographic density', ['breast cancer'], true],
    ['Fruit consumption', ['type 2 diabetes'], true],
    ['carvedilol', ['heart failure'], true],
    ['Type 2 diabetes', ['breast cancer'], true],
    ['Diabetes', ['gestational diabetes'], false],
    ['Breast cancer', ['乳腺癌', 'breast cancer'], false],
    ['parity increase insulin resistance', ['gestational diabetes'], false],
    ['Trabecular bone score as an indicator', ['osteoporosis'], false],
    ['Breast cancer risk factors', ['breast cancer'], false],
    ["Ten years' experience with alendronate", ['osteoporosis'], false],
    ['阿托伐他汀', ['他汀', 'statin'], true],
    ['生活质量', ['心力衰竭', 'heart failure'], false],
    ['流行病学', ['心力衰竭', 'heart failure'], false],
  ] as const)
    it(`is told from other phrases: ${phrase}`, () => {
      assert.equal(namesTreatment(phrase, [topic]), isNamed);
    });
});

describe('the intervention that a model names in the comparison table', () => {
  for (const language of ['en', 'zh'] as const)
    it(`is a complete noun phrase of the record, or the rules' own: ${language}`, {
      tags: ['event.comparison'],
    }, async (t) => {
      const articles = rows.map(([title], at) =>
        anArticle(`67${10 + at}`, {
          title,
          abstract: [
            { label: 'METHODS', text: 'We followed 210 patients with heart failure.' },
            { label: 'RESULTS', text: 'Fewer patients with heart failure died (HR 0.77, 95% CI 0.70-0.85).' },
            { label: 'CONCLUSION', text: 'Heart failure needs care.' },
          ],
        }),
      );
      const { post, llm } = await buildReviewApp(t, { articles, model: true });
      const studies = rows.map(([, intervention], at) => ({
        ...{ pmid: `67${10 + at}`, population: '', intervention, outcome: '' },
      }));
      llm?.setScript({ text: JSON.stringify({ studies }) }, 'studies');
      const reply = await post('expert', {
        ...{ question: 'Heart failure', lang: language, max_refs: 30, include: ['comparison'] },
      });
      const { comparison } = reply.json() as ReviewResponse;
      for (const [at, [title, words, cell]] of rows.entries()) {
        const row = comparison?.find(({ pmid }) => pmid === `67${10 + at}`);
        assert.ok(row, title);
        assert.equal(row.intervention?.text ?? null, cell, words);
      }
    });
});
