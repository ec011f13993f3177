import { type ClaimRow, toClaims } from './claim-rows.ts';

/** Abstracts invented in the form of real ones, for the wording of claims. */
export const wordedAbstracts = {
  tests:
    'RESULTS: We found that geranol, but not farnol, significantly reduced ZOX-caused cell death. The share of infants with eczema was lower in the oil group (7% v 12%; unadjusted relative risk 0.61, 0.38 to 0.98, P=0.04; adjusted relative risk 0.64, 0.40 to 1.02, P=0.06). Pupils measured 5.81 +/- 0.70 mm with the ring and 6.26 +/- 0.68 mm with the camera (p = 0.01). Infarction fell with prasulin by 18% among subjects without diabetes (7.2% versus 8.7%; P=0.006) and by 40% among subjects with diabetes.',
  scan: 'BACKGROUND: Jumper disease is common. METHODS: Twelve patients with jumper disease had an MRI. RESULTS: Of the patients 81% had gained weight after 2 years. Two of the three patients examined showed high risk of collapse. Two patients stopped velmora after the first month. The mean size of the nodes was 5.86 +/- 3.30 cm (95% CI 5.56-6.16 cm). Trained adults had a lower pulse and a higher weight than untrained adults, independent of sex. CONCLUSIONS: Disruption of cartilage may be associated with jumper disease.',
  survey:
    'METHODS: 491 adults aged <65 years answered a questionnaire. RESULTS: Only 14% of adults knew their urate goal. A nurse visit was associated with greater odds of knowing the urate goal (odds ratio 3.0, 95% CI 1.4-6.2). Benefit was greatest in men aged <65 years at entry. Police visits reduced fatalities by 59%. Mean pulse was similar in trained and non-trained men, while a significant difference was observed between trained and non-trained women.',
  mouse:
    'BACKGROUND: Fancd9 is a gene of mice. RESULTS: Fancd9(-/-) mice had low body weight. The Noxa promoter responded to hypoxia-inducible factor (HIF)-1α. The diet without gluten was associated with a lower intake of fat. The interaction of Rab7 with the regulatory subunits did not depend on the phosphorylation state of Rab7.',
} as const;

const rows: readonly ClaimRow<keyof typeof wordedAbstracts>[] = [
  // Shares in words, and their values.
  ['survey', 'One in seven adults knew their urate goal.', 'supported'],
  ['survey', 'One in three adults knew their urate goal.', 'not supported'],
  ['survey', '仅约七分之一（14%）的成人知道自己的尿酸目标值。', 'supported'],
  ['survey', '仅约七分之一（24%）的成人知道自己的尿酸目标值。', 'not supported'],
  ['scan', 'Most patients had gained weight after two years.', 'supported'],
  ['scan', 'Almost all patients had gained weight after two years.', 'not supported'],
  ['scan', 'Two of the three patients tested showed high risk of collapse.', 'supported'],
  ['scan', 'Three of the three patients tested showed high risk of collapse.', 'not supported'],
  ['scan', 'Two of the twelve patients stopped velmora after the first month.', 'supported'],
  ['scan', 'Two of the thirty patients stopped velmora after the first month.', 'not supported'],
  // The interval of a mean with its spread.
  ['scan', 'The nodes measured on average 5.86 cm (95% CI 5.56–6.16 cm).', 'supported'],
  ['scan', 'The nodes measured on average 5.86 cm (95% CI 4.21–7.51 cm).', 'not supported'],
  [
    'survey',
    'A nurse visit was associated with threefold odds of knowing the urate goal (OR 3.0, 95% CI 1.4–6.2).',
    'supported',
  ],
  // Ages as bounds.
  ['survey', 'Benefit was greatest in men who entered before the age of 65.', 'supported'],
  ['survey', 'Benefit was greatest in men who entered after the age of 65.', 'not supported'],
  // Periods are not a comparison.
  ['survey', 'Police visits reduced fatalities by 59% over 12 months.', 'not supported'],
  // Significance within a clause.
  ['survey', '训练与非训练男性的平均脉搏相近，而训练与非训练女性之间差异显著。', 'not accused'],
  ['survey', '训练与非训练女性的平均脉搏相近，而训练与非训练男性之间差异显著。', 'not supported'],
  // Factors without influence on a finding.
  ['scan', 'Trained adults had a lower pulse and a greater weight than untrained adults.', 'supported'],
  ['scan', 'Trained adults had a lower pulse and a lower weight than untrained adults.', 'not supported'],
  // The kind of evidence.
  [
    'scan',
    'The MRI findings suggest that disruption of cartilage may be associated with jumper disease.',
    'supported',
  ],
  [
    'scan',
    'The autopsy findings suggest that disruption of cartilage may be associated with jumper disease.',
    'not supported',
  ],
  // Two items of which only one had the effect.
  ['tests', 'Geranol, but not farnol, significantly reduced the cell death caused by ZOX.', 'supported'],
  ['tests', 'Farnol, but not geranol, significantly reduced the cell death caused by ZOX.', 'not supported'],
  ['tests', 'Farnol significantly reduced the cell death caused by ZOX.', 'not supported'],
  // Tests before and after adjustment.
  [
    'tests',
    'The share of infants with eczema in the oil group was significant after adjustment.',
    'not supported',
  ],
  ['tests', '调整后，鱼油组湿疹婴儿的比例仍有显著差异。', 'not supported'],
  // Two items with each other's numbers.
  ['tests', 'Pupils measured 6.26 mm with the camera and 5.81 mm with the ring.', 'supported'],
  ['tests', 'Pupils measured 5.81 mm with the camera and 6.26 mm with the ring.', 'deviates'],
  ['tests', 'Pupils measured 6.26 mm with the ring versus 5.81 mm with the camera.', 'deviates'],
  [
    'tests',
    'Prasulin cut infarction by 40% in subjects with diabetes but by only 18% in those without it.',
    'not accused',
  ],
  [
    'tests',
    'Prasulin cut infarction by 40% in subjects without diabetes but by only 18% in those with it.',
    'not supported',
  ],
  ['tests', '普拉林使无糖尿病者的梗死减少40%，而有糖尿病者仅减少18%。', 'not supported'],
  // Signs and brackets of names.
  ['mouse', 'Fancd9-deficient mice had low body weight.', 'supported'],
  ['mouse', 'Fancd9-overexpressing mice had low body weight.', 'not supported'],
  ['mouse', 'The Noxa promoter responded to HIF-1α.', 'supported'],
  ['mouse', 'The Noxa promoter responded to HIF-2α.', 'not supported'],
  ['mouse', 'The gluten-free diet went with a lower intake of fat.', 'supported'],
  ['mouse', 'The gluten diet went with a lower intake of fat.', 'not supported'],
  ['mouse', 'Rab7与调节亚基的相互作用不依赖于Rab7的磷酸化状态。', 'supported'],
  ['mouse', 'Rab7与调节亚基的相互作用依赖于Rab7的磷酸化状态。', 'not supported'],
];

export const wordedClaims = toClaims(rows);
