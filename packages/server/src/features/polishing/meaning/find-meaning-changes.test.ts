import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findMeaningChanges } from './find-meaning-changes.ts';
import type { MeaningChange } from './meaning-change.ts';

const strict = { length: false, language: false };

type Case = [name: string, text: string, version: string, kind: MeaningChange['kind']];

const changed: Case[] = [
  [
    'swapped numbers of two arms',
    'Response was 62% with vedolizumab and 48% with adalimumab.',
    'Response was 48% with vedolizumab and 62% with adalimumab.',
    'order',
  ],
  [
    'swapped arms with their numbers in place',
    'Response was 62% with vedolizumab and 48% with adalimumab.',
    'Response was 62% with adalimumab and 48% with vedolizumab.',
    'order',
  ],
  [
    'swapped groups named by letters',
    'Group A lost 4 kg, group B lost 2 kg.',
    'Group B lost 4 kg, group A lost 2 kg.',
    'order',
  ],
  [
    'a number moved to another sentence',
    'We screened 40 adults. Of these, 12 dropped out early.',
    'We screened adults. Of these 40, 12 dropped out early.',
    'number',
  ],
  [
    'a marker moved to another sentence',
    'Statins lower cholesterol [1]. Fibrates lower triglycerides.',
    'Statins lower cholesterol. Fibrates lower triglycerides [1].',
    'citation',
  ],
  [
    'two swapped markers',
    'Statins lower cholesterol [1]. Fibrates lower triglycerides [2].',
    'Statins lower cholesterol [2]. Fibrates lower triglycerides [1].',
    'citation',
  ],
  [
    'merged markers',
    'Statins [1] and fibrates [2] lower lipids.',
    'Statins and fibrates lower lipids [1][2].',
    'citation',
  ],
  [
    'swapped subjects of two sentences',
    'Metformin lowered weight. Glipizide did not.',
    'Glipizide lowered weight. Metformin did not.',
    'order',
  ],
  ['a reversed direction', 'Ferritin was higher in carriers.', 'Ferritin was lower in carriers.', 'meaning'],
  [
    'two swapped directions',
    'Ferritin was higher in men and hepcidin was lower in women.',
    'Ferritin was lower in men and hepcidin was higher in women.',
    'meaning',
  ],
  [
    'swapped sides of a comparison',
    'Apixaban was superior to warfarin.',
    'Warfarin was superior to apixaban.',
    'meaning',
  ],
  [
    'swapped cause and effect',
    'Smoking increases inflammation.',
    'Inflammation increases smoking.',
    'meaning',
  ],
  [
    'an invented direction',
    'The drug affected renal function in most adults.',
    'The drug improved renal function in most adults.',
    'meaning',
  ],
  ['before instead of after', 'Pain was scored before surgery.', 'Pain was scored after surgery.', 'meaning'],
  ['a changed unit', 'Infants received 15 mg of iron.', 'Infants received 15 µg of iron.', 'number'],
  ['a changed rare unit', 'Sodium was 140 mEq/L.', 'Sodium was 140 mmol/L.', 'number'],
  ['a changed rate', 'The clearance was 90 mL/min.', 'The clearance was 90 mL/h.', 'number'],
  ['lost percentage points', 'HbA1c fell by 0.5 percentage points.', 'HbA1c fell by 0.5%.', 'number'],
  ['a changed exponent', 'Leukocytes were 4.2×10⁹/L.', 'Leukocytes were 4.2×10⁶/L.', 'number'],
  ['an exponent turned into a number', 'The load was 10³ copies.', 'The load was 103 copies.', 'number'],
  ['a changed superscript', 'The dose was 75 mg/m².', 'The dose was 75 mg/m³.', 'number'],
  ['a changed charge', 'Serum Ca²⁺ was measured.', 'Serum Ca⁺ was measured.', 'number'],
  ['a changed number word', 'The cohort had three arms.', 'The cohort had four arms.', 'number'],
  ['a changed fraction', 'Half of the carriers relapsed.', 'A third of the carriers relapsed.', 'number'],
  ['a changed line of treatment', 'It is a first-line option.', 'It is a second-line option.', 'number'],
  [
    'a changed bound',
    'The difference was significant (P < 0.05).',
    'The difference was significant (P ≤ 0.05).',
    'number',
  ],
  [
    'a lost bound',
    'The difference was significant (P < 0.05).',
    'The difference was significant (P = 0.05).',
    'number',
  ],
  ['a changed bound in words', 'We included at least 20 adults.', 'We included at most 20 adults.', 'number'],
  [
    'a changed age',
    'Adults aged 65 years or older were seen.',
    'Adults aged 65 years or younger were seen.',
    'number',
  ],
  ['a lost “about”', 'About 30% relapsed.', 'Exactly 30% relapsed.', 'number'],
  ['a lost plus-minus sign', 'Age was 54 ± 8 years.', 'Age was 54, 8 years.', 'number'],
  ['a lost minus sign', 'The change was −2.1 points.', 'The change was 2.1 points.', 'number'],
  [
    'an added sentence',
    'Metformin lowered weight in adults with obesity over the whole period of treatment.',
    'Metformin lowered weight in adults with obesity over the whole period of treatment. It is safe.',
    'words',
  ],
  [
    'a lost sentence',
    'Metformin lowered weight in adults with obesity over the whole period. Nausea was common.',
    'Metformin lowered weight in adults with obesity over the whole period.',
    'words',
  ],
  [
    'swapped formulas',
    'The slope $a$ was fitted and the offset $b$ was fixed.',
    'The slope $b$ was fitted and the offset $a$ was fixed.',
    'order',
  ],
  [
    '两组的数字',
    '维得利珠单抗组应答率为62%，阿达木单抗组为48%。',
    '维得利珠单抗组应答率为48%，阿达木单抗组为62%。',
    'order',
  ],
  [
    '两组的名称',
    '维得利珠单抗组为62%，阿达木单抗组为48%。',
    '阿达木单抗组为62%，维得利珠单抗组为48%。',
    'order',
  ],
  [
    '引文的位置',
    '他汀可降低胆固醇[1]。贝特可降低甘油三酯。',
    '他汀可降低胆固醇。贝特可降低甘油三酯[1]。',
    'citation',
  ],
  [
    '引文互换',
    '他汀可降低胆固醇[1]。贝特可降低甘油三酯[2]。',
    '他汀可降低胆固醇[2]。贝特可降低甘油三酯[1]。',
    'citation',
  ],
  ['方向', '携带者的铁蛋白升高。', '携带者的铁蛋白降低。', 'meaning'],
  ['方向互换', '男性铁蛋白升高，女性铁调素降低。', '男性铁蛋白降低，女性铁调素升高。', 'meaning'],
  ['比较的双方', '阿哌沙班优于华法林。', '华法林优于阿哌沙班。', 'meaning'],
  ['因果颠倒', '吸烟导致炎症。', '炎症导致吸烟。', 'meaning'],
  ['单位', '婴儿每日补铁15毫克。', '婴儿每日补铁15微克。', 'number'],
  ['指数', '白细胞为4.2×10⁹/L。', '白细胞为4.2×10⁶/L。', 'number'],
  ['汉字数字', '共分为三组。', '共分为四组。', 'number'],
  ['两变三', '比较两种方案的疗效。', '比较三种方案的疗效。', 'number'],
  ['分数', '三分之一的患者复发。', '三分之二的患者复发。', 'number'],
  ['分期', '纳入三期患者。', '纳入二期患者。', 'number'],
  ['界限', '差异有统计学意义（P<0.05）。', '差异有统计学意义（P≤0.05）。', 'number'],
  ['年龄界限', '纳入65岁以上的患者。', '纳入65岁以下的患者。', 'number'],
  ['文字界限', '至少随访12个月。', '至多随访12个月。', 'number'],
  ['加减号', '年龄为54±8岁。', '年龄为54、8岁。', 'number'],
  [
    'swapped events of two arms',
    'Relapse occurred in 12 of 40 given rituximab and 25 of 41 given placebo.',
    'Relapse occurred in 25 of 41 given rituximab and 12 of 40 given placebo.',
    'order',
  ],
  [
    'swapped doses of two age groups',
    'Dose was 0.5 mg in children [4] and 1 mg in adults [5].',
    'Dose was 0.5 mg in adults [4] and 1 mg in children [5].',
    'order',
  ],
  [
    'a lost “no difference”',
    'The rate did not differ between arms.',
    'The rate differed between arms.',
    'meaning',
  ],
  ['a median instead of a mean', 'The mean age was 54 years.', 'The median age was 54 years.', 'meaning'],
  [
    'exclusion turned into inclusion',
    'We excluded patients with cancer.',
    'We included patients with cancer.',
    'meaning',
  ],
  ['a changed side of the body', 'The left kidney was removed.', 'The right kidney was removed.', 'meaning'],
  ['a changed species', 'In mice, it inhibited growth.', 'In patients, it inhibited growth.', 'meaning'],
  ['a changed frequency', 'It was given once daily.', 'It was given twice daily.', 'number'],
  [
    '两组的病例',
    '其中利妥昔单抗组40例复发12例，安慰剂组41例复发25例。',
    '其中利妥昔单抗组41例复发25例，安慰剂组40例复发12例。',
    'order',
  ],
  ['有无差异', '差异无统计学意义（P=0.08）。', '差异有统计学意义（P=0.08）。', 'meaning'],
  ['中位', '平均年龄为54岁。', '中位年龄为54岁。', 'meaning'],
  ['纳入与排除', '排除合并肿瘤的患者。', '纳入合并肿瘤的患者。', 'meaning'],
  ['新增的方向', '该药影响肾功能。', '该药改善肾功能。', 'meaning'],
];

const polished: [text: string, version: string][] = [
  [
    'The patients was treated with metformin for 12 weeks and it make weight lower by 2 kg.',
    'Patients were treated with metformin for 12 weeks, which lowered weight by 2 kg.',
  ],
  ['Metformin reduced HbA1c compared with placebo.', 'Compared with placebo, metformin reduced HbA1c.'],
  ['HbA1c was reduced by metformin.', 'Metformin reduced HbA1c.'],
  [
    'We measured the ferritin. The ferritin was 80 µg/L in 40 adults [2].',
    'We measured ferritin, which was 80 μg/L in 40 adults [2].',
  ],
  [
    'Ferritin was measured in 40 adults [2], and it was 80 µg/L, which is high.',
    'Ferritin was measured in 40 adults [2]. It was 80 µg/L, which is high.',
  ],
  ['It works.[3] It is used.', 'It works [3]. It is used.'],
  [
    'More than 50% of patients, (P<0.05), got better.',
    'Over 50% of patients improved (P < 0.05).'.replace('improved', 'got better'),
  ],
  ['The load was 4.2 x 10^9/L.', 'The load was 4.2×10⁹/L.'],
  ['The dose was 500mg per day over 12 weeks.', 'The dose was 500 mg daily for 12 weeks.'],
  [
    'Response was 62 percent with drug A and 48 percent with drug B.',
    'The response rate was 62% with drug A and 48% with drug B.',
  ],
  ['There is five groups which are compared in this study.', 'This study compared five groups.'],
  ['Secondly, pain was increased in the both arms.', 'Second, pain increased in both arms.'],
  ['Age was 54 +/- 8 years.', 'Age was 54 ± 8 years.'],
  [
    'Patients received 5 mg of metformin daily for 12 weeks.',
    'Metformin 5 mg daily was given to patients for 12 weeks.',
  ],
  ['患者服用二甲双胍12周,体重降低了2kg。', '患者接受二甲双胍治疗12周后，体重下降 2 kg。'],
  ['与安慰剂相比,二甲双胍降低了HbA1c。', '二甲双胍较安慰剂降低了 HbA1c。'],
  ['研究中一共有两个组，平均年龄是54+/-8岁。', '研究共有两个组，平均年龄为 54 ± 8 岁。'],
  ['该药有效[3]。安全性好。', '该药疗效确切，有效[3]；安全性好。'.replace('疗效确切，', '')],
  ['治疗组有效率是62%，对照组有效率是48%(P<0.05)。', '治疗组和对照组的有效率分别为62%和48%（P＜0.05）。'],
  [
    'Blood was taken and then it was centrifuged for 10 minutes at 3000 rpm.',
    'Blood was drawn and then centrifuged at 3000 rpm for 10 minutes.',
  ],
  [
    'After 12 weeks, HbA1c of the two groups was decreased by 1.1% and 0.6%, respectively.',
    'After 12 weeks, HbA1c had decreased by 1.1% and 0.6% in the two groups, respectively.',
  ],
  ['This method can make the pain become less.', 'This method can reduce pain.'],
  [
    'There are a lot of studies [1,2] about this problem but the conclusion is not same.',
    'Many studies [1,2] have addressed this problem, but their conclusions are not the same.',
  ],
  ['两个组之间比较没有统计学差异(P>0.05)。', '两组比较，差异无统计学意义（P＞0.05）。'],
  ['因为样本量小，所以结果还需要更大的研究来验证。', '由于样本量小，结果尚需更大规模的研究验证。'],
  [
    '二甲双胍是一种很安全也很便宜的药，全世界很多人都在用[1]。',
    '二甲双胍是一种安全且价格低廉的药物，在全世界被广泛使用[1]。',
  ],
  ['吸烟可能使炎症加重。', '吸烟可能加重炎症。'],
];

describe('findMeaningChanges', () => {
  for (const [name, text, version, kind] of changed)
    it(`finds ${name}: ${version}`, () => {
      const kinds = findMeaningChanges(text, version, strict).map((change) => change.kind);
      assert.ok(kinds.includes(kind), `found: ${kinds}`);
    });

  it('finds the change in either direction', () => {
    for (const [name, text, version] of changed)
      assert.notDeepEqual(findMeaningChanges(version, text, strict), [], name);
  });
});

describe('findMeaningChanges in a better wording', () => {
  for (const [text, version] of polished)
    it(`finds none: ${version}`, () => assert.deepEqual(findMeaningChanges(text, version, strict), []));

  it('finds none in an unchanged text', () => {
    for (const [, text] of changed) assert.deepEqual(findMeaningChanges(text, text, strict), []);
  });
});
