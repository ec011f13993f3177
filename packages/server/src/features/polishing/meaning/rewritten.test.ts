import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findMeaningChanges } from './find-meaning-changes.ts';

const strict = { length: false, language: false };

/** Versions as an editor rewrites them, none of which changes the meaning. */
const same: [text: string, version: string][] = [
  [
    'The decline of eGFR was slower (−1.5 vs −3.2 mL/min/1.73 m2 per year, p<0.001).',
    'eGFR declined more slowly (−1.5 vs −3.2 mL/min/1.73 m² per year, P < 0.001).',
  ],
  [
    'The experimental group has lower blood glucose than controls (6.1±0.8 mmol/L vs 7.9±1.1 mmol/L) [12].',
    'Blood glucose was lower in the experimental group than in controls (6.1 ± 0.8 vs 7.9 ± 1.1 mmol/L) [12].',
  ],
  [
    'The patients who took statins have lower mortality (HR 0.78, 95%CI: 0.65-0.93).',
    'Patients taking statins had lower mortality (HR, 0.78; 95% CI, 0.65–0.93).',
  ],
  ['One hundred and twenty patients were included.', 'A total of 120 patients were included.'],
  [
    'There were 3 patients died in the control group but no patients died in the treatment group.',
    'Three patients died in the control group, whereas none died in the treatment group.',
  ],
  [
    'The ulcers healed in 12 of 15 dogs after two weeks.',
    'After 2 weeks, ulcers had healed in 12 of 15 dogs.',
  ],
  ['Body temperature was measured two times a day.', 'Body temperature was measured twice daily.'],
  [
    'Microbes may play a role, however the mechanism is not clear.',
    'Microbes may play a role; however, the mechanism remains unclear.',
  ],
  ['The cause of the rash is not known.', 'The cause of the rash remains to be determined.'],
  [
    'There was no significant difference on the baseline characteristics between two groups.',
    'Baseline characteristics did not differ significantly between the two groups.',
  ],
  [
    '结果发现观察组的总有效率是92.5%,比对照组的75.0%要高(P<0.05)。',
    '结果显示，观察组总有效率为 92.5%，高于对照组的 75.0%（P<0.05）。',
  ],
  ['随着人口老龄化,糖尿病的发病率越来越高。', '随着人口老龄化，糖尿病发病率逐年升高。'],
  ['吸烟的人得肺癌的风险比不吸烟的人高10倍[6]。', '吸烟者罹患肺癌的风险较不吸烟者高 10 倍[6]。'],
  [
    '该药可能对认知功能有一定的改善作用,但还需要更多研究来证明。',
    '该药可能对认知功能具有一定改善作用，但仍需更多研究加以证实。',
  ],
  ['治疗后两组的血压都有下降。', '治疗后两组血压均下降。'],
  [
    'Cells were incubated with 10 μM of drug for 24h at 37℃ in 5% CO2.',
    'Cells were incubated with 10 µM drug for 24 h at 37 °C in 5% CO₂.',
  ],
  ['本研究的局限性是样本量比较小。', '本研究的局限性在于样本量较小。'],
  ['观察组和对照组年龄没有差别。', '观察组与对照组年龄差异无统计学意义。'],
  ['年龄大于60岁是独立的危险因素。', '年龄＞60 岁是独立危险因素。'],
  ['给予头孢曲松2g静滴,一天一次。', '给予头孢曲松 2 g 静脉滴注，每日 1 次。'],
  ['本品一天三次,每次一片。', '本品每日 3 次，每次 1 片。'],
  ['结果表明两组年龄具有可比性。', '结果显示，两组年龄具有可比性。'],
  ['目前对其发病机制了解得还不够。', '目前其发病机制了解尚不完全。'],
  ['有3个病人在随访的时候失访了。', '3 例患者在随访期间失访。'],
  ['共分成2组,随访三个月。', '共分为两组，随访 3 个月。'],
  ['这个药的作用机制现在还不清楚。', '该药的作用机制目前尚不明确。'],
  ['和对照组相比，小鼠的体重明显增加了（P<0.01）。', '与对照组相比，小鼠体重显著增加（P<0.01）。'],
];

/** Equally similar pairs that differ in meaning. */
const another: [text: string, version: string][] = [
  ['One hundred and five women were screened.', 'One hundred and fifty women were screened.'],
  ['We used two doses for three weeks.', 'We used three doses for two weeks.'],
  ['It was given three times a day.', 'It was given twice a day.'],
  ['Levels were 5 and 10 mg.', 'Levels were 5 µg and 10 mg.'],
  ['The lesion measured 3 cm².', 'The lesion measured 3 cm³.'],
  ['Treatment was given once weekly.', 'Treatment was given once daily.'],
  ['Nausea was rare.', 'Nausea was common.'],
  ['The effect was small.', 'The effect was large.'],
  ['The cause is not known.', 'The cause is known.'],
  ['A trend towards benefit was seen (p = 0.07).', 'A significant benefit was seen (p = 0.07).'],
  [
    'The vaccine was effective in adolescents but not in infants.',
    'The vaccine was effective in infants but not in adolescents.',
  ],
  ['Warfarin was replaced with apixaban.', 'Apixaban was replaced with warfarin.'],
  ['共2组，每组30例。', '共三组，每组 30 例。'],
  ['治疗两周后随访三个月。', '治疗三周后随访两个月。'],
  ['甲药的风险比乙药高。', '甲药的风险比乙药低。'],
  ['发病率越来越高。', '发病率越来越低。'],
  ['机制尚不清楚。', '机制已清楚。'],
  ['部分患者好转。', '患者都好转。'],
  ['年龄大于60岁的患者较多。', '年龄小于60岁的患者较多。'],
  ['每日1次口服。', '每日2次口服。'],
  ['样本量比较小。', '样本量比较大。'],
  ['每次一片口服。', '每次 2 片口服。'],
  ['The ulcers healed in most dogs.', 'The ulcers healed completely in most dogs.'],
  ['疼痛有一定缓解。', '疼痛一定缓解。'],
  ['两组比较有差异。', '两组比较有显著差异。'],
  ['建议将华法林换为利伐沙班。', '建议将利伐沙班换为华法林。'],
];

describe('an editor’s rewrite', () => {
  for (const [text, version] of same)
    it(`keeps the meaning: ${version}`, () =>
      assert.deepEqual(findMeaningChanges(text, version, strict), []));
  for (const [text, version] of another)
    it(`changes the meaning: ${version}`, () =>
      assert.notDeepEqual(findMeaningChanges(text, version, strict), []));
});
