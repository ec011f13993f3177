import { type ClaimRow, toClaims } from './claim-rows.ts';

/**
 * Abstracts invented for these tests: one item replaced by another of its kind, numbers that no sentence states, causes
 * and places beyond the study.
 */
export const replacedAbstracts = {
  knees:
    'BACKGROUND: Stiffness is common after knee replacement. In earlier trials, obesity was shown to cause stiffness. METHODS: We reviewed the records of 212 patients treated with intravenous dexamethasone at one university hospital in Denmark. RESULTS: Early mobilisation after knee replacement was associated with shorter hospital stay in women. Median hospital stay was 4 days. Wound infection was rare, at 2.1% of patients. CONCLUSIONS: Some of the knees with early stiffness can be treated without manipulation. Stiffness and pain were linked to obesity.',
  asthma:
    'METHODS: In a mixed-methods study without randomisation, we interviewed nurses about asthma. RESULTS: Scores were 12 for the morning clinic. Cough was less frequent in the group with asthma than in the group without asthma, and in the former group it was positively associated with fatigue, while in the latter group it was negatively associated with fatigue. Mild asthma was common in children in 2002 and in 2007. The median time to a diagnosis of asthma in the morning clinic was 15 months.',
} as const;

/** Titles of the abstracts above that have one: what their study is on. */
export const replacedTitles: Partial<Record<string, string>> = {
  knees: 'Dexamethasone and early mobilisation after knee replacement.',
};

const rows: readonly ClaimRow<keyof typeof replacedAbstracts>[] = [
  // One item replaced by another of its kind, which the abstract names nowhere.
  ['knees', 'Early mobilisation after hip replacement shortened the hospital stay of women.', 'deviates'],
  ['knees', '髋关节置换术后早期活动的女性住院时间较短。', 'deviates'],
  [
    'knees',
    'In Norway, early mobilisation after knee replacement went with shorter hospital stay in women.',
    'deviates',
  ],
  ['knees', 'After knee replacement, patients given prednisone had a hospital stay of 4 days.', 'deviates'],
  ['knees', '接受泼尼松治疗的膝关节置换患者中位住院时间为4天。', 'deviates'],
  [
    'knees',
    'After knee replacement, patients given dexamethasone had a hospital stay of 4 days.',
    'not accused',
  ],
  ['knees', '接受地塞米松治疗的膝关节置换患者中位住院时间为4天。', 'not accused'],
  // The abstract's own word next to it: something is added, not replaced.
  ['knees', 'Unlike after hip replacement, stiffness is common after knee replacement.', 'not accused'],
  // What the title does not name may be another outcome.
  ['asthma', 'Sneezing was less frequent in the group with asthma.', 'not accused'],
  ['asthma', 'Insomnia was recorded in the morning clinic.', 'not accused'],
  ['asthma', '晨间门诊记录了失眠。', 'not accused'],
  // Words that only share a stem, and another word for the same.
  ['knees', 'Several patients were stiff after knee replacement.', 'not accused'],
  ['asthma', 'Several children had mild asthma.', 'not accused'],
  ['asthma', 'The severity of asthma in children was studied.', 'not accused'],
  // Opposite qualities of the same subject, and of another.
  [
    'knees',
    'Late mobilisation after knee replacement was associated with shorter hospital stay.',
    'deviates',
  ],
  ['knees', 'Early mobilisation after knee replacement had no late complications.', 'not accused'],
  // A number that no sentence states, with the title's words or the sentence's.
  ['knees', 'Patients stayed in hospital for a median of 9 days.', 'deviates'],
  ['knees', '患者中位住院时间为9天。', 'deviates'],
  ['knees', 'Patients stayed in hospital for a median of 4 days.', 'not accused'],
  ['knees', '患者中位住院时间为4天。', 'not accused'],
  // The years between two dates are stated by them.
  ['asthma', 'Mild asthma was common in children over the five years.', 'not accused'],
  [
    'asthma',
    'The time to a diagnosis of asthma in the morning clinic was studied for 4.5 years.',
    'not accused',
  ],
  // An age is no other time.
  [
    'asthma',
    'A diagnosis of asthma in the morning clinic is missed in adults aged 21 months.',
    'not accused',
  ],
  ['asthma', '晨间门诊中21岁成人的哮喘诊断常被遗漏。', 'not accused'],
  ['asthma', 'The time to a diagnosis of asthma in the morning clinic was 21 months.', 'deviates'],
  // A cause for an association, and a denial of one.
  ['knees', 'Obesity was responsible for stiffness after knee replacement.', 'deviates'],
  ['knees', '肥胖导致疼痛。', 'deviates'],
  // The abstract's own sentence on what was known before.
  ['knees', 'In earlier trials, obesity was shown to cause stiffness.', 'not accused'],
  ['knees', '在早先的试验中，肥胖被证明可导致僵硬。', 'not accused'],
  ['knees', 'Obesity was not shown to cause stiffness after knee replacement.', 'not accused'],
  ['knees', 'Stiffness was linked to obesity, followed by other causes.', 'not accused'],
  // A place beyond the study's.
  [
    'knees',
    'In hospitals across Europe, early mobilisation after knee replacement went with shorter hospital stay in women.',
    'deviates',
  ],
  // All for some, with a word that denies something else.
  ['knees', 'All knees with early stiffness can be treated without manipulation.', 'deviates'],
  ['knees', 'Some of the knees with early stiffness can be treated without manipulation.', 'not accused'],
  // The former and the latter group.
  [
    'asthma',
    'Cough was positively associated with fatigue in the group with asthma, while it was negatively associated with fatigue in the group without.',
    'not accused',
  ],
  [
    'asthma',
    'Cough was positively associated with fatigue in the group without asthma, while it was negatively associated with fatigue in the group with asthma.',
    'not supported',
  ],
  // Designs that exclude each other.
  ['asthma', 'A case-control study among nurses was about asthma.', 'deviates'],
  ['asthma', '一项针对护士的病例对照研究探讨了哮喘。', 'deviates'],
];

export const replacedClaims = toClaims(rows);
