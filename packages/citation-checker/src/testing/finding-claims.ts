/** Verdict of a careful reader: `refused` is anything but supported, `accepted` anything but a deviation. */
type Expectation = 'supported' | 'accepted' | 'deviates' | 'refused';

/** Sentence about one of the invented abstracts below, with its class of error. Written for this repository. */
export type FindingClaim = {
  abstract: keyof typeof findingAbstracts;
  kind: FindingKind;
  sentence: string;
  expected: Expectation;
};

type FindingKind =
  | 'arm'
  | 'measure'
  | 'null'
  | 'polarity'
  | 'foreign'
  | 'scope'
  | 'derived'
  | 'name'
  | 'form';

/** Abstracts invented in the form of real ones. */
export const findingAbstracts = {
  heart: `BACKGROUND: Heart failure with reduced ejection fraction carries a high risk of death.
METHODS: In this double-blind trial, 4,800 adults with heart failure and reduced ejection fraction were randomly assigned to empagliflozin 10 mg once daily or placebo.
RESULTS: During a median of 16 months, the primary outcome occurred in 360 of 2,400 patients (15.0%) in the empagliflozin group and in 480 of 2,400 patients (20.0%) in the placebo group (hazard ratio, 0.74; 95% CI, 0.65 to 0.85; P<0.001). Hospitalization for heart failure was less frequent with empagliflozin than with placebo (HR 0.69; 95% CI, 0.59 to 0.81). Death from any cause did not differ significantly between the groups (HR 0.93; 95% CI, 0.79 to 1.10; P=0.40). Genital infections were reported by 1.8% of patients with empagliflozin and 0.4% with placebo. The incidence of hypoglycemia was similar in the two groups.
CONCLUSIONS: Empagliflozin reduced hospitalization for heart failure, but had no effect on all-cause mortality.`,
  surgery: `OBJECTIVE: To compare laparoscopic with open appendectomy.
METHODS: We randomized 240 children to laparoscopic (n = 118) or open (n = 122) appendectomy in an open-label trial.
RESULTS: The mean operating time was 62 (SD 14) minutes in the laparoscopic group and 48 (SD 11) minutes in the open group. Median hospital stay was 2.1 days (IQR 1.4-3.0) after laparoscopic and 3.4 days (IQR 2.2-4.9) after open surgery (P = 0.002). Wound infection occurred in 4% of laparoscopic and 11% of open operations (P = 0.03). Readmission within 30 days was 6.8% versus 5.7% (P = 0.73). Pain scores at 24 hours were lower in the laparoscopic group (3.1 vs 4.6, P<0.001), but at 7 days there was no difference.
CONCLUSION: Laparoscopic appendectomy takes longer but leads to fewer wound infections and a shorter stay than open surgery in children.`,
  cohort: `BACKGROUND: The relation between processed meat and colorectal cancer is debated.
METHODS: In a prospective cohort study, 82,500 men aged 40 to 75 years were followed for up to 14 years.
RESULTS: We identified 1,650 cases of colorectal cancer. High intake of processed meat was associated with a higher risk of colorectal cancer (relative risk 1.26, 95% CI 1.08-1.47). Poultry intake was not associated with colorectal cancer (RR 0.97, 95% CI 0.84 to 1.12). Fish intake might lower the risk of rectal cancer, although the association did not reach statistical significance (RR 0.86, 95% CI 0.72-1.03). At least 5 servings per week were needed for the association.
CONCLUSIONS: Processed meat, but not poultry, is positively associated with colorectal cancer in men.`,
  vitamin: `BACKGROUND: Whether vitamin D prevents fractures is uncertain.
METHODS: We randomly assigned 2,500 postmenopausal women to vitamin D3 (2000 IU per day) or placebo for 5 years.
RESULTS: Fractures occurred in 130 women taking vitamin D and 134 women taking placebo (hazard ratio 0.97; 95% CI 0.76 to 1.23). Vitamin D did not reduce the incidence of falls (P=0.62). Serum calcium increased slightly with vitamin D. Kidney stones were more common with vitamin D than with placebo (3.2% vs 2.1%, P=0.04).
CONCLUSIONS: Vitamin D supplementation did not lower the risk of fractures in postmenopausal women.`,
  obesity: `BACKGROUND: Weight loss is difficult to maintain in adults with obesity.
METHODS: In this randomized trial, 1,000 adults received semaglutide 2.4 mg weekly or placebo for 68 weeks.
RESULTS: The mean change in body weight was -14.9% with semaglutide and -2.4% with placebo. Systolic blood pressure changed by -2.5 mm Hg with semaglutide. Nausea was reported by 440 of 600 participants receiving semaglutide and by 64 of 400 receiving placebo. More than 80% of participants completed treatment. Semaglutide may improve hearing loss in older participants.
CONCLUSIONS: Semaglutide led to sustained weight loss in adults with obesity.`,
  registry: `AIMS: We examined oral anticoagulants and bleeding in atrial fibrillation.
METHODS: Retrospective registry study of 9,200 patients treated with apixaban or warfarin.
RESULTS: Apixaban was associated with a lower rate of major bleeding than warfarin (2.1 vs 3.5 per 100 person-years; adjusted hazard ratio 0.61, 95% CI 0.52-0.72). Stroke rates were comparable (1.3 vs 1.4 per 100 person-years, P = 0.48). Among patients older than 80 years, apixaban was associated with fewer intracranial hemorrhages.
CONCLUSION: Apixaban was associated with less bleeding than warfarin, whereas stroke rates did not differ.`,
  mice: `Obesity promotes liver inflammation. We treated 24 mice with a TNF inhibitor for 8 weeks. The inhibitor decreased hepatic steatosis and did not change body weight. Insulin sensitivity was higher in treated mice than in controls. Plasma triglycerides were 1.2 mmol/L in treated mice and 1.9 mmol/L in controls. Whether this applies to humans is unknown.`,
  acupuncture: `目的：评价电针治疗慢性腰痛的疗效。方法：将180例慢性腰痛患者随机分为电针组（90例）和药物组（90例），治疗8周。结果：电针组疼痛评分由6.8分降至2.9分，药物组由6.7分降至4.1分（P<0.01）。电针组总有效率为88.9%，药物组为75.6%。两组睡眠质量评分差异无统计学意义（P=0.35）。电针组不良反应发生率为4.4%，低于药物组的13.3%。结论：电针可减轻慢性腰痛患者的疼痛，但对睡眠质量无明显影响。`,
} as const;

type Row = readonly [kind: FindingKind, expected: Expectation, ...sentences: string[]];

const rows: Record<keyof typeof findingAbstracts, readonly Row[]> = {
  heart: [
    [
      'arm',
      'deviates',
      'The primary outcome occurred in 20.0% of patients with empagliflozin and in 15.0% of those with placebo.',
      'The primary outcome occurred in 20% of the empagliflozin group.',
      'Genital infections were reported by 0.4% of patients with empagliflozin and 1.8% with placebo.',
      'In the placebo group, the primary outcome was seen in 15.0% of patients.',
      '恩格列净组主要结局发生率为20.0%，安慰剂组为15.0%。',
      '安慰剂组有15.0%的患者发生主要结局。',
    ],
    [
      'arm',
      'supported',
      'The primary outcome occurred in 15.0% of patients with empagliflozin and in 20.0% of those with placebo.',
      'The primary outcome occurred in 15% of the empagliflozin group and 20% of the placebo group.',
      'The primary outcome was less frequent with empagliflozin than with placebo (15.0% vs 20.0%).',
      'Genital infections occurred in 1.8% and 0.4% of the empagliflozin and placebo groups, respectively.',
      '恩格列净组主要结局发生率为15.0%，安慰剂组为20.0%。',
    ],
    [
      'measure',
      'deviates',
      'Empagliflozin reduced hospitalization for heart failure (HR 0.93).',
      'Empagliflozin reduced hospitalization for heart failure (HR 0.69; 95% CI 0.65 to 0.85).',
      'The primary outcome was reduced by empagliflozin (hazard ratio 0.74; 95% CI 0.85 to 0.65).',
      'The primary outcome was reduced by empagliflozin (hazard ratio 0.65; 95% CI 0.74 to 0.85).',
      'The odds ratio for the primary outcome was 0.74 with empagliflozin.',
      '恩格列净降低心力衰竭住院风险（HR 0.93）。',
      '恩格列净降低心力衰竭住院风险（HR 0.69，95% CI 0.65～0.85）。',
    ],
    [
      'measure',
      'supported',
      'Empagliflozin reduced hospitalization for heart failure (HR 0.69, 95% CI 0.59–0.81).',
      'Empagliflozin did not significantly affect death from any cause (HR 0.93; 95% CI 0.79–1.10).',
      '恩格列净降低心力衰竭住院风险（HR 0.69，95% CI 0.59～0.81）。',
    ],
    [
      'null',
      'deviates',
      'Empagliflozin reduced all-cause mortality.',
      'Empagliflozin significantly lowered the risk of death from any cause in adults with heart failure.',
      'Hypoglycemia was more frequent with empagliflozin than with placebo.',
      'Empagliflozin had no effect on hospitalization for heart failure.',
      'There was no significant difference in hospitalization for heart failure between the groups.',
      '恩格列净显著降低全因死亡率。',
      '恩格列净可降低心力衰竭患者的全因死亡风险。',
      '恩格列净增加低血糖的发生率。',
      '恩格列净对心力衰竭住院无影响。',
    ],
    [
      'null',
      'supported',
      'Empagliflozin did not reduce all-cause mortality.',
      'All-cause mortality was similar with empagliflozin and placebo.',
      'The incidence of hypoglycemia did not differ between empagliflozin and placebo.',
      'Empagliflozin lowered the rate of hospitalization for heart failure.',
      '恩格列净未降低全因死亡率。',
      '恩格列净组与安慰剂组的低血糖发生率相似。',
      '恩格列净可减少心力衰竭住院。',
    ],
    [
      'polarity',
      'deviates',
      'Hospitalization for heart failure was less frequent with placebo than with empagliflozin.',
      'Empagliflozin increased hospitalization for heart failure.',
      'Placebo reduced hospitalization for heart failure compared with empagliflozin.',
      '恩格列净增加心力衰竭住院。',
    ],
    [
      'foreign',
      'refused',
      'Dapagliflozin reduced hospitalization for heart failure.',
      'Empagliflozin reduced hospitalization for stroke.',
      'Sitagliptin reduced hospitalization for heart failure compared with placebo.',
      'Empagliflozin improved quality of life in adults with heart failure.',
      'Empagliflozin slowed the decline in kidney function in heart failure.',
      '达格列净减少心力衰竭住院。',
      '恩格列净改善心力衰竭患者的生活质量。',
    ],
    [
      'scope',
      'deviates',
      'Empagliflozin 25 mg once daily reduced hospitalization for heart failure.',
      'Empagliflozin reduced hospitalization for heart failure in all patients.',
      'Empagliflozin reduced hospitalization for heart failure in children.',
      'During a median of 24 months, empagliflozin reduced hospitalization for heart failure.',
      'In an open-label trial, empagliflozin reduced hospitalization for heart failure.',
      'Empagliflozin cures heart failure.',
      '恩格列净25 mg每日一次可减少心力衰竭住院。',
      '恩格列净可减少儿童心力衰竭住院。',
    ],
    [
      'derived',
      'supported',
      'Empagliflozin reduced hospitalization for heart failure by 31%.',
      'The primary outcome was reduced by 26% with empagliflozin (HR 0.74).',
      'Empagliflozin lowered the risk of the primary outcome by 26%.',
      'The absolute difference in the primary outcome was 5 percentage points between placebo and empagliflozin.',
      '恩格列净使心力衰竭住院风险降低31%。',
    ],
    [
      'derived',
      'deviates',
      'Empagliflozin lowered the risk of the primary outcome by 36%.',
      'The absolute difference in the primary outcome was 7 percentage points between placebo and empagliflozin.',
      '恩格列净使心力衰竭住院风险降低41%。',
    ],
    [
      'name',
      'supported',
      'Empagliflozin reduced hospitalization for heart failure in patients with reduced ejection fraction.',
      'EMPAGLIFLOZIN REDUCED HOSPITALIZATION FOR HEART FAILURE.',
      '恩格列净可减少射血分数降低的心力衰竭患者住院。',
    ],
    ['form', 'deviates', 'EMPAGLIFLOZIN INCREASED HOSPITALIZATION FOR HEART FAILURE.'],
  ],
  surgery: [
    [
      'arm',
      'deviates',
      'Wound infection occurred in 11% of laparoscopic and 4% of open operations.',
      'The mean operating time was 48 minutes in the laparoscopic group.',
      'Median hospital stay was 3.4 days after laparoscopic and 2.1 days after open surgery.',
      'Wound infections were less frequent after laparoscopic than after open appendectomy (11% vs 4%).',
      '腹腔镜组切口感染率为11%，开放组为4%。',
    ],
    [
      'arm',
      'supported',
      'Wound infection occurred in 4% after laparoscopic and 11% after open appendectomy.',
      'Open appendectomy had a mean operating time of 48 minutes, laparoscopic appendectomy of 62 minutes.',
      'Wound infections were less frequent after laparoscopic than after open appendectomy (4% vs 11%).',
    ],
    [
      'measure',
      'refused',
      'The mean operating time was 14 minutes in the laparoscopic group.',
      'The mean hospital stay was 2.1 days after laparoscopic appendectomy.',
      'Wound infection occurred in 6.8% of laparoscopic operations.',
      'Pain scores at 7 days were lower in the laparoscopic group (3.1 vs 4.6).',
      'Median hospital stay was 2.1 days (IQR 2.2-4.9) after laparoscopic surgery.',
    ],
    [
      'null',
      'deviates',
      'Laparoscopic appendectomy lowered the readmission rate.',
      'Readmission within 30 days was more frequent after laparoscopic than after open appendectomy.',
      'There was no difference in wound infection between laparoscopic and open appendectomy.',
    ],
    [
      'null',
      'supported',
      'Readmission within 30 days did not differ significantly between laparoscopic and open appendectomy.',
    ],
    [
      'polarity',
      'deviates',
      'Open appendectomy leads to fewer wound infections than laparoscopic appendectomy.',
      'Laparoscopic appendectomy leads to more wound infections than open surgery.',
      'Hospital stay was longer after laparoscopic than after open appendectomy.',
      'The operating time was shorter in the laparoscopic group.',
    ],
    [
      'polarity',
      'supported',
      'Open appendectomy leads to more wound infections than laparoscopic appendectomy.',
      'Hospital stay was shorter after laparoscopic than after open appendectomy.',
    ],
    ['scope', 'deviates', 'Laparoscopic appendectomy leads to fewer wound infections in adults.'],
    [
      'derived',
      'supported',
      'Laparoscopic appendectomy reduced wound infections by 7 percentage points compared with open surgery.',
      'Hospital stay was 1.3 days shorter after laparoscopic than after open appendectomy.',
    ],
  ],
  cohort: [
    [
      'null',
      'deviates',
      'Poultry intake was associated with a lower risk of colorectal cancer.',
      'Poultry reduces the risk of colorectal cancer.',
      'Processed meat was not associated with colorectal cancer.',
      '禽肉摄入与结直肠癌风险降低相关。',
      '加工肉类与结直肠癌无关。',
    ],
    [
      'null',
      'refused',
      'Fish intake lowers the risk of rectal cancer.',
      'Fish intake significantly reduced rectal cancer.',
      '鱼类摄入可显著降低直肠癌风险。',
    ],
    [
      'null',
      'supported',
      'Poultry intake was not associated with the risk of colorectal cancer.',
      'Poultry was unrelated to colorectal cancer (RR 0.97).',
    ],
    [
      'polarity',
      'deviates',
      'High intake of processed meat was associated with a lower risk of colorectal cancer.',
      'Processed meat is inversely associated with colorectal cancer in men.',
      '加工肉类摄入与结直肠癌风险降低相关。',
    ],
    [
      'measure',
      'deviates',
      'Processed meat was associated with a higher risk of colorectal cancer (RR 0.97).',
      'Processed meat was associated with a higher risk of colorectal cancer (RR 1.26, 95% CI 0.84-1.12).',
      'Poultry intake was associated with a relative risk of 1.26 for colorectal cancer.',
    ],
    [
      'scope',
      'deviates',
      'Processed meat causes colorectal cancer in men.',
      'Processed meat was associated with a higher risk of colorectal cancer in women.',
      'A randomized trial showed that processed meat is associated with colorectal cancer.',
      '加工肉类导致男性结直肠癌。',
    ],
    [
      'scope',
      'refused',
      'Up to 5 servings per week were needed for the association.',
      'Fewer than 5 servings of processed meat per week were associated with colorectal cancer.',
      'Processed meat was associated with a higher risk of gastric cancer.',
    ],
    [
      'derived',
      'supported',
      'High intake of processed meat was associated with a 26% higher risk of colorectal cancer.',
      'About 2% of the 82,500 men developed colorectal cancer.',
      '加工肉类摄入高与结直肠癌风险升高26%相关。',
    ],
    [
      'derived',
      'deviates',
      'High intake of processed meat was associated with a 47% higher risk of colorectal cancer.',
      'High intake of processed meat was associated with a 26% lower risk of colorectal cancer.',
    ],
  ],
  vitamin: [
    [
      'null',
      'deviates',
      'Vitamin D reduces fractures in postmenopausal women.',
      'Vitamin D supplementation lowered the risk of fractures.',
      'Vitamin D reduced the incidence of falls.',
      'Vitamin D significantly prevented falls and fractures.',
      'There was no difference in kidney stones between vitamin D and placebo.',
      '维生素D可降低绝经后女性的骨折风险。',
      '维生素D减少跌倒。',
      '补充维生素D能有效预防骨折。',
    ],
    [
      'null',
      'supported',
      'Vitamin D had no effect on fractures.',
      'Vitamin D did not prevent falls in postmenopausal women.',
      '维生素D不能降低绝经后女性的骨折风险。',
      '维生素D对骨折风险无影响。',
    ],
    [
      'arm',
      'deviates',
      'Kidney stones occurred in 2.1% with vitamin D and 3.2% with placebo.',
      'Fractures occurred in 134 women taking vitamin D and 130 women taking placebo.',
    ],
    [
      'polarity',
      'deviates',
      'Kidney stones were more common with placebo than with vitamin D.',
      'Kidney stones were less common with vitamin D than with placebo.',
      'Serum calcium decreased with vitamin D.',
    ],
    ['scope', 'deviates', 'Women received vitamin D3 (2000 IU per day) or placebo for 5 months.'],
    ['foreign', 'refused', 'Vitamin E supplementation did not lower the risk of fractures in women.'],
    [
      'derived',
      'supported',
      'Fractures occurred in 264 women during the trial.',
      'Vitamin D increased kidney stones by 1.1 percentage points compared with placebo.',
    ],
  ],
  obesity: [
    [
      'arm',
      'deviates',
      'The mean change in body weight was -2.4% with semaglutide and -14.9% with placebo.',
      '司美格鲁肽组体重变化为-2.4%，安慰剂组为-14.9%。',
    ],
    [
      'name',
      'supported',
      'Semaglutide led to weight loss of 14.9% in adults with obesity.',
      'Semaglutide increased weight loss compared with placebo.',
      'Body weight fell by 14.9% with semaglutide.',
      '司美格鲁肽使肥胖成人体重下降14.9%。',
    ],
    [
      'form',
      'deviates',
      'Systolic blood pressure changed by +2.5 mm Hg with semaglutide.',
      'Semaglutide increased systolic blood pressure by 2.5 mm Hg.',
      'Semaglutide raised body weight by 14.9%.',
    ],
    [
      'form',
      'supported',
      'Systolic blood pressure fell by 2.5 mm Hg with semaglutide.',
      'Systolic blood pressure changed by −2.5 mm Hg with semaglutide.',
    ],
    ['null', 'refused', 'Semaglutide improves hearing loss in older participants.'],
    [
      'scope',
      'refused',
      'Less than 80% of participants completed treatment.',
      'At most 80% of participants completed treatment.',
    ],
    ['scope', 'supported', 'Over 80% of participants completed treatment.'],
    [
      'derived',
      'supported',
      'Nausea was reported by 73% of participants receiving semaglutide and by 16% receiving placebo.',
      'Less than 20% of participants did not complete treatment.',
    ],
    [
      'derived',
      'deviates',
      'Nausea was reported by 53% of participants receiving semaglutide and by 16% receiving placebo.',
    ],
    ['foreign', 'refused', 'Tirzepatide led to sustained weight loss in adults with obesity.'],
  ],
  registry: [
    [
      'scope',
      'deviates',
      'In a randomized trial, apixaban was associated with less bleeding than warfarin.',
      'Apixaban was associated with fewer intracranial hemorrhages among patients younger than 80 years.',
    ],
    [
      'polarity',
      'deviates',
      'Warfarin was associated with less bleeding than apixaban.',
      'Major bleeding was more frequent with apixaban than with warfarin.',
      '阿哌沙班的大出血发生率高于华法林。',
      '与阿哌沙班相比，华法林的大出血发生率较低。',
    ],
    [
      'polarity',
      'supported',
      'Warfarin was associated with more major bleeding than apixaban.',
      'Major bleeding was less frequent with apixaban than with warfarin.',
      '阿哌沙班的大出血发生率低于华法林。',
    ],
    [
      'null',
      'deviates',
      'Apixaban reduced stroke compared with warfarin.',
      'Stroke was less frequent with apixaban than with warfarin.',
      '阿哌沙班的卒中发生率低于华法林。',
    ],
    [
      'null',
      'supported',
      'Stroke rates were similar with apixaban and warfarin.',
      '阿哌沙班与华法林的卒中发生率相当。',
    ],
    [
      'arm',
      'deviates',
      'Major bleeding occurred at 3.5 per 100 person-years with apixaban and 2.1 with warfarin.',
    ],
    [
      'foreign',
      'refused',
      'Rivaroxaban was associated with less bleeding than warfarin.',
      'Apixaban was associated with less dementia than warfarin.',
    ],
    [
      'derived',
      'supported',
      'Apixaban was associated with a 39% lower rate of major bleeding than warfarin.',
    ],
  ],
  mice: [
    [
      'polarity',
      'deviates',
      'The TNF inhibitor increased hepatic steatosis in mice.',
      '该抑制剂加重小鼠肝脂肪变性。',
    ],
    [
      'null',
      'deviates',
      'The TNF inhibitor reduced body weight in mice.',
      'The TNF inhibitor did not affect hepatic steatosis.',
    ],
    ['arm', 'deviates', 'Plasma triglycerides were 1.9 mmol/L in treated mice.'],
    ['null', 'supported', 'The TNF inhibitor did not change body weight in mice.'],
    ['scope', 'deviates', 'The TNF inhibitor decreased hepatic steatosis in patients.'],
  ],
  acupuncture: [
    [
      'arm',
      'deviates',
      '电针组总有效率为75.6%，药物组为88.9%。',
      '药物组不良反应发生率为4.4%。',
      '电针组疼痛评分由6.7分降至4.1分。',
    ],
    [
      'arm',
      'supported',
      '药物组总有效率为75.6%，电针组为88.9%。',
      '不良反应发生率药物组为13.3%，电针组为4.4%。',
    ],
    ['null', 'deviates', '电针可改善慢性腰痛患者的睡眠质量。', '两组疼痛评分差异无统计学意义。'],
    ['null', 'supported', '电针对睡眠质量无明显影响。', '电针组与药物组睡眠质量评分无显著差异。'],
    ['polarity', 'deviates', '电针组不良反应发生率高于药物组。', '电针加重慢性腰痛患者的疼痛。'],
    ['foreign', 'refused', '艾灸可减轻慢性腰痛患者的疼痛。', '电针可减轻膝骨关节炎患者的疼痛。'],
    ['derived', 'supported', '电针组总有效率比药物组高13.3个百分点。'],
    [
      'polarity',
      'deviates',
      'Adverse reactions were more frequent with electroacupuncture than with medication (13.3% vs 4.4%).',
    ],
  ],
};

export const findingClaims: readonly FindingClaim[] = Object.entries(rows).flatMap(([abstract, list]) =>
  list.flatMap(([kind, expected, ...sentences]) =>
    sentences.map((sentence) => ({
      abstract: abstract as FindingClaim['abstract'],
      kind,
      sentence,
      expected,
    })),
  ),
);
