import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chineseFinding } from './chinese-finding.ts';
import { chineseTerms } from './chinese-terms.ts';

const toChinese = chineseTerms(new Map([['acupuncture', '针灸']]));

const said: [english: string, chinese: string][] = [
  [
    'Folic acid reduced preterm birth from 8.1% to 5.3% compared with placebo.',
    '与安慰剂相比，叶酸减少早产（由8.1%变为5.3%）。',
  ],
  ['Metformin lowered HbA1c by 1.1% (P < 0.001).', '二甲双胍降低HbA1c（1.1%；P < 0.001）。'],
  ['Statins did not reduce all-cause mortality in older adults.', '在老年人中，他汀类药物未降低全因死亡率。'],
  ['Smoking is associated with an increased risk of lung cancer.', '吸烟与肺癌风险升高相关。'],
  ['Our results suggest that aspirin may prevent stroke.', '结果提示：阿司匹林可能预防脑卒中。'],
  [
    'Aspirin significantly reduced the risk of stroke (HR 0.8, 95% CI 0.7-0.9) in patients with atrial fibrillation.',
    '在心房颤动患者中，阿司匹林显著降低脑卒中风险（HR 0.8, 95% CI 0.7-0.9）。',
  ],
  [
    'The incidence of stroke was significantly lower in the aspirin group than in the placebo group (8% vs 12%; P = 0.01).',
    '阿司匹林组的脑卒中发生率显著低于安慰剂组（8% vs 12%; P = 0.01）。',
  ],
  [
    'There was no difference in mortality between metformin and placebo.',
    '二甲双胍与安慰剂之间的死亡率无差异。',
  ],
  ['Acupuncture is not effective for migraine.', '针灸对偏头痛无效。'],
  [
    'In-hospital mortality was 9.6% in women and 5.3% in men (P = 0.01).',
    '院内死亡率：女性9.6%，男性5.3%（P = 0.01）。',
  ],
  [
    'The rate of preterm birth was 8.1% in the aspirin group and 10.2% in the placebo group.',
    '早产发生率：阿司匹林组8.1%，安慰剂组10.2%。',
  ],
  ['Smoking was an independent risk factor for stroke.', '吸烟是脑卒中的独立危险因素。'],
  ['Smoking was not a risk factor for stroke.', '吸烟不是脑卒中的危险因素。'],
  [
    'The sensitivity and specificity of mammography were 77.8% and 97.5%, respectively.',
    '乳腺X线检查的敏感度和特异度分别为77.8%和97.5%。',
  ],
  [
    'Treatment with statins significantly reduced the risk of all cause mortality (odds ratio 0.88, 95% confidence interval 0.81 to 0.96).',
    '他汀类药物治疗显著降低全因死亡风险（比值比 0.88, 95% 置信区间 0.81至0.96）。',
  ],
  [
    'Statin treatment is not associated with a lower incidence of AKI after cardiac surgery.',
    '心脏手术后，他汀类药物治疗与AKI发生率较低无关联。',
  ],
  [
    'Daily use of aspirin is associated with a significant reduction in the incidence of colorectal adenomas in patients with previous colorectal cancer.',
    '在既往结直肠癌患者中，阿司匹林的每日使用与结直肠腺瘤发生率显著降低相关。',
  ],
  [
    'Ibuprofen reduces the risk of stroke and transient renal insufficiency.',
    '布洛芬降低脑卒中和短暂肾功能不全风险。',
  ],
  ['Metformin failed to reduce mortality.', '二甲双胍未降低死亡率。'],
  ['Aspirin reduced stroke and increased major bleeding.', '阿司匹林减少脑卒中，且增加大出血。'],
  [
    'Alendronate significantly reduced the risk of fractures among women with osteoporosis but not among women with asthma.',
    '在患有骨质疏松症的女性中，阿仑膦酸钠显著降低骨折风险，但在患有哮喘的女性中并非如此。',
  ],
  [
    'Laparoscopic appendectomy is a safe and effective treatment for acute appendicitis in pregnant women.',
    '在孕妇中，腹腔镜阑尾切除术是急性阑尾炎的安全且有效的治疗。',
  ],
  ['Aspirin reduced stroke, but bleeding increased.', '阿司匹林减少脑卒中，但出血升高。'],
  [
    'The adjusted relative risk of stroke in the aspirin group, as compared with the placebo group, was 0.65 (95 percent confidence interval, 0.46 to 0.91).',
    '与安慰剂组相比，阿司匹林组中的脑卒中的校正相对风险为0.65（95% 置信区间, 0.46至0.91）。',
  ],
  [
    'Maternal obesity was found to have no significant influence on birth weight.',
    '母亲肥胖对出生体重无显著影响。',
  ],
  ['Mortality did not differ between the groups.', '组间死亡率无差异。'],
  ['Myopia is more common in girls than in boys.', '女孩的近视多于男孩。'],
  [
    'Aspirin reduces the risk of stroke and significantly increased survival in women.',
    '阿司匹林降低脑卒中风险，且在女性中，显著增加生存。',
  ],
  // The written word, not the lay one.
  [
    'Vitamin D deficiency was associated with an increased risk of epilepsy.',
    '维生素D缺乏与癫痫风险升高相关。',
  ],
  ['Antihypertensive treatment reduced the risk of dementia.', '降压治疗降低痴呆风险。'],
  ['Constipation was more common in the opioid group.', '阿片类药物组的便秘较常见。'],
  ['Urinary incontinence was more common in women.', '女性的尿失禁较常见。'],
  ['Buprenorphine reduced opioid dependence.', '丁丙诺啡减少阿片类药物依赖。'],
  ['Alcohol abuse was associated with suicide.', '酒精滥用与自杀相关。'],
  ['Left ventricular strain predicted mortality.', '左心室应变预测死亡率。'],
  ['Elevated white cell count predicted death.', '白细胞计数升高预测死亡。'],
  ['Women were significantly older than men.', '女性的年龄显著大于男性。'],
  [
    '23 072 nondiabetic patients had no survival benefit (3.0% versus 3.0%).',
    '23 072名非糖尿病患者无生存获益（3.0% vs 3.0%）。',
  ],
  ['RESULTS The median age was 68 years (range 31-87 years).', '中位年龄为68岁（范围 31-87岁）。'],
  [
    'In-hospital mortality was 8.2% in the HIS group and 3.4% in the LIS group.',
    '院内死亡率：HIS组8.2%，LIS组3.4%。',
  ],
];

/** Omitting or reversing one of these words would change the finding. */
const unsaid = [
  'Statins reduced mortality in men but not in the other 12.',
  'Statins reduced mortality only in men.',
  'Aspirin reduced stroke, and only in men.',
  'Neither aspirin nor clopidogrel reduced stroke.',
  'Aspirin reduced stroke at the cost of major bleeding.',
  'Zorblaxan reduced mortality.',
  'Mortality was 9.6% in women and 5.3% in men with diabetes, respectively.',
  'Aspirin reduced body weight in both phenotypes.',
  'Mortality did not differ between men and women but was higher in smokers.',
  'Muscle pain was more common in women than in men except in the arms.',
  'A score of 60 predicted stroke in hypertensive patients with a high sensitivity and specificity.',
  'Aspirin is safe, effective, and cheap when patients are selected.',
  'Low salivary flow was associated with stroke.',
  'Treatment of infants with macrolides in a hospital with a ward was associated with stroke.',
  'This treatment reduced mortality.',
  'They reduced mortality.',
  // A part of a sentence is no line.
  'Ibuprofen is as effective as indomethacin in preventing stroke and is cheap.',
  'Aspirin reduced stroke in adults, and the drug was given with food.',
  // Words with several meanings, superlatives, adverbs and shared heads.
  'Drug abuse and strain were associated with abuse.',
  'Nuclear factor expression predicted mortality.',
  'Myocardial depression predicted mortality.',
  'The rate of progression was lower with aspirin.',
  'Glioblastoma is the most malignant brain tumor.',
  'Young patients with stroke often have no vascular risk factors.',
  'Statins did not have a significant effect on mortality.',
  'Depression scores and quality of life did not differ.',
  'Aspirin was associated with a significant reduction in the rate of stroke and duration of ICU stay.',
  'Bezafibrate reduces the incidence and delays the onset of diabetes.',
  'Mortality was higher in HIV-positive than in HIV-negative patients with asthma who smoked.',
  '62 (58.5%) of the patients had adverse outcomes.',
  'There were 190 patients in the aspirin group and 245 in the control group.',
  'Women in the aspirin group had a lower incidence of stroke compared with women in the placebo group.',
  'There were no significant differences between groups in the levels of CRP and leptin.',
  'The incidence of stroke and patient satisfaction did not differ.',
  // Without an outcome.
  'There were no significant differences between the two groups (P = 0.9).',
  'There was no difference in the placebo group.',
  'There was no significant interaction (P = 0.9).',
  'Aspirin may have reduced mortality.',
  'Weight and BMI were effectively unchanged.',
  'Mortality was higher in men; however, there were no significant differences.',
  'After adjusting for age, the IRR was 0.85 (95% CI 0.44, 1.7).',
  'Age accounted for the association between asthma and stroke.',
  'The incidence of infection was higher with metformin (93.4%) versus aspirin (82.0%).',
  'A significant decrease was observed after 6 weeks.',
  'Groups were similar in age, body weight, and sex distribution.',
  'There were no differences between the aspirin group and the control group in the prevalence of stroke.',
  // Ratios of nothing, other sections and pronouns.
  'The adjusted RR was 0.77 (95% CI 0.63-0.94).',
  'Men in the highest quartile had an adjusted hazard ratio of 2.86.',
  'EXPERIMENTAL DESIGN Eligible patients had breast cancer.',
  'AIMS patients with diabetes had a high risk of stroke.',
  'Its presence was a risk factor for stroke.',
  'Median follow-up was 2.5 years.',
];

describe('chineseFinding', () => {
  for (const [english, chinese] of said)
    it(`translates every word of “${english}”`, () =>
      assert.equal(chineseFinding(english, toChinese), chinese));
  for (const english of unsaid)
    it(`returns nothing where a word has no translation: ${english}`, () =>
      assert.equal(chineseFinding(english, toChinese), undefined));
});
