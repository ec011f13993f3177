import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Verdict } from '../classifier/classify.ts';
import { estimateSupport } from '../estimate.ts';

const abstracts = {
  trial:
    'RESULTS: Antibodies against EBNA-1, but not those against VCA and CMV, were significantly reduced by vitamin D3. Rash was the most common adverse event. Skin neoplasms were not observed. We could also report that compression therapy is superior to cold packs in terms of knee swelling.',
  cells:
    'After blocking CD36 with an inhibitor, release of IL-1β was downregulated and podocyte injury was alleviated. After stimulation with leptin we found aggravated podocyte injury, increased expression of CD36 and released IL-1β.',
  bones:
    'Background: Patients with myeloma receive radiotherapy.ResultsIn both targeted and non-targeted vertebrae, bone density increased over time (P = .002).ConclusionFollowing radiation, bone density increased in patients with myeloma.',
  aldosterone:
    'Primary aldosteronism is a highly prevalent syndrome that can be adequately treated with mineralocorticoid receptor antagonists. Unfortunately, primary aldosteronism is rarely diagnosed.',
  air: 'METHODS: We followed 5 million residents of Ontario. RESULTS: Fine particles were associated with the incidence of atrial fibrillation (HR 1.03; 95% CI 1.01 to 1.04).',
  oximetry:
    'CONCLUSION: An oxygen desaturation index < 5 predicts sleep apnea with high sensitivity and specificity in adults.',
  diet: 'RESULTS: A decrease in the intake of saturated fat was found, with an increase of unsaturated fat and an increase in the intake of iron. Wall thickness was identical in cases and controls despite lower cholesterol in cases. Body mass index was measured with the same method. CONCLUSION: The diet cannot be recommended for the prevention of gallstones.',
  thresholds:
    'RESULTS: At 150 msec, thresholds did not differ between patients and controls. At 300 msec, thresholds were higher in patients than in controls. Mortality was higher in women than in men. Weight loss after surgery did not differ between the groups. No patient had an elevated level of troponin.',
  unusual:
    'OBJECTIVES: Thyroid storm is an emergency. SUMMARY: Thirty patients received treatment with four components; however, mortality was not significantly reduced by treatment with four components.',
} as const;

const cases: [keyof typeof abstracts, Verdict | 'refused' | 'accepted', ...string[]][] = [
  // What an exception denies.
  [
    'trial',
    'deviates',
    'Vitamin D3 significantly reduced antibodies against CMV.',
    '维生素D3显著降低了抗CMV抗体。',
  ],
  ['trial', 'accepted', 'Antibodies against CMV were not reduced by vitamin D3.'],
  ['trial', 'supported', 'Vitamin D3 significantly reduced antibodies against EBNA-1.'],
  // How often something was seen.
  ['trial', 'deviates', 'Skin neoplasms were common.', '皮肤肿瘤很常见。'],
  ['trial', 'supported', 'Skin neoplasms were not observed.'],
  ['aldosterone', 'deviates', 'Primary aldosteronism is usually diagnosed.'],
  ['aldosterone', 'refused', 'Primary aldosteronism is a rare syndrome.'],
  ['aldosterone', 'accepted', '原发性醛固酮增多症很常见，但很少被诊断。'],
  // What a "not" stands before.
  ['aldosterone', 'refused', 'Primary aldosteronism cannot be adequately treated.'],
  // "Could report" is no doubt, and "superior to" names two arms.
  ['trial', 'deviates', 'Cold packs were superior to compression therapy in terms of knee swelling.'],
  ['trial', 'supported', 'Compression therapy was superior to cold packs in terms of knee swelling.'],
  // What was done is not what came of it.
  ['cells', 'refused', 'Blocking CD36 increased release of IL-1β.'],
  ['cells', 'supported', 'Blocking CD36 decreased release of IL-1β and alleviated podocyte injury.'],
  // Sections whose headings lost their space, or are others than the usual.
  ['bones', 'supported', 'Bone density increased over time in targeted and non-targeted vertebrae.'],
  [
    'bones',
    'deviates',
    'Following radiation, bone density decreased in patients with myeloma.',
    '放疗后骨密度下降。',
  ],
  ['unusual', 'deviates', 'Treatment with four components significantly reduced mortality.'],
  // What a statement is beside, and what stands beside another one of its clause.
  [
    'diet',
    'supported',
    'The intake of saturated fat decreased.',
    'The intake of iron increased.',
    '铁的摄入量增加。',
  ],
  ['diet', 'deviates', 'The intake of iron decreased.', 'The intake of saturated fat increased.'],
  ['diet', 'accepted', 'Cholesterol was lower in cases than in controls.', 'BMI was measured.'],
  ['diet', 'refused', 'The diet prevents gallstones.', 'Wall thickness was lower in cases than in controls.'],
  // A finding is meant by its number, and a comparison can be told from either side.
  ['thresholds', 'supported', 'At 300 msec, thresholds were higher in patients than in controls.'],
  ['thresholds', 'accepted', 'At 150 msec, thresholds did not differ between patients and controls.'],
  ['thresholds', 'refused', 'At 150 msec, thresholds were higher in patients than in controls.'],
  ['thresholds', 'accepted', 'Mortality was lower in men than in women.', '男性的死亡率低于女性。'],
  [
    'thresholds',
    'deviates',
    'Mortality was lower in women than in men.',
    'Mortality was higher in men than in women.',
  ],
  ['thresholds', 'accepted', 'Groups with different diets did not differ in weight loss after surgery.'],
  ['thresholds', 'deviates', 'Patients had an elevated level of troponin.'],
  // A ratio tells which way a link goes.
  ['air', 'refused', 'Fine particles reduced the incidence of atrial fibrillation.'],
  ['air', 'accepted', 'Fine particles increased the incidence of atrial fibrillation.'],
  // A high sensitivity is one, where no assay is named by it.
  [
    'oximetry',
    'deviates',
    'An oxygen desaturation index < 5 predicts sleep apnea with low sensitivity in adults.',
  ],
];

describe('statements of a sentence beside those of its abstract', () => {
  for (const [name, expected, ...sentences] of cases)
    for (const sentence of sentences)
      it(`${expected}: ${sentence}`, () => {
        const article = { title: '', abstract: abstracts[name], publicationTypes: undefined };
        const { verdict, deviations, notes } = estimateSupport({ sentence, article });
        const told = JSON.stringify({ verdict, deviations, notes });
        if (expected === 'refused') assert.notEqual(verdict, 'supported', told);
        else if (expected === 'accepted') assert.notEqual(verdict, 'deviates', told);
        else assert.equal(verdict, expected, told);
      });
});
