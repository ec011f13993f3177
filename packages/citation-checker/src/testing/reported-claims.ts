import { type ClaimRow, toClaims } from './claim-rows.ts';

/** Abstracts invented in the form of real reports; of each pair of sentences, one is true and one false. */
export const reportedAbstracts = {
  gauging:
    'METHODS: Thirty nodules of the throat, including lobed and ring nodules, were measured by line gauging and by manual tracing. RESULTS: The smallest detectable change with line gauging was 11%, compared with 17% for manual tracing. Line gauging was faster (median 4 versus 18 minutes, P<0.001). Virus was found in four of the 200 nodules. CONCLUSIONS: For lobed nodules, the preferred method is manual tracing.',
  plenol:
    'BACKGROUND: Plenol-induced weight gain is common. METHODS: We assigned 300 adults to plenol or placebo. RESULTS: Relative to placebo, plenol resulted in 43.0% reduction in evening cough (p<0.001), 58.5% reduction in overall cough (p<0.001), and 25.6% increase in sleep time. From 2007 to 2012 plenol sales fell by 8%. Flare was more likely with plenol (OR 1.31, 95% CI 0.90 to 2.52, p=0.09). Rash was highest in the first cycle and declined with increasing cycle order. Rash was seen in 42 (42%) of the plenol group, none among controls. CONCLUSIONS: Rather than dose, age determines cough relief.',
  imaging:
    'RESULTS: Scans, however, were superior to X-rays for shift identification (41 correct results using X-rays, 51 correct results using scans). Under the hearing only condition, blind walkers who had some vision once were the least accurate. The Rx2 variant was associated with dense lipid in LT+ women, while one haplotype was associated with total lipid in LT+ women. Alterations of the image are unlikely to be detected by dentists. Stay did not differ between patients with and without nodules. Relationships between parity and stones were no longer significant after adjustment for age.',
  fatigue:
    'RESULTS: Admission rates were equal in patients with fatigue and in controls. Stomach volume was greater in patients with higher preoperative weight. There was no significant effect of menopausal transition on quality of life. Severe pain right after the operation was followed by long-term outcomes similar to those of patients without severe pain. Blood lipid levels were similar in diabetic and non-diabetic patients. The manual resuscitator is not a suitable device for accurate ventilation.',
  drosol:
    'METHODS: In a case-control study, 40 children had sedation with ketaline. RESULTS: Vomiting during recovery occurred in 9.1% of drosol patients compared with 25.6% of placebo patients. Fifteen (71.4%) patients had mild and six (28.6%) had fierce drooling. Stenosis was higher in the high-risk group (9.1%) than the low-risk group (1.2%). There was no difference in base deficit between survivors and others. Base deficit had a negative correlation with the coma scale. Operated patients had better motion, and less pressure ulcers. There were 263 episodes in 88 children, 44% of isolates were known, and spread of the germ was seen in 65% of children. Ki-67 values of luminal and Her2 enriched cancers differed. CONCLUSIONS: Drosol reduces drooling but may or may not reduce dental visits. Bedside scores appear inadequate for assessing the neck.',
  rupture:
    'RESULTS: In patients having early chemotherapy followed by ankle resection the rate of cyst rupture was 2.4%. In patients who did not have early chemotherapy but did have a torn tendon, the rate of cyst rupture was 41.7%. Renal Foxq mRNA was up-regulated at term in pregnant voles. Brain Foxq and Gabq mRNA expression was decreased at term.',
  dimer:
    'RESULTS: No significant difference of dimer was found between the tissue groups (P>.05). Count of spores had a link with fog. Levels in sap were the first of their kind. The levels in sap were lower than the levels in bark. No deaths were related to lone jaundice. Small for dates was not a significant risk factor for blindness of the newborn in this cohort.',
  strict:
    'RESULTS: Of 195 farmers with severe burns, 88 had at least 1 episode of sepsis. The addition of zinc, however, during surgery, led to a significant drop in pulse. Neither diet nor exercise was associated with sepsis. Hens with the same gene have normal feathers. Mapping had a positive effect on school achievement. Mismatch of the valve does not affect survival. Baths on their own were insufficient to control fever.',
  postop:
    'METHODS: This case-control study consisted of 33 farmers with eclampsia and 32 healthy farmers as controls. RESULTS: The year of surgery was a predictor of relapse on preoperative analysis (P=0.006) but not on postoperative analysis (P=0.130). Both zinc and pulse were strongly correlated with conventional heart factors, but there was no independent association between zinc and pulse in Korean adults.',
  malunion:
    'OBJECTIVE: To compare preventive fixation with treatment of malunion in women with multinodular ankles. METHODS: Shanks and ankles were scanned by nurses. RESULTS: Preventive fixation was not cost-effective. The aim of growth in multinodular shanks was reached. Sleep is the second most common aim. The users of inhalers were the most proficient of all. Users had a solanib-containing diet in 23%, and 62% followed the solanib diet. Relapse was lower in the solanib group than in the non-solanib group (16% versus 33%). Doses gave a reduction of 76% for two doses per week, 96% for four doses per week, and 99% for seven doses per week. Iceland and Norway are comparable in the rate of goitre and in screening. Sugar lowers the pulse in most cases.',
  clusters:
    'OBJECTIVE: To compare young-onset gland disease (YGD) with late-onset gland disease (LGD). METHODS: Solanib was given before surgery. RESULTS: More Hopefuls (75%) and Believers (70%) ever received the nasal vaccine than did Fearfuls (18%) and Doubters (29%). Ulcers are frequent in patients with lower bowel stricture. No patient with gastric stricture had surgery. The number of ulcers rose more in dual-eligible (2.8%) than in nondual-eligible members (1.2%). Seven patients with warts and one control patient later had a relapse. Not all patients who take solanib need the same zinc target. Wrist involvement was more common in YGD than LGD. Valve lesions were seen only in patients with YGD. Before the introduction of foam dressings, 30.5% of 338 patients treated with gauze had grafts, and 27.3% of all patients treated with gauze did. Bleeding was seen in 17% with foam and 27% with film. Mean weight for knife specimens was 4.4 vs. 2.0 g for loop specimens.',
  kinases:
    'Oxidized Tarp2 then formed a transient complex with TRQ, which led to collapse. Stimulation acted through Mikal. Kappa1 and its relative Lambda2 bind Myo through their Rix domains, and mice with a Lambda2 Rix domain mutation have blood defects.',
} as const;

const rows: readonly ClaimRow<keyof typeof reportedAbstracts>[] = [
  // Faster is not smaller.
  ['gauging', 'Line gauging was faster than manual tracing.', 'not accused'],
  ['gauging', 'Manual tracing was faster than line gauging.', 'not supported'],
  ['gauging', '手工描记比线性测量更快。', 'not supported'],
  // A word from the methods that describes one which the claim has twice.
  ['gauging', 'Line gauging is the preferred method for lobed nodules.', 'not supported'],
  // A count is not a percentage.
  ['gauging', 'Virus was found in 4% of 200 nodules.', 'not supported'],
  ['gauging', 'Virus was found in 2% of 200 nodules.', 'supported'],
  ['gauging', '200个结节中4%检出病毒。', 'not supported'],
  // The list item of a number, and the ends of one range.
  ['plenol', 'Compared with placebo, plenol cut evening cough by 43%.', 'supported'],
  ['plenol', 'Compared with placebo, plenol cut evening cough by 58.5%.', 'not supported'],
  ['plenol', 'Plenol sales fell by 8% from 2007 to 2012.', 'supported'],
  ['plenol', 'Plenol sales fell by 8% from 2012 to 2016.', 'not supported'],
  // Not significant by its interval, said in words.
  [
    'plenol',
    'The difference in flare between plenol and placebo was not statistically significant.',
    'not accused',
  ],
  ['plenol', 'Flare was significantly more likely with plenol.', 'not supported'],
  ['plenol', '普来诺与安慰剂的发作差异无统计学意义。', 'not accused'],
  // The highest has not risen; a decrease with increasing order applies to each further cycle.
  ['plenol', 'Rash declined with each further cycle.', 'not accused'],
  ['plenol', 'Rash rose with each further cycle.', 'not supported'],
  ['plenol', 'Rash declined with decreasing cycle order.', 'not supported'],
  // "None" is a number, too.
  ['plenol', 'Rash was seen in 42% of controls and in none of the plenol group.', 'not supported'],
  // The alternative excluded by "rather than".
  ['plenol', 'Age determines cough relief.', 'supported'],
  ['plenol', 'Dose determines cough relief.', 'not supported'],
  // Brackets repeat the preceding words.
  ['imaging', 'Scans were superior to X-rays for identifying shift.', 'supported'],
  ['imaging', 'X-rays were superior to scans for identifying shift.', 'not supported'],
  // Name of a group or fraction, and a plus or minus after it.
  ['imaging', 'Under the hearing only condition, blind walkers were the least accurate.', 'supported'],
  ['imaging', 'Under the vision only condition, blind walkers were the least accurate.', 'not supported'],
  ['imaging', 'The Rx2 variant was associated with dense lipid in LT+ women.', 'supported'],
  ['imaging', 'The Rx2 variant was associated with dense lipid in LT- women.', 'not supported'],
  ['imaging', 'The Rx2 variant was associated with total lipid in LT+ women.', 'not supported'],
  // Unlikely, and no longer significant.
  ['imaging', 'Alterations of the image are unlikely to be detected by dentists.', 'supported'],
  ['imaging', 'Alterations of the image are likely to be detected by dentists.', 'not supported'],
  ['imaging', '牙医很可能识别出图像改变。', 'not supported'],
  ['imaging', 'Parity was not related to stones after adjustment for age.', 'not accused'],
  // Both groups, named by what one of them has.
  ['imaging', 'Stay did not differ between patients with and without nodules.', 'supported'],
  ['imaging', 'Stay differed between patients with and without nodules.', 'not supported'],
  // Chinese sentences on an English abstract.
  ['fatigue', '疲劳患者与对照组的住院率相同。', 'supported'],
  ['fatigue', '疲劳患者与对照组的住院率不同。', 'not supported'],
  ['fatigue', '术前体重较高的患者胃体积更大。', 'supported'],
  ['fatigue', '术前体重较高的患者胃体积更小。', 'not supported'],
  ['fatigue', '绝经过渡期对生活质量无显著影响。', 'supported'],
  ['fatigue', '绝经过渡期对生活质量有显著影响。', 'not supported'],
  ['fatigue', '糖尿病患者与无糖尿病者的血脂水平相近。', 'not accused'],
  ['fatigue', '糖尿病患者与无糖尿病者的血脂水平差异明显。', 'not supported'],
  ['fatigue', '手动复苏器不适合用于精确通气。', 'supported'],
  ['fatigue', '手动复苏器适合用于精确通气。', 'not supported'],
  // A qualification after the claim's clause.
  ['drosol', 'Drosol reduces drooling.', 'supported'],
  ['drosol', 'Drosol increases drooling.', 'deviates'],
  ['drosol', 'Drosol reduces dental visits.', 'not supported'],
  // The number of another list item.
  ['drosol', 'Vomiting during recovery occurred in 25.6% of placebo patients.', 'supported'],
  ['drosol', 'Vomiting during recovery occurred in 25.6% of drosol patients.', 'deviates'],
  ['drosol', 'Fierce drooling was seen in 71.4% of patients.', 'deviates'],
  ['drosol', 'Mild drooling was seen in 71.4% of patients.', 'not accused'],
  // Two exclusive groups, compared from either side.
  ['drosol', 'Stenosis was lower in the low-risk group than in the high-risk group.', 'supported'],
  ['drosol', 'Stenosis was higher in the low-risk group than in the high-risk group.', 'deviates'],
  // No difference, in either order; the sign of a correlation; more and less of one quantity.
  ['drosol', 'Base deficit was higher in others than in survivors.', 'deviates'],
  ['drosol', 'Base deficit was negatively correlated with the coma scale.', 'supported'],
  ['drosol', 'Base deficit was positively correlated with the coma scale.', 'deviates'],
  ['drosol', 'Operated patients had more pressure ulcers.', 'deviates'],
  ['drosol', 'Operated patients had fewer pressure ulcers.', 'supported'],
  // A word and its negation.
  ['drosol', 'Bedside scores appear adequate for assessing the neck.', 'not supported'],
  ['drosol', 'Bedside scores appear inadequate for assessing the neck.', 'supported'],
  ['drosol', 'Bedside scores are not adequate for assessing the neck.', 'not accused'],
  // A design that the abstract does not name; shares of other counts.
  ['drosol', 'In a case-control study, drosol reduces drooling.', 'not accused'],
  ['drosol', 'In a cohort study, drosol reduces drooling.', 'not supported'],
  ['drosol', 'Spread of the germ was seen in about two thirds of children.', 'supported'],
  ['drosol', 'Spread of the germ was seen in about one third of children.', 'not supported'],
  // A name and the word joined to it.
  ['drosol', 'Ki-67 values of luminal and Her2-enriched cancers differed.', 'supported'],
  ['drosol', '约三分之一的儿童出现病菌传播。', 'not supported'],
  ['drosol', '基线缺失与昏迷评分呈正相关。', 'not supported'],
  // A population without the finding; another sentence with more of the claim.
  ['rupture', 'Cyst rupture occurred in 41.7% after early chemotherapy.', 'not supported'],
  ['rupture', 'Cyst rupture occurred in 41.7% without early chemotherapy.', 'not accused'],
  ['rupture', 'Cyst rupture occurred in 2.4% after early chemotherapy and ankle resection.', 'not accused'],
  ['rupture', 'At term, Foxq mRNA was reduced in the kidney of pregnant voles.', 'not supported'],
  ['rupture', 'Brain Foxq mRNA expression was reduced at term.', 'supported'],
  // A share in words is a number of its group, and so is a count in words.
  ['clusters', 'Three quarters of the Hopefuls had ever received the nasal vaccine.', 'not accused'],
  ['clusters', 'Three quarters of the Fearfuls had ever received the nasal vaccine.', 'not supported'],
  ['clusters', 'Seven patients with warts later had a relapse.', 'not accused'],
  ['clusters', 'Seven control patients later had a relapse.', 'not supported'],
  // A condition of people is not a description of them.
  ['clusters', 'Some of the patients with lower bowel stricture had gastric stricture.', 'not supported'],
  // The sides of a comparison, exchanged with the same words, and of groups with only short names.
  ['clusters', 'Ulcers rose more in dual-eligible than in nondual-eligible members.', 'supported'],
  ['clusters', 'Ulcers rose more in nondual-eligible than in dual-eligible members.', 'deviates'],
  [
    'clusters',
    'Wrist involvement was more common in late-onset than in young-onset gland disease.',
    'not supported',
  ],
  ['clusters', 'Valve lesions were seen only in patients with late-onset gland disease.', 'not supported'],
  ['clusters', 'Valve lesions were seen only in patients with YGD.', 'supported'],
  // A sentence without a statement of that kind is not the claim's source.
  ['dimer', 'Dimer differed significantly between the tissue groups.', 'deviates'],
  ['dimer', 'Dimer did not differ significantly between the tissue groups.', 'supported'],
  ['dimer', 'Levels were higher in sap than in bark.', 'deviates'],
  ['dimer', 'Levels were lower in sap than in bark.', 'supported'],
  // Words between a negation and what it negates are words of the claim.
  ['dimer', 'No deaths were related to lone jaundice.', 'supported'],
  ['dimer', 'No relapses were related to lone jaundice.', 'not supported'],
  ['dimer', '没有复发与黄疸有关。', 'not supported'],
  ['dimer', '不同组织间dimer水平差异有统计学意义。', 'not supported'],
  // Words of the title or aims are only context if the sentence has no other in their place.
  ['malunion', 'Preventive fixation was not cost-effective.', 'supported'],
  ['malunion', 'Preventive malunion was not cost-effective.', 'not supported'],
  ['malunion', 'Treatment of malunion was not cost-effective.', 'not supported'],
  ['malunion', 'The aim of growth in multinodular ankles was reached.', 'not supported'],
  // A rank below the first, and "the most" of one quantity.
  ['malunion', 'Sleep is the most common aim.', 'not supported'],
  ['malunion', 'Sleep is the second most common aim.', 'supported'],
  ['malunion', 'Most users of inhalers were proficient.', 'not supported'],
  // A word after a hyphen, and 非 before one.
  ['malunion', 'A solanib-containing diet was reported by 62% of users.', 'not supported'],
  ['malunion', 'solanib组的复发低于非solanib组。', 'not accused'],
  ['malunion', 'solanib组的复发高于非solanib组。', 'not supported'],
  // A part of its whole; insertions between commas; one of two negations; "the same" with a noun; good or bad effects.
  ['strict', '在195例严重烧伤的农民中，88例至少发生过一次脓毒症。', 'not accused'],
  ['strict', 'Of 195 farmers with severe burns, 88 had at least one episode of sepsis.', 'supported'],
  ['strict', 'Of 88 farmers with severe burns, 195 had at least one episode of sepsis.', 'not supported'],
  ['strict', 'Adding zinc led to a significant drop in pulse.', 'supported'],
  ['strict', 'Exercise was not associated with sepsis.', 'not accused'],
  ['strict', 'Exercise was associated with sepsis.', 'not supported'],
  ['strict', 'Hens with the gene have normal feathers.', 'supported'],
  ['strict', 'Mapping had a favourable effect on school achievement.', 'supported'],
  ['strict', 'Mapping had a negative effect on school achievement.', 'deviates'],
  // 不匹配 is a mismatch, not a negation.
  ['strict', '瓣膜不匹配降低生存率。', 'not supported'],
  ['strict', '瓣膜不匹配不影响生存率。', 'not accused'],
  // A number with its own words, a time in the other clause, and two clauses that both contain the related item.
  ['postop', 'This case-control study included 33 farmers with eclampsia.', 'not accused'],
  ['postop', 'The year of surgery did not predict relapse on postoperative analysis.', 'not accused'],
  ['postop', 'The year of surgery did not predict relapse on preoperative analysis.', 'not supported'],
  ['postop', 'The year of surgery predicted relapse on postoperative analysis.', 'not supported'],
  [
    'postop',
    'After adjustment for conventional heart factors, zinc was associated with pulse.',
    'not supported',
  ],
  // Counts that name the groups; what is similar in two places may have changed.
  ['malunion', '结果显示，four doses per week为99%，而seven doses per week则为96%。', 'not supported'],
  ['malunion', 'Rates of goitre have decreased.', 'not accused'],
  // "Not all" and "all".
  ['clusters', 'All patients who take solanib need the same zinc target.', 'deviates'],
  ['clusters', 'Not all patients who take solanib need the same zinc target.', 'supported'],
  ['clusters', '并非所有患者都需要相同的锌目标。', 'not accused'],
  ['clusters', '所有患者都需要相同的锌目标。', 'not supported'],
  // Two figures of two groups, and of two times.
  ['clusters', 'Bleeding was less frequent with foam than with film.', 'supported'],
  ['clusters', 'Bleeding was more frequent with foam than with film.', 'deviates'],
  ['clusters', 'Foam dressings were followed by more grafts than gauze.', 'not supported'],
  ['clusters', 'Knife specimens weighed more than loop specimens.', 'not accused'],
  ['clusters', 'Knife specimens weighed less than loop specimens.', 'not supported'],
  // A name elsewhere in an unstructured abstract, or next to another of its kind.
  ['kinases', 'Oxidized Tarp2 formed a transient complex with TRQ.', 'supported'],
  ['kinases', 'Oxidized Tarp2 formed a transient complex with Mikal.', 'not supported'],
  ['kinases', 'Mice with a Lambda2 Rix domain mutation have blood defects.', 'supported'],
  ['kinases', 'Mice with a Kappa1 Rix domain mutation have blood defects.', 'not supported'],
  // An unknown character leaves a claim undecided.
  ['fatigue', '术前体重较高的患者胃体积甚佳。', 'undetermined'],
];

export const reportedClaims = toClaims(rows);
