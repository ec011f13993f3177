import type { Verification } from '@citewell/sdk';

/**
 * Sentence in Chinese (or English) with its abstract and the verdict of a reader of both. Written for this repository.
 */
export type ChineseClaim = {
  abstract: keyof typeof chineseClaimAbstracts;
  sentence: string;
  verdict: Verification['verdict'];
  /** Deviation that a careful reader would name. */
  deviation?: Verification['deviations'][number]['type'];
};

/** Abstracts invented in the form of real ones. */
export const chineseClaimAbstracts = {
  metformin: `BACKGROUND: Metformin is widely used in type 2 diabetes, but its effect on cardiovascular events is uncertain.
METHODS: In this randomized controlled trial, 1,204 adults with type 2 diabetes were assigned to metformin 1000 mg twice daily or placebo for 24 months.
RESULTS: Glycated hemoglobin decreased by 1.2% in the metformin group and by 0.3% in the placebo group (P<0.001). Myocardial infarction occurred in 25% fewer patients with metformin (hazard ratio 0.75, 95% CI 0.61 to 0.92). Diarrhea was more common with metformin than with placebo (18% vs 9%). There was no significant difference in mortality between the groups.
CONCLUSIONS: Metformin reduced glycated hemoglobin and the risk of myocardial infarction in adults with type 2 diabetes, but did not reduce mortality.`,
  coffee: `OBJECTIVE: To examine the association between coffee consumption and stroke.
METHODS: We conducted a prospective cohort study of 32,000 women aged 45 years or older who were followed for 10 years.
RESULTS: Coffee consumption was associated with a lower risk of stroke (relative risk 0.83, 95% CI 0.72 to 0.96). Smoking was associated with an increased risk of stroke. Coffee may protect against stroke through lower inflammation.
CONCLUSIONS: Coffee consumption may be associated with a reduced risk of stroke in women.`,
  mice: `Interleukin-6 is increased in obesity. Here we show that interleukin-6 deficiency reduced liver fibrosis in mice fed a high-fat diet. Fibrosis decreased by half in knockout mice, and insulin resistance improved. In cultured hepatocytes, interleukin-6 increased collagen expression 3-fold.`,
  chinese: `目的：探讨阿托伐他汀对老年冠心病患者血脂的影响。方法：选取2018年至2020年收治的120例老年冠心病患者，随机分为观察组和对照组，各60例。观察组给予阿托伐他汀20 mg每日一次，对照组给予安慰剂，疗程12周。结果：观察组低密度脂蛋白胆固醇由3.6 mmol/L降低至2.1 mmol/L，对照组无明显变化（P<0.05）。观察组总有效率为91.7%，高于对照组的73.3%。两组不良反应发生率差异无统计学意义。结论：阿托伐他汀可降低老年冠心病患者的低密度脂蛋白胆固醇，且安全性良好。`,
} as const;

const claim = (
  abstract: ChineseClaim['abstract'],
  sentence: string,
  verdict: ChineseClaim['verdict'] = 'supported',
  deviation?: ChineseClaim['deviation'],
): ChineseClaim => ({ abstract, sentence, verdict, ...(deviation && { deviation }) });

export const chineseClaims: readonly ChineseClaim[] = [
  // Agreement across languages.
  claim('metformin', '二甲双胍可降低2型糖尿病成人患者的心肌梗死风险。'),
  claim('metformin', '二甲双胍组糖化血红蛋白下降1.2%，安慰剂组下降0.3%。'),
  claim('metformin', '二甲双胍使心肌梗死减少25%（HR 0.75，95% CI 0.61～0.92）。'),
  claim('metformin', '该随机对照试验纳入1204例2型糖尿病患者。'),
  claim('metformin', '二甲双胍组腹泻较安慰剂组更常见（18%比9%）。'),
  claim('metformin', '二甲双胍未降低死亡率。'),
  claim('metformin', '两组死亡率无显著差异。'),
  claim('metformin', '二甲双胍能降低糖化血红蛋白。'),
  claim('coffee', '饮用咖啡与女性卒中风险降低相关。'),
  claim('coffee', '咖啡与较低的卒中风险相关（RR 0.83，95% CI 0.72～0.96）。'),
  claim('coffee', '吸烟与卒中风险升高有关。'),
  claim('mice', '白细胞介素-6缺陷减轻了小鼠肝纤维化。'),
  claim('mice', '白细胞介素-6使肝细胞胶原表达增加3倍。'),
  // Numbers.
  claim('metformin', '二甲双胍组糖化血红蛋白下降2.1%。', 'deviates', 'numeric'),
  claim('metformin', '二甲双胍使心肌梗死风险降低三成五。', 'deviates', 'numeric'),
  claim('metformin', '二甲双胍使心肌梗死减少百分之四十。', 'deviates', 'numeric'),
  claim('metformin', '该试验纳入1.2万例2型糖尿病成人患者，比较二甲双胍与安慰剂。', 'deviates', 'numeric'),
  claim('metformin', '二甲双胍与安慰剂的治疗时间为３６个月。', 'deviates', 'numeric'),
  claim('metformin', '二甲双胍剂量为500 mg每日两次。', 'deviates', 'numeric'),
  claim('metformin', '二甲双胍降低心肌梗死风险（风险比0.57）。', 'deviates', 'numeric'),
  claim('coffee', '该队列研究纳入3.2万名女性，随访20年。', 'deviates', 'numeric'),
  claim('coffee', '咖啡与较低的卒中风险相关（RR 0.38）。', 'deviates', 'numeric'),
  claim('mice', '白细胞介素-6使肝细胞胶原表达增加5倍。', 'deviates', 'numeric'),
  claim('coffee', '该前瞻性队列研究对3.2万名女性随访10年，考察咖啡与卒中。'),
  claim('coffee', '对三万二千名女性的前瞻性队列研究发现咖啡与卒中风险降低相关。'),
  // Units.
  claim('metformin', '二甲双胍剂量为1000 μg每日两次。', 'deviates', 'unit'),
  claim('metformin', '2型糖尿病成人患者接受二甲双胍或安慰剂治疗2年。'),
  // Directions and negation.
  claim('metformin', '二甲双胍升高了糖化血红蛋白。', 'deviates', 'direction'),
  claim('metformin', '二甲双胍增加2型糖尿病成人患者的心肌梗死风险。', 'deviates', 'direction'),
  claim('coffee', '饮用咖啡与女性卒中风险升高相关。', 'deviates', 'direction'),
  claim('mice', '白细胞介素-6缺陷加重了小鼠肝纤维化。', 'deviates', 'direction'),
  claim('mice', '白细胞介素-6降低肝细胞的胶原表达。', 'deviates', 'direction'),
  claim('metformin', '二甲双胍不能降低2型糖尿病成人患者的心肌梗死风险。', 'deviates', 'direction'),
  claim('metformin', '二甲双胍降低了死亡率。', 'deviates', 'direction'),
  // Populations.
  claim('metformin', '二甲双胍可降低2型糖尿病儿童的心肌梗死风险。', 'deviates', 'context'),
  claim('coffee', '饮用咖啡与男性卒中风险降低相关。', 'deviates', 'context'),
  claim('mice', '白细胞介素-6缺陷减轻了患者的肝纤维化。', 'deviates', 'over_extrapolation'),
  claim('coffee', '饮用咖啡与儿童卒中风险降低相关。', 'deviates', 'context'),
  claim('metformin', '二甲双胍可降低糖尿病小鼠的心肌梗死风险。', 'deviates', 'context'),
  // Causes, certainty, designs.
  claim('coffee', '随机对照试验显示，饮用咖啡与女性卒中风险降低相关。', 'deviates', 'design'),
  claim('coffee', '吸烟导致卒中风险升高。', 'deviates', 'causality'),
  claim('metformin', '二甲双胍可根治2型糖尿病，降低糖化血红蛋白。', 'deviates', 'over_extrapolation'),
  // Another subject.
  claim('metformin', '阿司匹林可预防结直肠癌。', 'undetermined'),
  claim('metformin', '肺炎患者应尽早使用抗生素。', 'undetermined'),
  claim('coffee', '维生素D缺乏与骨质疏松相关。', 'undetermined'),
  claim('coffee', '绿茶可改善睡眠质量。', 'undetermined'),
  claim('mice', '奥美拉唑用于治疗胃溃疡。', 'undetermined'),
  claim('mice', '流感疫苗对医护人员有效。', 'undetermined'),
  // Chinese against Chinese.
  claim('chinese', '阿托伐他汀可降低老年冠心病患者的低密度脂蛋白胆固醇，且安全性良好。'),
  claim('chinese', '观察组总有效率为91.7%，高于对照组的73.3%。'),
  claim('chinese', '两组不良反应发生率差异无统计学意义。'),
  claim('chinese', '观察组给予阿托伐他汀20 mg每日一次。'),
  claim('chinese', '观察组总有效率为81.7%，高于对照组的73.3%。', 'deviates', 'numeric'),
  claim(
    'chinese',
    '选取2018年至2020年收治的220例老年冠心病患者，随机分为观察组和对照组。',
    'deviates',
    'numeric',
  ),
  claim('chinese', '观察组给予阿托伐他汀40 mg每日一次，对照组给予安慰剂。', 'deviates', 'numeric'),
  claim(
    'chinese',
    '阿托伐他汀可升高老年冠心病患者的低密度脂蛋白胆固醇，且安全性良好。',
    'deviates',
    'direction',
  ),
  claim('chinese', '观察组总有效率为91.7%，低于对照组的73.3%。', 'deviates', 'direction'),
  claim('chinese', '阿托伐他汀不能降低老年冠心病患者的低密度脂蛋白胆固醇。', 'deviates', 'negation'),
  claim(
    'chinese',
    '阿托伐他汀可降低儿童冠心病患者的低密度脂蛋白胆固醇，且安全性良好。',
    'deviates',
    'context',
  ),
  claim('chinese', '观察组总有效率为73.3%，高于对照组的91.7%。', 'deviates', 'comparator'),
  claim('chinese', '针灸可缓解腰痛。', 'undetermined'),
  claim('chinese', '肺癌筛查应采用低剂量计算机断层扫描。', 'undetermined'),
  // English against Chinese.
  claim(
    'chinese',
    'Atorvastatin lowered low-density lipoprotein cholesterol in elderly patients with coronary heart disease.',
  ),
  claim('chinese', 'The total effective rate was 81.7% with atorvastatin.', 'deviates', 'numeric'),
  claim(
    'chinese',
    'Atorvastatin increased low-density lipoprotein cholesterol in elderly patients with coronary heart disease.',
    'deviates',
    'direction',
  ),
  claim('chinese', 'Vaccination prevents influenza in nurses.', 'undetermined'),
];
