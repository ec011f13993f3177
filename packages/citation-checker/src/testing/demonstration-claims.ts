import type { Verdict } from '../check.ts';
import type { DeviationKind } from '../finding.ts';

/** Abstracts invented in the form of real ones. */
export const demonstrationAbstracts = {
  tinzalin:
    'BACKGROUND: In small studies of surgical patients, tinzalin reduced deep vein thrombosis. We tested tinzalin after hip fracture in adults. METHODS: We randomly assigned 412 adults with hip fracture to oral tinzalin 20 mg once daily for 6 weeks or placebo. The primary outcome was pulmonary embolism at 90 days. RESULTS: Pulmonary embolism occurred in 9 of 206 patients given tinzalin and 11 of 206 given placebo (hazard ratio 0.82, 95% CI 0.34 to 1.97). Deep vein thrombosis occurred in 4.4% and 9.2% (hazard ratio 0.46, 95% CI 0.22 to 0.98). Major bleeding was similar. Serum potassium was 4.1 mmol/l in both groups. CONCLUSIONS: Tinzalin lowered deep vein thrombosis but not pulmonary embolism after hip fracture.',
  tea: 'OBJECTIVE: To study whether tea drinking is associated with kidney stones in women with Down syndrome. METHODS: We followed 2310 women for 8 years. RESULTS: Compared with none, three or more cups of tea a day was associated with kidney stones (hazard ratio 1.26, 95% CI 1.04 to 1.53). No association was seen with gallstones (hazard ratio 1.05, 95% CI 0.88 to 1.26). CONCLUSIONS: In this cohort, heavy tea drinking was associated with kidney stones.',
  domaril:
    'METHODS: 88 adults were assigned to domaril or placebo. RESULTS: Anxiety was reported by 7% with domaril and 3% with placebo.',
  metformin:
    'METHODS: 240 adults were assigned to metformin or placebo. RESULTS: HbA1c fell by 1.1 percentage points with metformin and by 0.2 with placebo. Body weight fell by 1.9 kg with metformin and by 0.6 kg with placebo. CONCLUSIONS: Metformin lowered HbA1c and body weight in newly diagnosed type 2 diabetes without causing severe hypoglycaemia.',
  simvastatin:
    'RESULTS: Simvastatin reduced LDL cholesterol more than placebo (38% versus 2%). All-cause mortality was lower with simvastatin (hazard ratio 0.74, 95% CI 0.60 to 0.91). CONCLUSIONS: Simvastatin reduced LDL cholesterol and mortality.',
  'vitamin-d':
    'RESULTS: Vitamin D alone did not reduce any fracture or hip fracture (RR 1.10, 95% CI 0.95 to 1.27). Vitamin D with calcium reduced hip fractures (RR 0.84, 95% CI 0.74 to 0.96). CONCLUSIONS: Vitamin D with calcium, but not vitamin D alone, reduced hip fractures in older adults.',
  'heart-failure':
    'RESULTS: Empagliflozin reduced hospitalization for heart failure in patients with preserved ejection fraction (HR 0.71, 95% CI 0.60 to 0.83).',
  helicobacter:
    '方法：将1630名健康感染者随机分为根除组和安慰剂组。结果：根除幽门螺杆菌使健康感染者的胃癌发生率降低约一半。结论：根除幽门螺杆菌可降低健康感染者的胃癌风险。',
  infarction:
    'BACKGROUND: Metformin is widely used in type 2 diabetes. METHODS: We assigned 1,204 adults with type 2 diabetes to metformin or placebo for 24 months. RESULTS: Myocardial infarction occurred in 25% fewer patients with metformin (hazard ratio 0.75, 95% CI 0.61 to 0.92). CONCLUSIONS: Metformin reduced the risk of myocardial infarction in adults with type 2 diabetes.',
  apnoea:
    'BACKGROUND: Obesity worsens sleep apnoea in adults with Down syndrome. RESULTS: Continuous positive airway pressure improved sleep quality in adults with Down syndrome. Chronic pain was unchanged.',
  falls:
    'METHODS: 2,300 women were randomised to vitamin D or placebo. RESULTS: Vitamin D did not reduce falls (rate ratio 0.99, 95% CI 0.90 to 1.10). Mortality falls by 5% per year. CONCLUSIONS: Vitamin D does not reduce falls in older women.',
  potassium: 'RESULTS: Serum potassium fell by 0.4 mmol/l with tinzalin.',
  mice: 'METHODS: Mice were fed a high-fat diet. RESULTS: Interleukin-6 deficiency reduced liver fibrosis in mice.',
  pioglitazone:
    'OBJECTIVE: To study bladder cancer with pioglitazone. RESULTS: Ever use of pioglitazone was not associated with bladder cancer risk. Ever use of pioglitazone was associated with increased risk of prostate cancer. Signalling that does not need cAMP did not increase E4bp4 expression.',
  lorivane:
    'BACKGROUND: Airway inflammation drives asthma. METHODS: Mice sensitised with ovalbumin were given lorivane or vehicle for 7 days. RESULTS: Lorivane lowered eosinophil counts in the airways of sensitised mice by 48%. In cultured human bronchial cells it did not alter interleukin-5 release.',
  registry:
    'OBJECTIVE: To study readmission after hip replacement. METHODS: We retrospectively reviewed 412 patients of a single centre who had a hip replacement. RESULTS: Readmission within 30 days was more frequent in smokers (odds ratio 1.63, 95% CI 1.01 to 2.63). Mortality did not differ between smokers and others (P=0.19). Patients stayed for a median of 6 days. CONCLUSIONS: Smoking was associated with readmission.',
  colitis:
    'RESULTS: Drug M increased stool frequency, abdominal pain and night waking. CONCLUSIONS: Drug M may heal colitis in selected children.',
  sampling:
    'OBJECTIVE: To compare weekly and monthly saline irrigation in Norwegian kindergartens with influenza. METHODS: Swabs were taken by nurses. RESULTS: Isolates from sentinel physicians peaked earlier than those reported by laboratories. The swab pattern went from a homogeneous pattern to a scattered one. Fever was associated with absence. CONCLUSIONS: Weekly irrigation increased mucus clearance.',
  taste:
    'METHODS: We made Fn2 knockout mice. RESULTS: Less strict diets were not associated with obesity. Fn2 KO mice drank less sucrose than littermates. Mice with rescued Fn2 responded normally to bitter stimuli but did not taste sweet stimuli. Obesity was found in 35% with sucrose and 25% with saccharin.',
  phlebitis:
    'METHODS: A randomised, double-blind trial in 42 adults. RESULTS: The incidence of phlebitis was 9.5% in the study group and 43.2% in the control group (P=0.01), and its mean incidence was 15.4 per 10(5) catheter days. Pain scores did not differ significantly.',
  corin:
    'RESULTS: Plasma corin was significantly higher in the patient group compared to the control group. There was no correlation between corin and stress hormones.',
} as const;

/** Sentence about one of the abstracts above, with the verdict that can be demonstrated. */
export type DemonstrationClaim = {
  abstract: keyof typeof demonstrationAbstracts;
  sentence: string;
  verdict: Verdict;
  deviation: DeviationKind | undefined;
};

const rows: readonly [keyof typeof demonstrationAbstracts, string, Verdict, DeviationKind?][] = [
  ['tinzalin', 'Tinzalin lowered mortality after hip fracture.', 'undetermined'],
  [
    'tinzalin',
    'Deep vein thrombosis occurred in 9.2% of patients given tinzalin and in 4.4% of those given placebo.',
    'undetermined',
  ],
  ['tinzalin', 'Tinzalin reduced deep vein thrombosis in surgical patients.', 'undetermined'],
  [
    'tinzalin',
    'Tinzalin more than halved the hazard of deep vein thrombosis after hip fracture.',
    'undetermined',
  ],
  ['tinzalin', 'Tinzalin lowered deep vein thrombosis after hip fracture.', 'supported'],
  ['tinzalin', 'Tinzalin did not lower pulmonary embolism after hip fracture.', 'supported'],
  ['tinzalin', 'Tinzalin lowered pulmonary embolism after hip fracture.', 'deviates', 'negation'],
  ['tinzalin', 'Tinzalin did not lower deep vein thrombosis after hip fracture.', 'deviates', 'negation'],
  ['tea', 'Heavy tea drinking was associated with gallstones in women with Down syndrome.', 'undetermined'],
  [
    'tea',
    'Heavy tea drinking was associated with a 26% higher hazard of kidney stones in women with Down syndrome.',
    'undetermined',
  ],
  ['tea', 'Heavy tea drinking was associated with kidney stones in women.', 'supported'],
  ['tea', 'Heavy tea drinking causes kidney stones in women.', 'deviates', 'causality'],
  ['domaril', 'Anxiety was reported more often with domaril than with placebo.', 'supported'],
  ['domaril', 'Anxiety was reported more often with placebo than with domaril.', 'deviates', 'direction'],
  ['metformin', 'Metformin lowered HbA1c.', 'supported'],
  ['metformin', 'Metformin did not lower HbA1c.', 'deviates', 'negation'],
  ['metformin', 'Metformin had no effect on HbA1c.', 'deviates', 'negation'],
  ['metformin', 'HbA1c was not lowered by metformin.', 'deviates', 'negation'],
  ['metformin', 'Metformin failed to lower HbA1c or body weight.', 'deviates', 'negation'],
  ['metformin', 'Metformin lowered body weight by 1.9 kg compared with 0.6 kg with placebo.', 'undetermined'],
  ['metformin', '二甲双胍不能降低糖化血红蛋白。', 'deviates', 'negation'],
  ['simvastatin', 'Simvastatin produced a greater reduction in LDL cholesterol than placebo.', 'supported'],
  ['simvastatin', 'There were fewer deaths with simvastatin (HR 0.74).', 'supported'],
  ['simvastatin', 'Simvastatin increased LDL cholesterol.', 'deviates', 'direction'],
  ['simvastatin', 'Simvastatin did not reduce mortality.', 'deviates', 'negation'],
  ['vitamin-d', 'Vitamin D alone did not reduce hip fractures.', 'supported'],
  ['vitamin-d', 'Vitamin D alone reduced hip fractures in older adults.', 'undetermined'],
  [
    'heart-failure',
    'Empagliflozin reduced hospitalization for heart failure in patients with preserved ejection fraction.',
    'supported',
  ],
  [
    'heart-failure',
    'Empagliflozin reduced hospitalization for heart failure in patients with reduced ejection fraction.',
    'deviates',
    'context',
  ],
  ['helicobacter', '根除幽门螺杆菌可使胃癌发病率降低约一半。', 'undetermined'],
  ['helicobacter', '根除幽门螺杆菌可降低胃癌风险。', 'supported'],
  ['helicobacter', '根除幽门螺杆菌增加胃癌风险。', 'deviates', 'direction'],
  ['helicobacter', '根除幽门螺杆菌不能降低胃癌风险。', 'deviates', 'negation'],
  ['infarction', '二甲双胍降低了成人2型糖尿病患者的心肌梗死风险。', 'supported'],
  ['infarction', '二甲双胍升高了成人2型糖尿病患者的心肌梗死风险。', 'deviates', 'direction'],
  ['apnoea', 'Continuous positive airway pressure improved sleep quality in Down syndrome.', 'supported'],
  [
    'apnoea',
    'Continuous positive airway pressure worsened sleep quality in Down syndrome.',
    'deviates',
    'direction',
  ],
  // Falls of people are an outcome; "falls by 5%" is a direction.
  ['falls', 'Vitamin D reduced falls.', 'deviates', 'negation'],
  ['falls', 'Vitamin D did not reduce falls.', 'supported'],
  ['falls', 'Mortality rises by 5% per year.', 'deviates', 'direction'],
  ['potassium', 'Serum potassium fell by 0.9 mmol/l with tinzalin.', 'deviates', 'numeric'],
  ['mice', 'Interleukin-6 deficiency reduced liver fibrosis in patients.', 'deviates', 'context'],
  [
    'pioglitazone',
    'Ever use of pioglitazone was associated with increased risk of bladder cancer.',
    'deviates',
    'negation',
  ],
  ['pioglitazone', 'Signalling that does not need cAMP increased E4bp4 expression.', 'undetermined'],
  ['lorivane', 'In patients with asthma, lorivane lowered airway eosinophils.', 'deviates', 'context'],
  ['lorivane', 'Lorivane lowered eosinophil counts in the airways of rats.', 'deviates', 'context'],
  ['lorivane', 'In rodents, lorivane lowered eosinophil counts in the airways.', 'undetermined'],
  ['lorivane', 'In cultured human bronchial cells, interleukin-5 release was not altered.', 'supported'],
  ['lorivane', '洛立凡降低了大鼠气道中的嗜酸性粒细胞。', 'deviates', 'context'],
  [
    'registry',
    'In a randomised trial, readmission after hip replacement was more frequent in smokers.',
    'deviates',
    'design',
  ],
  [
    'registry',
    'In a prospective cohort, readmission after hip replacement was more frequent in smokers.',
    'deviates',
    'design',
  ],
  ['registry', '前瞻性研究显示，吸烟者髋关节置换术后再入院更常见。', 'deviates', 'design'],
  [
    'registry',
    'Randomised trials are needed to tell whether readmission after hip replacement is more frequent in smokers.',
    'undetermined',
  ],
  [
    'registry',
    'Readmission within 30 days was more frequent in smokers (OR 1.63, 95% CI 1.20 to 4.15).',
    'deviates',
    'numeric',
  ],
  [
    'registry',
    'Readmission within 30 days was more frequent in smokers (OR 1.63, 95% CI 1.0 to 2.6).',
    'supported',
  ],
  ['registry', '吸烟者30天内再入院更常见（OR 1.63，95%置信区间1.20～4.15）。', 'deviates', 'numeric'],
  [
    'registry',
    'Mortality differed significantly between smokers and others (P=0.03).',
    'deviates',
    'numeric',
  ],
  ['registry', 'Patients stayed for a median of 9 days.', 'deviates', 'numeric'],
  ['phlebitis', 'In a non-randomised trial, the incidence of phlebitis was 9.5%.', 'deviates', 'design'],
  ['phlebitis', 'The incidence of phlebitis was 9.5% (P=0.4).', 'deviates', 'numeric'],
  ['phlebitis', 'The mean incidence of phlebitis was 15.4 per 100,000 catheter days.', 'supported'],
  ['registry', 'Smoking has been proved to cause readmission.', 'deviates', 'causality'],
  ['registry', 'Smoking was the cause of readmission.', 'deviates', 'causality'],
  ['registry', '吸烟导致再入院。', 'deviates', 'causality'],
  ['lorivane', 'Lorivane has been proved to lower airway eosinophils.', 'undetermined'],
  ['colitis', 'Drug M has been proved to heal colitis in children.', 'deviates', 'over_extrapolation'],
  ['colitis', '已证实药物M能使儿童结肠炎愈合。', 'deviates', 'over_extrapolation'],
  ['colitis', 'Drug M may heal colitis in all children.', 'deviates', 'over_extrapolation'],
  ['colitis', 'It has not been proved that drug M heals colitis in children.', 'undetermined'],
  [
    'colitis',
    'Drug M reduced stool frequency, abdominal pain and markedly night waking.',
    'deviates',
    'direction',
  ],
  ['sampling', 'Weekly saline irrigation boosted mucus clearance.', 'supported'],
  ['sampling', 'Weekly saline irrigation boosted mucus viscosity.', 'undetermined'],
  ['sampling', 'Weekly irrigation curbed mucus clearance.', 'deviates', 'direction'],
  ['sampling', '每周生理盐水冲洗提高了黏液清除率。', 'supported'],
  ['sampling', 'Fever was associated with influenza.', 'undetermined'],
  [
    'sampling',
    'Isolates from laboratories peaked earlier than those reported by sentinel physicians.',
    'undetermined',
  ],
  [
    'sampling',
    'Isolates from sentinel physicians peaked earlier than those reported by laboratories in Norwegian kindergartens.',
    'supported',
  ],
  ['sampling', 'The swab pattern went from a scattered pattern to a homogeneous one.', 'undetermined'],
  ['taste', 'Mice with rescued Fn2 were unable to taste sweet stimuli.', 'supported'],
  ['taste', 'Fn2 knockout mice drank less sucrose than littermates.', 'supported'],
  ['taste', 'Less strict diets were associated with obesity.', 'deviates', 'negation'],
  ['taste', '研究显示，Less strict diets与obesity显著相关联。', 'undetermined'],
  ['taste', 'Obesity was found in 25% with sucrose and 35% with saccharin.', 'deviates', 'comparator'],
  ['taste', 'Obesity was found in 25% with saccharin and 35% with sucrose.', 'supported'],
  ['corin', '研究者发现，对照组的plasma corin高于患者组。', 'undetermined'],
  ['phlebitis', 'Pain scores differed significantly.', 'deviates', 'negation'],
  ['corin', 'Plasma corin was lower in the control group than in the patient group.', 'undetermined'],
  ['corin', 'Stress hormones did not increase with corin.', 'undetermined'],
];

export const demonstrationClaims: readonly DemonstrationClaim[] = rows.map(
  ([abstract, sentence, verdict, deviation]) => ({ abstract, sentence, verdict, deviation }),
);
