import { type ClaimRow, toClaims } from './claim-rows.ts';

/**
 * Abstracts invented for these tests: opposites of what is stated, labels of numbers in a list, and negations of
 * something else.
 */
export const opposedAbstracts = {
  wards:
    'METHODS: We compared wards in Norway. RESULTS: Falls occurred in 12% of surgical wards, 19% of medical wards and 7% of maternity wards. Hospitals with night teams reported more transfers than those without night teams. Pressure sores were found in 21% of patients with hip fractures versus 9% of patients with pelvic fractures (p=0.01). Mean readings were 6.2 mmHg systolic and 3.4 mmHg diastolic lower than those at home. Wound pain was related to obesity (OR 2.31, 95% CI 1.40-3.80) but not to smoking (OR 1.10, 95% CI 0.70-1.60). Delirium was present in 8% of the elderly patients, and in none of the outpatients.',
  strains:
    'METHODS: We studied knockout mice. RESULTS: Depletion of Tamo from myeloid, T lymphoid, or B lymphoid progenitors did not cause any defects. Gralin (no immune suppression or rejection) was highly effective in obese patients and nonobese animals with diabetes. Polo phosphorylates Tarp in vitro. Cells lacking Mira exhibit chronic activation of the checkpoint and do not complete the cycle. Velutin decreased the expression of 21 genes and upregulated 24 genes. Zonarin fails in helping adolescents quit smoking. Antibodies were measured before transplantation. Tolin was present in the liver but not in muscle. Growth was slow in men but rapid in women.',
  reading:
    'METHODS: Debate exists over whether nurses or physicians are better at reading scans. RESULTS: Similarly, a higher number of instructions correlated with lower perceived difficulty. Tenolin-induced vomiting was reduced by ginger. The relation of dose to wall thickness remained unchanged after adjustment for age. The risk of stroke was 1.35 in carafil-treated patients compared with control arms without carafil therapy.',
  sessions:
    'METHODS: 45 patients on dialysis had stable pressure (group I), hypotension (group II) or hypertension (group III). RESULTS: Levels of orelin before a session were significantly higher in dialysis patients than in controls (P<0.001). Over the session, orelin decreased in group II and increased in group III.',
} as const;

const rows: readonly ClaimRow<keyof typeof opposedAbstracts>[] = [
  // A number and its label in a list.
  ['wards', 'Falls occurred in 19% of medical wards and 12% of surgical wards.', 'supported'],
  ['wards', 'Falls occurred in 19% of surgical wards and 12% of medical wards.', 'deviates'],
  ['wards', '内科病房中19%发生跌倒。', 'not accused'],
  ['wards', '外科病房中19%发生跌倒。', 'not supported'],
  // Two figures after the two sides of a comparison.
  [
    'wards',
    'Pressure sores were more frequent in hip fractures than in pelvic fractures (21% vs 9%, p=0.01).',
    'supported',
  ],
  [
    'wards',
    'Pressure sores were more frequent in hip fractures than in pelvic fractures (9% vs 21%, p=0.01).',
    'not supported',
  ],
  // A comparator that lacks what the subject has.
  [
    'wards',
    'Hospitals with night teams reported more transfers than hospitals without night teams.',
    'supported',
  ],
  [
    'wards',
    'Hospitals with night teams reported fewer transfers than hospitals without night teams.',
    'deviates',
  ],
  // One of two opposites, by its figure.
  ['wards', 'Mean readings were 3.4 mmHg diastolic lower than those at home.', 'supported'],
  ['wards', 'Mean readings were 3.4 mmHg systolic lower than those at home.', 'not supported'],
  // "But not" after figures in brackets.
  ['wards', 'Wound pain was related to obesity but not to smoking.', 'supported'],
  ['wards', 'Wound pain was related to smoking but not to obesity.', 'not supported'],
  ['wards', '伤口疼痛与肥胖相关。', 'not accused'],
  // A negation after everything that the claim says.
  ['wards', 'Delirium was present in 8% of the elderly patients.', 'supported'],
  ['wards', 'Delirium was not present in 8% of the elderly patients.', 'not supported'],
  // Descriptions of one word, and a negation that reaches its object through a verb.
  ['strains', 'Depletion of Tamo from myeloid progenitors caused no defects.', 'supported'],
  ['strains', 'Depletion of Tamo from myeloid progenitors caused defects.', 'not supported'],
  // A word and its negation in the other order, and a negation in brackets.
  [
    'strains',
    'Gralin was highly effective in obese patients and in nonobese animals with diabetes.',
    'supported',
  ],
  [
    'strains',
    'Gralin was highly effective in nonobese patients and in obese animals with diabetes.',
    'not supported',
  ],
  [
    'strains',
    'Gralin was not highly effective in obese patients and nonobese animals with diabetes.',
    'not supported',
  ],
  // Subject and object of a verb.
  ['strains', 'Polo phosphorylates Tarp in vitro.', 'supported'],
  ['strains', 'Tarp phosphorylates Polo in vitro.', 'not supported'],
  // A word that the sentence has only after a negation.
  [
    'strains',
    'Cells lacking Mira exhibit chronic activation of the checkpoint and complete the cycle.',
    'not supported',
  ],
  ['strains', 'Zonarin未能帮助青少年戒烟。', 'not accused'],
  ['strains', 'Zonarin帮助青少年戒烟。', 'not supported'],
  // A figure with the opposite effect.
  ['strains', 'Velutin increased the expression of 21 genes.', 'not supported'],
  ['strains', 'Velutin decreased the expression of 21 genes.', 'supported'],
  // Two words in each other's place.
  ['strains', 'Tolin was present in the liver, but not in muscle.', 'supported'],
  ['strains', 'Tolin was present in muscle, but not in the liver.', 'deviates'],
  ['strains', 'Growth was slow in men, but rapid in women.', 'supported'],
  ['strains', 'Growth was slow in women, but rapid in men.', 'not supported'],
  // What came before an event.
  ['strains', 'Antibodies were measured before transplantation.', 'not accused'],
  ['strains', 'Antibodies were measured after transplantation.', 'not supported'],
  ['strains', '移植后测定抗体。', 'not supported'],
  // An open question.
  ['reading', 'Nurses are better than physicians at reading scans.', 'not supported'],
  ['reading', '护士阅片优于医生。', 'not supported'],
  // Words for effects that state none.
  ['reading', 'A higher number of instructions correlated with lower perceived difficulty.', 'supported'],
  ['reading', 'Vomiting induced by tenolin was reduced by ginger.', 'supported'],
  ['reading', 'Vomiting induced by tenolin was increased by ginger.', 'deviates'],
  ['reading', 'The relation of dose to wall thickness held up after adjustment for age.', 'not accused'],
  // The same word on both sides of a comparison that the sentence has on one.
  [
    'reading',
    'The risk of stroke with carafil was 1.35 compared with control arms that received carafil.',
    'not supported',
  ],
  // What is higher in patients than in others may fall in some of them.
  ['sessions', 'Orelin fell over the session in patients on dialysis with hypotension.', 'not accused'],
  ['sessions', '透析患者的orelin水平在透析期间下降。', 'not accused'],
  ['sessions', 'Orelin before a session was lower in dialysis patients than in controls.', 'deviates'],
];

export const opposedClaims = toClaims(rows);
