import { type ClaimRow, toClaims } from './claim-rows.ts';

/** Abstracts invented for these tests: words that writers of citations add, join and exchange. */
export const paraphraseAbstracts = {
  sternolide:
    'BACKGROUND: Leg ulcers heal slowly. METHODS: We reviewed 236 patients with leg ulcers at two clinics in Norway; 121 were given sternolide and 115 usual care. RESULTS: Wound pain occurred in 12.7% and itching developed in 24.1% of these patients. After multivariate analysis, age above 60 years was the only predictor of wound pain (OR 3.65, 95% CI 1.54 to 8.68); for itching, smoking (OR 1.65, 95% CI 1.10 to 2.48) and oedema (OR 3.21, 95% CI 1.36 to 7.58) were predictors. The mean ulcer area was 22.7 cm (95% CI 19.8 to 25.7 cm) and the median was 10 cm. Healing was successful in 54% of the patients. The median dressing time was 60 minutes. The median blood loss was 90 mL. Redness peaked 21 days after grafting. A skin voltage>30 mV was typical of ischaemic ulcers, whereas of those with a skin voltage<30 mV most were venous. Scarring was commonest in patients treated at 13-24 months (12%) and rarer in others (p=0.0024). Adjusted for site, time of treatment was not associated with scarring (p=0.055). CONCLUSIONS: Sternolide use was associated with faster healing of leg ulcers.',
  cohorts:
    'METHODS: We compared 567 patients in a U.S. cohort with 1620 in a Korean cohort; 33 healthy volunteers gave blood. RESULTS: The independent predictors of relapse in the Korean cohort were tumour stage and age, but in the U.S. cohort the only independent predictor was tumour stage. Tumour size affected relapse in Korean patients but not in U.S. patients. Cells lacking both Abc1 and Def2 showed chronic activation of the checkpoint. The influence of income on relapse in female patients is controversial. Dysphagia may be masked by hoarseness and missed if not sought. Stage and grade accounted for 57% of the variance in relapse. None of the hospital variables was associated with relapse, except for the number of trained nurses. Overexpression of lysin had no effect on NO synthesis.',
  colon:
    'METHODS: 88 adults with metastatic colorectal cancer were given zelumab. RESULTS: Zelumab combined with chemotherapy prolonged survival in patients with metastatic colorectal cancer. Serum HDAC-1 fell during oral treatment with zelumab in adults. The new score was an independent predictor of cancer-specific survival. Patients on a gluten-free diet (GFD) had more fractures than others. Patients on a GFD had significantly more osteoporosis. Early extubation was associated with lower mortality than delayed extubation.',
  thymokine:
    'We show that thymokine (TMK) promoted proliferation of thymocytes in young mice. Invasion of the renal vein was not associated with increased expression of VEGF. Male patients were more dissatisfied than female patients with the catheter. Compared with the sham group, the saline group had higher scores for oedema. Physiological concentrations of lithocholic acid activated the farnesoid receptor (FXR).',
} as const;

const rows: readonly ClaimRow<keyof typeof paraphraseAbstracts>[] = [
  // Size and population of a study.
  ['sternolide', 'In 236 patients, wound pain occurred in 12.7% and itching in 24.1%.', 'supported'],
  ['sternolide', 'In 236 patients, wound pain occurred in 24.1% and itching in 12.7%.', 'not supported'],
  ['sternolide', 'In 115 patients, wound pain occurred in 12.7% and itching in 24.1%.', 'not supported'],
  ['sternolide', '236例患者中，伤口疼痛的发生率为24.1%，瘙痒的发生率为12.7%。', 'not supported'],
  // Reporting authors.
  [
    'sternolide',
    'According to the authors, sternolide use was associated with faster healing of leg ulcers.',
    'supported',
  ],
  [
    'sternolide',
    'Meyer et al. found that sternolide use was associated with faster healing of leg ulcers.',
    'supported',
  ],
  [
    'sternolide',
    'According to the authors, sternolide use was associated with slower healing of leg ulcers.',
    'not supported',
  ],
  // Owner of an estimate.
  [
    'sternolide',
    'After multivariate analysis, age above 60 years was the only predictor of wound pain (OR 3.65, 95% CI 1.54–8.68).',
    'supported',
  ],
  [
    'sternolide',
    'After multivariate analysis, age above 60 years was the only predictor of itching (OR 3.65, 95% CI 1.54–8.68).',
    'not supported',
  ],
  // Mean and median.
  ['sternolide', 'The mean ulcer area was 22.7 cm (95% CI 19.8 to 25.7 cm).', 'supported'],
  ['sternolide', 'The median ulcer area was 22.7 cm (95% CI 19.8 to 25.7 cm).', 'not supported'],
  // A threshold from both sides, and the p value of another sentence.
  ['sternolide', 'A skin voltage below 30 mV was typical of ischaemic ulcers.', 'not supported'],
  ['sternolide', '皮肤电压低于30 mV是缺血性溃疡的典型表现。', 'not supported'],
  [
    'sternolide',
    'Scarring was commonest in patients treated at 13–24 months (12%), although time of treatment lost significance adjusted for site (p = 0.055).',
    'not accused',
  ],
  // Two statements from separate sentences.
  ['sternolide', 'The median dressing time was 60 minutes and the median blood loss was 90 mL.', 'supported'],
  [
    'sternolide',
    'The median dressing time was 90 minutes and the median blood loss was 60 mL.',
    'not supported',
  ],
  // Day 21 is 21 days.
  ['sternolide', 'Redness peaked at day 21 after grafting.', 'supported'],
  ['sternolide', 'Redness peaked at day 30 after grafting.', 'not supported'],
  // Comparison groups.
  [
    'cohorts',
    'In healthy volunteers, stage and grade accounted for 57% of the variance in relapse.',
    'not supported',
  ],
  ['cohorts', 'In the Korean cohort, age was an independent predictor of relapse.', 'not accused'],
  ['cohorts', 'In the U.S. cohort, age was an independent predictor of relapse.', 'not supported'],
  [
    'cohorts',
    'In the Korean cohort, the only independent predictor of relapse was tumour stage.',
    'not supported',
  ],
  ['cohorts', 'Tumour size affected relapse in U.S. patients.', 'not supported'],
  // Both and either; open questions; exceptions; shared findings.
  ['cohorts', 'Cells lacking both Abc1 and Def2 show chronic activation of the checkpoint.', 'supported'],
  [
    'cohorts',
    'Cells lacking either Abc1 or Def2 show chronic activation of the checkpoint.',
    'not supported',
  ],
  ['cohorts', 'Income influenced relapse in female patients.', 'not supported'],
  ['cohorts', 'The number of trained nurses was associated with relapse.', 'not accused'],
  ['cohorts', 'Grade accounted for 57% of the variance in relapse.', 'not supported'],
  // Agent and object.
  ['cohorts', 'Dysphagia may be masked by hoarseness.', 'supported'],
  ['cohorts', 'Hoarseness may be masked by dysphagia.', 'not supported'],
  // NO is not a negation.
  ['cohorts', 'Overexpression of lysin had no effect on NO synthesis.', 'supported'],
  // Another item of the same kind.
  [
    'colon',
    'Zelumab combined with chemotherapy prolonged survival in patients with metastatic pancreatic cancer.',
    'deviates',
  ],
  [
    'colon',
    'Zelumab combined with radiotherapy prolonged survival in patients with metastatic colorectal cancer.',
    'deviates',
  ],
  ['colon', 'Serum HDAC-3 fell during oral treatment with zelumab in adults.', 'deviates'],
  [
    'colon',
    'Zelumab combined with chemotherapy prolonged survival in patients with metastatic bowel cancer.',
    'not accused',
  ],
  ['colon', '泽鲁单抗（zelumab）联合化疗可延长转移性胰腺癌患者的生存。', 'not supported'],
  // Kind of survival or diet.
  ['colon', 'The new score was an independent predictor of cancer-specific survival.', 'supported'],
  ['colon', 'The new score was an independent predictor of overall survival.', 'not supported'],
  ['colon', '含麸质饮食的患者骨质疏松显著更多。', 'not supported'],
  ['colon', '无麸质饮食（GFD）的患者骨质疏松显著更多。', 'not accused'],
  ['colon', 'Early extubation was responsible for lower mortality than delayed extubation.', 'deviates'],
  // Chinese terms with their English in brackets, and comparisons.
  ['thymokine', '索米肽（thymokine）可促进年轻小鼠胸腺细胞的增殖。', 'supported'],
  ['thymokine', '索米肽（thymokine）可促进老年小鼠胸腺细胞的增殖。', 'not supported'],
  ['thymokine', '索米肽（thymokine）可抑制年轻小鼠胸腺细胞的增殖。', 'not supported'],
  ['thymokine', '侵犯肾静脉与VEGF表达升高无关。', 'supported'],
  ['thymokine', '侵犯肾静脉与VEGF表达升高有关。', 'not supported'],
  ['thymokine', '与女性患者相比，男性患者对导管更不满意。', 'not accused'],
  ['thymokine', '与男性患者相比，女性患者对导管更不满意。', 'not supported'],
  ['thymokine', '与假手术组相比，生理盐水组的水肿评分更高。', 'supported'],
  ['thymokine', '与生理盐水组相比，假手术组的水肿评分更高。', 'not supported'],
  ['thymokine', '生理浓度的石胆酸（lithocholic acid）可激活法尼醇受体（FXR）。', 'supported'],
  ['thymokine', '生理浓度的石胆酸（lithocholic acid）可抑制法尼醇受体（FXR）。', 'not supported'],
];

export const paraphraseClaims = toClaims(rows);
