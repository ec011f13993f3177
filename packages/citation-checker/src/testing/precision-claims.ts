import { type ClaimRow, toClaims } from './claim-rows.ts';

/** Abstracts invented for these tests; each contains something that once misled the checker. */
export const precisionAbstracts = {
  'nasal-spray':
    'OBJECTIVE: To study oxaline nasal spray in pollen allergy. METHODS: Adults with pollen allergy were followed for one season. RESULTS: Oxaline lowered nasal congestion without affecting sleep latency. Itching was associated with wind speed. CONCLUSIONS: These data indicate that oxaline may shorten the pollen season.',
  'night-shift':
    'BACKGROUND: Ward falls are costly. METHODS: We recorded falls in eight geriatric wards of Finnish hospitals in January and July. RESULTS: Falls were more frequent at night. In July, wandering was common among residents with delirium. Midazolam lowered systolic blood pressure during induction. On awakening, pressure did not change.',
  'gout-diet':
    'RESULTS: Cherry juice lowered serum urate, whereas drinkers of beer had tophi. Flares did not change with cherry juice. Flares increased with beer.',
  dapsil:
    'METHODS: We assigned 240 adults to dapsil or placebo for 26 weeks. RESULTS: Body weight fell by 1.9 kg with dapsil and by 0.6 kg with placebo. Waist fell by 2.4 cm with dapsil and by 0.8 cm with placebo. CONCLUSIONS: Dapsil lowered body weight and waist.',
  bowel:
    'RESEARCH DESIGN AND METHODS: We reviewed infants with gut stenosis; the Vanto score was computed for each stay. RESULTS: Jaundice cleared in all the survivors. All infants with twisted bowel and 60% of infants with late feeding had jaundice. The Spearman and Pearson coefficients of the Vanto score with stay were 0.31 and 0.08. Mean drift was 1.5, 2.2 and 3.7 mm in the cranial, lateral and ventral axes, respectively. Curative surgery did not raise life quality at any age; jaundice lasted up to 75 days. CONCLUSIONS: Gut stenosis is often associated with postoperative jaundice. We recommend fewer biopsies for stenosis-associated jaundice. Our data suggest that anti-TNF pharmacokinetics do not influence jaundice.',
  lymph:
    'Lymphatic cells support thymocyte survival and inhibit scarring. Primed B cells enter lymph nodes, where self-reactive T cells are removed. Worms respond to rivals by reducing their investment in mating. Growth is costly to worms. Repression of methylases by Prx4 drives demethylation, whereas Tet9 conversion enhances the extent of hypomethylation. Deletion of Fn from young healing tendons leads to fewer tenocytes, as ageing does.',
  graft:
    'RESULTS: Patient survival was 82% in the ARB group and 88% in the LRT group. Early stenosis was less frequent with heparin than without. Compared with scans for other reasons, scans for growth yielded a higher incidence of clefts. Postoperative stenosis was lower with preoperative heparin. Graft thrombosis was rare. CONCLUSIONS: To spare the donor, ARB represents the first choice in liver grafting with LRT at hand.',
  'probiotics-zh':
    '方法：将200名早产儿随机分为益生菌组和安慰剂组。结果：益生菌组坏死性小肠结肠炎的发生率为4%，安慰剂组为9%（P=0.03）。两组死亡率的差异无统计学意义（P=0.41）。结论：益生菌可降低早产儿坏死性小肠结肠炎的发生率。',
  'fibre-zh':
    '方法：将120名便秘成人随机分为纤维组和对照组。结果：纤维组的排便次数多于对照组，而不影响体重。纤维组病程比对照组短。腹胀与纤维摄入相关。',
  'rat-lever':
    'BACKGROUND: Cues are studied in patients with alcohol use disorder. METHODS: Thirty-two rats aged 8 to 12 weeks were tested in three laboratories. RESULTS: Rats given 5 min of cues pressed the active lever more often. Cortisol rose after saline surgery. Survival of people is unknown. CONCLUSIONS: Cues raised lever pressing in rats.',
  'hip-surgery':
    'METHODS: From 2001 to 2008, 412 women and 130 men aged 65 to 89 years were followed after hip surgery at nine academic centres. RESULTS: Pain fell from 6.4 to 2.1 points after hip surgery. Wound infection was less common with early drainage. Haematoma was associated with topical thrombin (HR 1.62, 95% CI 1.10 to 2.38). Quality of life rose with early drainage. CONCLUSIONS: Early drainage may lower wound infection.',
  'hip-surgery-zh':
    '方法：2001年至2008年，对9家中心的412名女性和130名男性在髋关节手术后进行随访。结果：髋关节手术后疼痛由6.4分降至2.1分。',
  quillosis:
    'RESULTS: Patients with febrile quillosis had a significantly higher rate of lifetime seizure diagnoses than patients with afebrile quillosis. However, the two groups did not differ significantly on most other variables examined.',
  order:
    'METHODS: Children underwent orbital stenting under ketamine sedation. RESULTS: Of the 3,120 archived lenses 16 were positive for abnormal crystallin, indicating an overall prevalence of 513 per million. None of the nurses detected all the six altered films; three nurses had five correct, but there were five with only one. Residents in wards with an eye service reported performing more scans than those in wards without services. Rash occurred in dogs and mild rash in cats, whereas the number of swabs needed to diagnose severe rash in cats was not affected by the quality of gauze. The rate of invasive tumours was not significantly lower in the coastal group (p=0.14). The lens was removed by phakectomy. High zentin occurred in 74.6% of small cell lung cancer (SCLC) cases, but only in 40% of non-small cell lung cancer (NSCLC) cases. Stay was recorded in presumptively affected persons.',
  'order-zh': '结果：住院超过24小时的患者感染率较高。沿海组浸润性肿瘤的发生率未显著降低（P=0.14）。',
  'quillosis-zh':
    '结果：发热型羽管病患者终生癫痫发作诊断率显著高于无热型羽管病患者。两组其他多数变量的差异无统计学意义。',
} as const;

const rows: readonly ClaimRow<keyof typeof precisionAbstracts>[] = [
  // A word that only one of the two has after "without".
  ['nasal-spray', 'Oxaline lowered nasal congestion without affecting sleep latency.', 'supported'],
  ['nasal-spray', 'Oxaline lowered nasal congestion and sleep latency.', 'not supported'],
  ['fibre-zh', '纤维组的排便次数和体重均多于对照组。', 'not supported'],
  // Each of several hedges counts, not only the first.
  ['nasal-spray', 'Oxaline shortens the pollen season.', 'not supported'],
  // A cause instead of an association.
  ['nasal-spray', 'Itching was associated with wind speed.', 'supported'],
  ['nasal-spray', 'Itching was causally associated with wind speed.', 'not supported'],
  ['fibre-zh', '腹胀与纤维摄入存在因果相关。', 'not supported'],
  // A comparison of its subject with that of another sentence.
  ['night-shift', 'Falls were more frequent at night.', 'supported'],
  ['night-shift', 'Falls were more frequent at night in July.', 'not supported'],
  // No change, in a sentence with the same words as the one that reports a change.
  ['night-shift', 'On awakening, midazolam did not change systolic blood pressure.', 'not accused'],
  ['gout-diet', 'Flares did not change with cherry juice.', 'supported'],
  // A contrasting clause about something else.
  ['gout-diet', 'Cherry juice lowered serum urate.', 'supported'],
  ['gout-diet', 'Cherry juice lowered tophi.', 'not supported'],
  // Numbers before their group; another group's number is not the conclusion's.
  ['dapsil', 'Body weight fell by 1.9 kg with dapsil and by 0.6 kg with placebo.', 'supported'],
  ['dapsil', 'Body weight fell by 0.6 kg with dapsil and by 1.9 kg with placebo.', 'deviates'],
  ['dapsil', 'In 240 adults, dapsil lowered body weight.', 'supported'],
  ['dapsil', 'Dapsil lowered body weight by 0.6 kg.', 'not supported'],
  ['dapsil', 'Dapsil lowered body weight by 2.4 kg.', 'not supported'],
  ['dapsil', '达普西使体重下降0.6 kg。', 'not supported'],
  // The group meant by "all".
  ['bowel', 'Jaundice cleared in all survivors.', 'supported'],
  ['bowel', 'Jaundice cleared in all infants.', 'not supported'],
  ['bowel', 'All infants with late feeding had jaundice.', 'not supported'],
  // Time, and a recommendation, which is not a finding.
  ['bowel', 'Gut stenosis is often associated with postoperative jaundice.', 'supported'],
  ['bowel', 'Gut stenosis is often associated with preoperative jaundice.', 'not supported'],
  ['bowel', '肠狭窄常伴术前黄疸。', 'not supported'],
  // Numbers of a list.
  ['bowel', 'The Pearson coefficient of the Vanto score with stay was 0.31.', 'not supported'],
  ['bowel', 'Mean drift was 3.7 mm in the cranial axis.', 'not supported'],
  ['bowel', '腹侧轴平均漂移为1.5 mm。', 'not supported'],
  // A method below a heading of three words; a prediction instead of a correlation.
  ['bowel', 'The Vanto score predicted stay well.', 'not supported'],
  // A kind of number that the sentence mentions for every value.
  ['bowel', 'Curative surgery did not raise life quality at 70 days.', 'not accused'],
  // The head noun, which the preceding words only describe.
  ['bowel', 'Anti-TNF agents do not influence jaundice.', 'not supported'],
  // Agent, object and place.
  ['lymph', 'Lymphatic cells support thymocyte survival.', 'supported'],
  ['lymph', 'Thymocyte survival supports lymphatic cells.', 'not supported'],
  ['lymph', 'Primed T cells enter lymph nodes.', 'not supported'],
  ['lymph', 'Worms respond to rivals by reducing their investment in growth.', 'not supported'],
  ['lymph', 'Prx4 enhances the extent of hypomethylation.', 'not supported'],
  ['lymph', 'Deletion of Fn from ageing healing tendons leads to fewer tenocytes.', 'not supported'],
  ['lymph', '初始T细胞进入淋巴结。', 'not supported'],
  // The name before the verb, the word after "postoperative", and both sides of a comparison.
  ['graft', 'ARB represents the first choice in liver grafting.', 'supported'],
  ['graft', 'LRT represents the first choice in liver grafting.', 'not supported'],
  ['graft', 'Preoperative stenosis was lower with postoperative heparin.', 'not supported'],
  [
    'graft',
    'Scans for growth yielded a higher incidence of clefts than scans for other reasons.',
    'not accused',
  ],
  [
    'graft',
    'Scans for other reasons yielded a higher incidence of clefts than scans for growth.',
    'not supported',
  ],
  // One of two numbers, at the word next to the other.
  ['graft', 'Patient survival was 82% in the LRT group.', 'deviates'],
  ['graft', 'Patient survival was 88% in the LRT group.', 'supported'],
  ['dapsil', 'Waist fell by 0.8 cm with dapsil.', 'deviates'],
  ['dapsil', '达普西组腰围缩小2.4 cm。', 'not accused'],
  // One word replaced by its opposite; a negation found in no other sentence.
  ['night-shift', 'Midazolam lowered diastolic blood pressure during induction.', 'deviates'],
  ['graft', 'Early stenosis was not less frequent with heparin than without.', 'not supported'],
  // 差异无统计学意义 of one outcome is not of another; 发病率 is not 发生率, and not its opposite.
  ['probiotics-zh', '两组死亡率的差异无统计学意义。', 'supported'],
  ['probiotics-zh', '两组死亡率差异有统计学意义。', 'deviates'],
  ['probiotics-zh', '益生菌组与安慰剂组坏死性小肠结肠炎发生率的差异无统计学意义。', 'not supported'],
  ['probiotics-zh', '益生菌降低早产儿坏死性小肠结肠炎，差异无统计学意义。', 'not supported'],
  ['probiotics-zh', '益生菌可降低早产儿坏死性小肠结肠炎的发病率。', 'not accused'],
  ['probiotics-zh', '益生菌升高了早产儿坏死性小肠结肠炎的发病率。', 'not supported'],
  // Population: a sentence on rats says nothing about people, whatever else the abstract names.
  ['rat-lever', 'Rats given 5 min of cues pressed the active lever more often.', 'supported'],
  ['rat-lever', 'Patients given 5 min of cues pressed the active lever more often.', 'not supported'],
  ['rat-lever', 'Volunteers given 5 min of cues pressed the active lever more often.', 'not supported'],
  ['rat-lever', 'Five decades of cues made rats press the active lever more often.', 'not supported'],
  ['hip-surgery', 'In women, pain fell after hip surgery.', 'not supported'],
  // Time: before, during and after differ.
  ['hip-surgery', 'Pain fell after hip surgery.', 'supported'],
  ['hip-surgery', 'Pain fell before hip surgery.', 'not supported'],
  ['hip-surgery', 'Pain fell during hip surgery.', 'not supported'],
  ['hip-surgery-zh', '髋关节手术后疼痛由6.4分降至2.1分。', 'supported'],
  ['hip-surgery-zh', '髋关节手术前疼痛由6.4分降至2.1分。', 'not supported'],
  // Role of a number; each number of a claim needs its own.
  ['hip-surgery', 'Pain fell from 6.4 to 2.1 points after hip surgery.', 'supported'],
  ['hip-surgery', 'Pain fell from 2.1 to 2.1 points after hip surgery.', 'not supported'],
  ['hip-surgery', 'At nine centres, pain fell after hip surgery.', 'supported'],
  ['hip-surgery', 'At three centres, pain fell after hip surgery.', 'not supported'],
  ['hip-surgery', 'In 89 women, pain fell after hip surgery.', 'not supported'],
  ['hip-surgery', 'In women aged 65 to 412 years, pain fell after hip surgery.', 'not supported'],
  ['hip-surgery', 'Haematoma was associated with topical thrombin (HR 2.38).', 'not supported'],
  // A word with content whose stem has none.
  ['hip-surgery', 'Wound infection was less common with early drainage.', 'supported'],
  ['hip-surgery', 'Wound infection was less common with enteral drainage.', 'not supported'],
  ['hip-surgery', 'Haematoma was associated with thrombin.', 'supported'],
  ['hip-surgery', 'Survival rose with early drainage.', 'not supported'],
  // An exception at the beginning.
  [
    'quillosis',
    'Apart from a higher rate of lifetime seizure diagnoses, patients with febrile quillosis were not significantly different from afebrile patients on most other variables.',
    'not accused',
  ],
  [
    'quillosis-zh',
    '除终生癫痫发作诊断率较高外，发热型与无热型羽管病患者其他多数变量的差异无统计学意义。',
    'not accused',
  ],
  // A sentence in the claim's own order is about the same items; in another order it is not.
  [
    'order',
    'Of 3,120 archived lenses, 16 were positive for abnormal crystallin, which indicates an overall prevalence of 513 per million.',
    'supported',
  ],
  ['order', 'None of the nurses detected all six altered films.', 'supported'],
  ['order', 'None of the nurses detected all five altered films.', 'not supported'],
  [
    'order',
    'Residents in wards with an eye service performed fewer scans than those in wards without services.',
    'not supported',
  ],
  [
    'order',
    'The number of swabs needed to diagnose severe rash was not affected by the quality of gauze in cats.',
    'supported',
  ],
  [
    'order',
    'The number of swabs needed to diagnose severe rash was not affected by the quality of gauze in dogs.',
    'not supported',
  ],
  ['order', '3120份存档晶状体中，513份晶体蛋白异常，总患病率为每百万16例。', 'not supported'],
  // A direction that is stated and withdrawn.
  [
    'order',
    'The lower rate of invasive tumours in the coastal group fell short of statistical significance.',
    'supported',
  ],
  [
    'order',
    'The lower rate of invasive tumours in the coastal group was statistically significant.',
    'not supported',
  ],
  ['order-zh', '沿海组浸润性肿瘤发生率的降低未达统计学意义。', 'not accused'],
  ['order-zh', '沿海组浸润性肿瘤的发生率显著降低。', 'not supported'],
  // A removal by its name, and a bound read with its number.
  ['order', 'The lens was removed by phakectomy.', 'supported'],
  ['order-zh', '住院超过24小时的患者感染率较高。', 'supported'],
  // An abbreviation that contains all words of another.
  ['order', '高表达zentin见于74.6%的非小细胞肺癌，而在小细胞肺癌中仅为40%。', 'not supported'],
  // Comparisons by an adjective.
  ['fibre-zh', '对照组病程比纤维组短。', 'not supported'],
];

export const precisionClaims = toClaims(rows);
