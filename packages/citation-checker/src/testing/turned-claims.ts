import { type ClaimRow, toClaims } from './claim-rows.ts';

/**
 * Abstracts invented for these tests: names of survival with a negation, two reversals that cancel each other out,
 * denials up to a time, and comparators before their subject.
 */
export const turnedAbstracts = {
  survival:
    'RESULTS: Tumour-free survival was significantly longer with fenolin. Older patients had significantly poorer recurrence-free survival.',
  'survival-zh': '结果：fenolin组无复发生存率显著高于安慰剂组。两组总生存率的差异无统计学意义。',
  severity: 'RESULTS: Patients with severe pneumonia had significantly higher mortality.',
  fibre: 'RESULTS: High intake of fibre was associated with a lower risk of relapse.',
  marker: 'RESULTS: Patients with high Norin had poorer disease-free survival.',
  'marker-zh': '结果：Norin高表达与患者生存较差相关。',
  onset: 'RESULTS: Norin expression began to increase at 12 h after injury.',
  'late-rise': 'RESULTS: Serum zinc did not rise until day 7 after surgery.',
  'late-rise-zh': '结果：术后第7天之前血清锌未升高。',
  'zinc-level': 'RESULTS: Compared with patients, controls had a higher zinc level.',
  'mass-index': 'RESULTS: Compared with controls cases showed a significant increase in body mass index.',
  income:
    'RESULTS: Compared with controls, cases had a significantly higher body mass index and a lower income (p = 0.02).',
  grafts:
    'RESULTS: Compared with normal controls transplant patients showed a significant increase in the buckling ratio.',
  domaril: 'RESULTS: Compared with placebo, domaril reduced pain in adults with gout.',
  enrolment:
    'METHODS: A total of 384 female patients with breast cancer were included in this study. RESULTS: Two genes were associated with metastasis.',
  'domaril-cohort':
    'METHODS: We followed a cohort of 3,210 patients with gout treated with domaril. RESULTS: Domaril did not change mortality in gout compared with placebo (HR 1.02, 95% CI 0.94-1.11). CONCLUSIONS: Domaril was not associated with lower mortality in gout.',
  'typed-zh': '在312例2型糖尿病患者中，多马利使死亡率由11.2%降低至7.9%。糖化血红蛋白下降0.9%。',
  feeding:
    'METHODS: We studied 200 adults with gout. RESULTS: Women with amniotic fluid embolism bled more. Psoriasis improved with omega-3.',
} as const;

const rows: readonly ClaimRow<keyof typeof turnedAbstracts>[] = [
  // The enrolment of participants is the opposite of nothing.
  ['enrolment', 'In this study, breast cancer is the most common malignancy in women.', 'not accused'],
  ['enrolment', 'In this study, breast cancer is the least common malignancy in women.', 'not supported'],
  ['enrolment', '本研究中，乳腺癌是女性最常见的恶性肿瘤。', 'not accused'],
  ['enrolment', '本研究中，乳腺癌是女性最少见的恶性肿瘤。', 'not supported'],
  // The mention of a source makes a statement none about methods.
  ['domaril-cohort', 'In one study, domaril was associated with higher mortality in gout.', 'deviates'],
  ['domaril-cohort', 'In a cohort study, domaril increased mortality in gout.', 'deviates'],
  ['domaril-cohort', 'In one study, domaril did not change mortality in gout.', 'supported'],
  // The number of a type counts nobody.
  ['typed-zh', '在312例2型糖尿病患者中，多马利使死亡率由11.2%升高至7.9%。', 'deviates'],
  ['typed-zh', '在312例2型糖尿病患者中，多马利使死亡率降低。', 'supported'],
  ['typed-zh', '在312例1型糖尿病患者中，多马利使死亡率由11.2%降低至7.9%。', 'not supported'],
  // Animals in the names of other things were not studied.
  ['feeding', '羊水栓塞的女性出血更多。', 'not accused'],
  ['feeding', '研究显示，使用鱼油后牛皮癣有所改善。', 'not accused'],
  ['feeding', '牛津的痛风患者出血更多。', 'not accused'],
  ['feeding', '被狗咬伤的女性出血更多。', 'not accused'],
  ['feeding', '牛的银屑病在使用omega-3后改善。', 'deviates'],
  // 无 in the name of a kind of survival denies nothing.
  ['survival', '使用fenolin的无瘤生存期显著延长。', 'not accused'],
  ['survival', '老年患者的无复发生存率显著较差。', 'not accused'],
  ['survival', '使用fenolin的无瘤生存期无显著延长。', 'deviates'],
  ['survival-zh', 'fenolin组无复发生存率显著高于安慰剂组。', 'supported'],
  ['survival-zh', 'fenolin组无复发生存率显著低于安慰剂组。', 'deviates'],
  ['survival-zh', 'fenolin组无复发生存率与安慰剂组无显著差异。', 'deviates'],
  // The other quality with the other direction.
  ['severity', 'Patients with mild pneumonia had significantly lower mortality.', 'not accused'],
  ['severity', '轻症肺炎患者的死亡率显著较低。', 'not accused'],
  ['severity', 'Patients with mild pneumonia had significantly higher mortality.', 'deviates'],
  ['severity', '轻度肺炎患者的死亡率显著较高。', 'deviates'],
  ['fibre', 'Low intake of fibre was associated with a higher risk of relapse.', 'not accused'],
  ['fibre', 'Low intake of fibre was associated with a lower risk of relapse.', 'deviates'],
  ['fibre', '纤维低摄入与复发风险升高相关。', 'not accused'],
  ['fibre', '纤维低摄入与复发风险降低相关。', 'not supported'],
  ['marker', 'Patients with low Norin had better disease-free survival.', 'not accused'],
  ['marker-zh', 'Low Norin expression was associated with better survival.', 'not accused'],
  ['marker-zh', 'Norin低表达与患者生存较好相关。', 'not accused'],
  // A denial up to a time.
  ['onset', 'Norin expression increased at 12 h after injury.', 'supported'],
  ['onset', 'Norin expression did not increase until 12 h after injury.', 'not accused'],
  ['onset', 'Norin expression did not increase before 12 h after injury.', 'not accused'],
  ['onset', '损伤后12 h之前Norin表达未增加。', 'not accused'],
  ['onset', '损伤后直到12 h Norin表达才增加。', 'not accused'],
  ['onset', 'Norin expression did not increase at 12 h after injury.', 'deviates'],
  ['onset', '损伤后12 h Norin表达未增加。', 'deviates'],
  ['late-rise', 'Serum zinc did not rise until day 7 after surgery.', 'supported'],
  ['late-rise', 'Serum zinc rose on day 7 after surgery.', 'not accused'],
  ['late-rise', '术后第7天血清锌升高。', 'not accused'],
  ['late-rise', 'Serum zinc did not rise after surgery.', 'not supported'],
  ['late-rise-zh', '术后第7天之前血清锌未升高。', 'supported'],
  ['late-rise-zh', '直到术后第7天血清锌才升高。', 'not accused'],
  ['late-rise-zh', 'Serum zinc rose on day 7 after surgery.', 'not accused'],
  // A comparator before its subject.
  ['zinc-level', 'Compared with patients, controls had a higher zinc level.', 'supported'],
  ['zinc-level', 'Compared with controls, patients had a higher zinc level.', 'not supported'],
  ['zinc-level', '与对照组相比，患者的锌水平更高。', 'not supported'],
  ['zinc-level', '患者的锌水平低于对照组。', 'not accused'],
  ['mass-index', 'Body mass index was significantly lower in controls than in cases.', 'not accused'],
  [
    'mass-index',
    'Compared with controls, cases showed a significant increase in body mass index.',
    'supported',
  ],
  [
    'mass-index',
    'Compared with cases, controls showed a significant increase in body mass index.',
    'not supported',
  ],
  [
    'mass-index',
    'Compared with cases controls showed a significant increase in body mass index.',
    'not supported',
  ],
  ['mass-index', '与对照相比，病例的体重指数显著增加。', 'supported'],
  ['mass-index', '与病例相比，对照的体重指数显著增加。', 'not supported'],
  ['income', 'Body mass index was significantly lower in controls than in cases.', 'not accused'],
  ['income', 'Income was higher in controls than in cases.', 'not accused'],
  ['income', 'Income was higher in cases than in controls.', 'not supported'],
  [
    'grafts',
    'The buckling ratio was significantly lower in normal controls than in transplant patients.',
    'not accused',
  ],
  [
    'grafts',
    'Compared with transplant patients, normal controls showed a significant increase in the buckling ratio.',
    'not supported',
  ],
  ['grafts', '正常对照的屈曲比显著低于移植患者。', 'not accused'],
  ['domaril', 'Compared with placebo, domaril reduced pain in adults with gout.', 'supported'],
  ['domaril', 'Domaril reduced pain compared with placebo.', 'supported'],
  ['domaril', '与安慰剂相比，domaril减轻了痛风成人的疼痛。', 'supported'],
  ['domaril', '与domaril相比，安慰剂减轻了痛风成人的疼痛。', 'deviates'],
];

export const turnedClaims = toClaims(rows);
