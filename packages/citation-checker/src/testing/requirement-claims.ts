import { type ClaimRow, toClaims } from './claim-rows.ts';

/**
 * Abstracts invented for these tests: associations that claims turn into causes, populations and times that they
 * exchange, numbers of the study that they state as results, and words of the title that they put in the place of others.
 */
export const requirementAbstracts = {
  cohort:
    'METHODS: We followed 2310 nurses for 8 years in a cohort study. RESULTS: Coffee drinking was associated with a lower risk of gout (hazard ratio 0.76, 95% CI 0.64 to 0.93). Obesity was associated with more fractures. Statin use was associated with improved survival. High serum zinc correlated with reduced appetite. Night work was a risk factor for depression. Irrigation was related to lower levels of mucus. Shift rotation lowered morale and was associated with absence.',
  nurses:
    '方法：对3120名护士进行横断面调查。结果：饮茶与痛风风险降低相关。肥胖与骨折增多有关。夜班与睡眠质量较差相关。午睡改善了情绪。',
  trial:
    'METHODS: 240 adults were randomly assigned to tolivane or placebo. RESULTS: Tolivane was associated with a lower risk of gout.',
  fevers:
    'METHODS: We enrolled children with malaria, children with measles and adults with gout or symptomatic liver disease. We examined them at admission and at discharge. RESULTS: Low zinc was found in 57% of children with malaria. At discharge, 45% of the children had a cough. Bone enzymes were higher in adults with symptomatic bone disease. Dalenol lowered fever after adjustment for weight. Pain was less frequent with dalenol than in those given water.',
  admissions:
    '方法：纳入疟疾患儿和麻疹患儿，入院时和出院时检查。结果：57%的疟疾患儿血锌降低。出院时，45%的患儿咳嗽。达仑醇减轻发热和头痛。',
  copperDose:
    'METHODS: We measured zinc in adults with gout; the dose was 40 mg of copper. RESULTS: Zinc rose with age. Copper levels were 12.4 mg in men. Mean volume fell with two hands. CONCLUSIONS: Zinc varies with age.',
  copperDoseChinese: '方法：120例痛风患者测定血锌，铜剂量为40 mg。结果：血锌随年龄升高。男性血铜为12.4 mg。',
  torsion:
    'RESULTS: Treatment with 300 mg of ranulol daily, as compared with placebo, reduced albumin by 20%. Detorsion is the procedure of choice for most cases of torsion. Growth factor was found in the mesenchyme surrounding regenerating crypts. The drug was introduced in 1934. Oral zinc shortened the duration of pain.',
  markers:
    'METHODS: We sequenced tumours of 230 men with gout. RESULTS: We found that VELO1 but not TORA2 is associated with gout. Foods such as meats, poultry, fish, beans and nuts were low in the diets of most men.',
  markersChinese:
    '方法：对230例痛风男性的肿瘤测序。结果：VELO1而非TORA2与痛风相关。多数男性膳食中肉、禽、鱼和豆类较少。',
  twisting: '结果：复位术是多数卵巢扭转的首选术式。口服锌缩短了疼痛时间。',
  withdrawal:
    'RESULTS: Cramps occur within a few days of stopping zinc and last a few weeks. Zinc causes cramps. CONCLUSIONS: Cramps after stopping zinc should be recognised.',
  withdrawalChinese: '结果：停用锌后数天内出现痉挛，持续数周。结论：应识别停用锌后的痉挛。',
} as const;

/** Titles of the abstracts above that have one. */
export const requirementTitles: Partial<Record<string, string>> = {
  torsion:
    'Ranulol combined with velotan in nephropathy, and oophorectomy or detorsion of girls with torsion: epithelium.',
  twisting: '复位术与卵巢切除术治疗卵巢扭转。',
};

const rows: readonly ClaimRow<keyof typeof requirementAbstracts>[] = [
  // A cause for an association.
  ['cohort', 'Coffee drinking reduced the risk of gout.', 'undetermined'],
  ['cohort', 'Coffee drinking lowers the risk of gout.', 'undetermined'],
  ['cohort', 'Coffee drinking prevents gout.', 'undetermined'],
  ['cohort', 'Coffee drinking protects against gout.', 'undetermined'],
  ['cohort', 'Coffee drinking was protective against gout.', 'not supported'],
  ['cohort', 'The risk of gout was reduced by coffee drinking.', 'not supported'],
  ['cohort', 'Coffee drinking can reduce the risk of gout.', 'undetermined'],
  ['cohort', 'Coffee drinking significantly reduced the risk of gout.', 'not supported'],
  ['cohort', 'Obesity increases fractures.', 'undetermined'],
  ['cohort', 'Statin use improves survival.', 'undetermined'],
  ['cohort', 'High serum zinc reduced appetite.', 'undetermined'],
  ['cohort', '喝咖啡降低了痛风风险。', 'undetermined'],
  ['cohort', '喝咖啡可预防痛风。', 'undetermined'],
  ['cohort', '喝咖啡使痛风风险降低。', 'not supported'],
  ['cohort', '他汀使用改善了生存。', 'undetermined'],
  ['nurses', '饮茶降低了痛风风险。', 'undetermined'],
  ['nurses', '肥胖增加了骨折。', 'not supported'],
  ['nurses', 'Drinking tea reduces the risk of gout.', 'not supported'],
  // What a sentence denies of another gene; foods are no animals studied.
  ['markers', 'VELO1 is associated with gout.', 'not accused'],
  ['markers', 'VELO1 is not associated with gout.', 'not supported'],
  ['markers', 'TORA2 is associated with gout.', 'not supported'],
  ['markers', 'Most men ate few nuts.', 'not accused'],
  ['markersChinese', 'VELO1与痛风相关。', 'not accused'],
  ['markersChinese', 'TORA2与痛风相关。', 'not supported'],
  ['markersChinese', '多数男性吃豆类较少。', 'not accused'],
  // An association as such, or hedged.
  ['cohort', 'Coffee drinking was associated with a reduced risk of gout.', 'supported'],
  ['cohort', 'Coffee drinking may reduce the risk of gout.', 'not accused'],
  ['cohort', 'Coffee drinking was linked to a lower risk of gout.', 'supported'],
  ['cohort', 'Irrigation was related to lower levels of mucus.', 'supported'],
  ['cohort', 'Irrigation was linked to lower levels of mucus.', 'supported'],
  ['cohort', '喝咖啡与痛风风险降低相关。', 'supported'],
  ['nurses', '饮茶与痛风风险较低相关。', 'supported'],
  // The opposite direction remains a contradiction.
  ['cohort', 'Coffee drinking increased the risk of gout.', 'deviates'],
  ['cohort', '喝咖啡增加了痛风风险。', 'deviates'],
  // A cause that the abstract states, and an experiment.
  ['cohort', 'Shift rotation lowered morale.', 'supported'],
  ['nurses', '午睡改善了情绪。', 'supported'],
  ['trial', 'Tolivane reduced the risk of gout.', 'undetermined'],
  ['trial', '托利万（tolivane）降低了痛风风险。', 'undetermined'],
  // Population and time of another finding.
  ['fevers', 'Low zinc was found in 57% of children with malaria.', 'supported'],
  ['fevers', 'Low zinc was found in 57% of children with measles.', 'undetermined'],
  ['fevers', '57%的疟疾儿童锌水平低。', 'not accused'],
  ['fevers', '57%的麻疹儿童锌水平低。', 'not supported'],
  ['fevers', 'At discharge, 45% of the children had a cough.', 'supported'],
  ['fevers', 'At admission, 45% of the children had a cough.', 'undetermined'],
  ['fevers', '入院时，45%的儿童咳嗽。', 'not supported'],
  ['fevers', 'Bone enzymes were higher in adults with symptomatic bone disease.', 'supported'],
  ['fevers', 'Bone enzymes were higher in adults with symptomatic liver disease.', 'undetermined'],
  ['fevers', 'Bone enzymes were higher in adults with gout.', 'not supported'],
  ['admissions', '57%的疟疾患儿血锌降低。', 'supported'],
  ['admissions', '57%的麻疹患儿血锌降低。', 'not supported'],
  ['admissions', '入院时，45%的患儿咳嗽。', 'not supported'],
  // Those of the study, if the sentence has none of its own.
  ['fevers', 'At discharge, 45% of the children with malaria had a cough.', 'supported'],
  ['fevers', 'Pain was less frequent with dalenol in children with malaria.', 'not accused'],
  ['fevers', '达仑醇（dalenol）降低了疟疾儿童的发热。', 'not accused'],
  ['fevers', '出院时，45%的儿童咳嗽。', 'supported'],
  ['admissions', '在疟疾患儿中，达仑醇减轻发热和头痛。', 'supported'],
  // A number of the study as a result.
  ['copperDose', 'Zinc rose by 40 mg with age.', 'undetermined'],
  ['copperDose', 'Zinc rose to 40 mg with age.', 'not supported'],
  ['copperDose', '锌随年龄升高40 mg。', 'not supported'],
  ['copperDose', '锌随年龄升高至40 mg。', 'not supported'],
  ['copperDoseChinese', '血锌随年龄升高40 mg。', 'not supported'],
  ['copperDoseChinese', '血锌随年龄升高至40 mg。', 'not supported'],
  ['copperDose', 'Zinc rose with age.', 'supported'],
  ['copperDose', 'Zinc rose with age at a copper dose of 40 mg.', 'supported'],
  ['copperDose', 'Copper levels were 12.4 mg in men.', 'supported'],
  ['copperDose', '男性铜水平为12.4 mg。', 'not accused'],
  ['copperDoseChinese', '血锌随年龄升高。', 'supported'],
  // A word of the title in the place of another.
  [
    'torsion',
    'Treatment with velotan, as compared with placebo, reduced albumin by 20% in nephropathy.',
    'not supported',
  ],
  ['torsion', 'Treatment with ranulol, as compared with placebo, reduced albumin by 20%.', 'supported'],
  ['torsion', 'Oophorectomy is the procedure of choice for most cases of torsion.', 'undetermined'],
  ['torsion', 'Detorsion is the procedure of choice for most cases of torsion.', 'supported'],
  ['torsion', 'Detorsion is the procedure of choice for most cases of torsion in girls.', 'not accused'],
  ['torsion', 'Growth factor was found in the mesenchyme surrounding regenerating crypts.', 'supported'],
  ['torsion', 'Growth factor was found in the epithelium surrounding regenerating crypts.', 'undetermined'],
  ['torsion', '口服锌缩短了疼痛时间。', 'not accused'],
  ['twisting', '卵巢切除术是多数卵巢扭转的首选术式。', 'not supported'],
  ['twisting', '复位术是多数卵巢扭转的首选术式。', 'supported'],
  // A time of another event.
  ['withdrawal', 'Cramps occur within a few days of stopping zinc.', 'supported'],
  ['withdrawal', 'Cramps occur within a few weeks of stopping zinc.', 'not supported'],
  ['withdrawal', 'After stopping zinc, cramps last a few weeks.', 'not accused'],
  ['withdrawal', 'After stopping zinc, cramps should be recognised after a few weeks.', 'not supported'],
  ['withdrawal', '停用锌后数天内出现痉挛。', 'not accused'],
  ['withdrawalChinese', '停用锌后数天内出现痉挛。', 'supported'],
  ['withdrawalChinese', '停用锌后数周内出现痉挛。', 'not supported'],
  ['withdrawalChinese', 'Cramps occur within a few weeks of stopping zinc.', 'not supported'],
];

/** Sentences that a sentence of the abstract agrees with, but may not support. */
export const requirementClaims = toClaims(rows);
