import { type ClaimRow, toClaims } from './claim-rows.ts';

/**
 * Abstracts invented for these tests: lists of numbers, abbreviations, and content that Chinese expresses in words of
 * its own.
 */
export const listedAbstracts = {
  scans:
    'METHODS: We reviewed scans of 129 patients with neck injury in Denmark. RESULTS: Of the 129 patients, 13 (10.1%) had ossification of the ligament. The mean dose was 0.09 mSv in children aged 1-5 years, 0.13 mSv in children aged 6-10 years and 0.18 mSv in children aged 11-18 years. Hypotension (OR, 7.37; 95% CI, 2.31-23.28) and need for mechanical ventilation (OR, 5.00; 95% CI, 1.42-17.57) were more frequent in patients with raised troponin. After adjustment, mortality was not different between women and men (OR 1.06, 95% CI 0.99 to 1.15). Duration of disease was shorter in patients with dermatomyositis than in patients with polymyositis. Smoking was less frequent in the diabetic group than in the nondiabetic group.',
  valves:
    'METHODS: We followed patients with mitral valve (MV) disease. RESULTS: Hospital mortality was 2.3% for MV repair and 12.5% for MV replacement. Impalpable nodules were treated through a small incision. The family programme did not reduce the burden of caregivers of patients with dementia. Primary prophylaxis with folimab lowered the rate of wound infection. Levels of ilkase protein were markedly increased in ventricles with outflow tract obstruction. CONCLUSIONS: Ventricular repair is not safe in patients with severe obstruction.',
  walls:
    'METHODS: In 2019 we interviewed 640 schoolchildren with asthma in Karachi. RESULTS: Hospital mortality was 2.3% for MV repair and 12.5% for MV replacement. Night cough was reported by 73.8% and wheeze by 41.2%. The strongest reason for missed doses was cost, which accounted for 29.1% of them. CONCLUSIONS: Damp walls had no effect on wheeze.',
} as const;

const rows: readonly ClaimRow<keyof typeof listedAbstracts>[] = [
  // Two numbers of one list item, and of two.
  ['scans', 'The mean dose was 0.18 mSv in children aged 11 to 18 years.', 'supported'],
  ['scans', 'The mean dose was 0.18 mSv in children aged 6 to 10 years.', 'deviates'],
  ['scans', '11～18岁儿童的平均剂量为0.18 mSv。', 'supported'],
  ['scans', '6～10岁儿童的平均剂量为0.18 mSv。', 'deviates'],
  // Owner of an estimate, and an estimate that itself shows no difference.
  [
    'scans',
    'Hypotension was more frequent in patients with raised troponin (OR 7.37, 95% CI 2.31–23.28).',
    'supported',
  ],
  [
    'scans',
    'Need for mechanical ventilation was more frequent in patients with raised troponin (OR 7.37, 95% CI 2.31–23.28).',
    'not supported',
  ],
  ['scans', '肌钙蛋白升高的患者更常出现低血压（OR 7.37，95%CI 2.31～23.28）。', 'supported'],
  ['scans', '肌钙蛋白升高的患者更常需要机械通气（OR 7.37，95%CI 2.31～23.28）。', 'not supported'],
  // The total number of participants.
  ['scans', '129例颈部损伤患者中，韧带骨化者占10.1%。', 'not accused'],
  ['scans', '13例颈部损伤患者中，韧带骨化者占10.1%。', 'not supported'],
  // Denmark and Danish.
  ['scans', 'Of 129 Danish patients with neck injury, 13 had ossification of the ligament.', 'supported'],
  [
    'scans',
    'Of 129 Swedish patients with neck injury, 13 had ossification of the ligament.',
    'not supported',
  ],
  // A comparison by a bare adjective.
  ['scans', '皮肌炎患者的病程比多发性肌炎患者短。', 'supported'],
  ['scans', '皮肌炎患者的病程比多发性肌炎患者长。', 'deviates'],
  // "Non-" as part of a word.
  ['scans', '糖尿病组的吸烟者少于非糖尿病组。', 'not accused'],
  ['scans', 'Smoking was less frequent in the diabetic group than in the non-diabetic group.', 'supported'],
  [
    'scans',
    'Smoking was less frequent in the non-diabetic group than in the diabetic group.',
    'not supported',
  ],
  // An abbreviation in any position.
  [
    'valves',
    'Hospital mortality was 2.3% for mitral valve repair and 12.5% for mitral valve replacement.',
    'supported',
  ],
  [
    'valves',
    'Hospital mortality was 2.3% for mitral valve replacement and 12.5% for mitral valve repair.',
    'not supported',
  ],
  // A separate word that is the opposite of the sentence's.
  ['valves', 'Palpable nodules were treated through a small incision.', 'not supported'],
  // A mere introduction of a clause, and a negation before people.
  ['valves', '家庭项目未能减轻痴呆患者照护者的负担。', 'not accused'],
  ['valves', '家庭项目减轻了痴呆患者照护者的负担。', 'not supported'],
  ['valves', '在流出道梗阻的心室中，ilkase蛋白水平明显升高。', 'supported'],
  ['valves', '在流出道梗阻的心室中，ilkase蛋白水平明显降低。', 'deviates'],
  ['valves', '对于重度梗阻患者，心室修复不安全。', 'not accused'],
  ['valves', '对于重度梗阻患者，心室修复是安全的。', 'not supported'],
  // A term by the words of its parts.
  ['valves', 'folimab一级预防可降低伤口感染率。', 'supported'],
  ['valves', 'folimab一级预防可升高伤口感染率。', 'deviates'],
  // Those who took part, whatever the word for them.
  ['walls', 'Among the schoolchildren with asthma in Karachi, 73.8% reported night cough.', 'supported'],
  ['walls', 'Among the schoolchildren with asthma in Karachi, 41.2% reported night cough.', 'not supported'],
  ['walls', 'Among the outpatients with asthma in Karachi, 73.8% reported night cough.', 'not supported'],
  ['walls', '哮喘学龄儿童中，73.8%报告夜间咳嗽。', 'supported'],
  ['walls', '哮喘学龄儿童中，41.2%报告夜间咳嗽。', 'not supported'],
  // A limit is no negation.
  ['walls', 'Cost accounted for no more than 29.1% of missed doses.', 'supported'],
  ['walls', 'Cost accounted for no more than 39.4% of missed doses.', 'deviates'],
  // An influence by another name.
  ['walls', 'Damp walls had no bearing on wheeze.', 'supported'],
  ['walls', 'Damp walls had a bearing on wheeze.', 'deviates'],
  ['walls', 'Damp walls did not matter for wheeze.', 'not accused'],
  ['walls', 'Damp walls mattered for wheeze.', 'not supported'],
  // Exchanged numbers beside words that the abstract lacks.
  [
    'walls',
    'As the ledger shows, hospital mortality was 12.5% for MV repair and 2.3% for MV replacement.',
    'deviates',
  ],
  [
    'walls',
    'As the ledger shows, hospital mortality was 2.3% for MV repair and 12.5% for MV replacement.',
    'not accused',
  ],
  ['walls', '台账记载，MV修复的住院死亡率为2.3%，MV置换为12.5%。', 'not accused'],
  ['walls', '台账记载，MV修复的住院死亡率为12.5%，MV置换为2.3%。', 'not supported'],
];

export const listedClaims = toClaims(rows);
