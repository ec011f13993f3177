import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { comparatorOf, readBoundEffects } from './bound-effects.ts';

const rows: [sentence: string, ...effects: string[]][] = [
  [
    'Mortality was lower with metformin (HR 0.77, 95% CI 0.70-0.85).',
    'HR 0.77 0.7 0.85 mortality: Mortality',
  ],
  [
    'The hazard ratio for all-cause mortality was 0.83 (95% confidence interval 0.71 to 0.97).',
    'HR 0.83 0.71 0.97 mortality: all-cause mortality',
  ],
  [
    'The adjusted odds ratio of hip fracture in users was 1.40 (95% CI, 1.10-1.78).',
    'aOR 1.4 1.1 1.78 hip fracture: hip fracture',
  ],
  // It is unclear whether bleeding is the outcome.
  ['For mortality, the hazard ratio for bleeding was 2.1 (95% CI 1.2-3.4).', 'HR 2.1 1.2 3.4'],
  ['The hazard ratio for statin use was 0.83 (95% CI 0.71 to 0.97).', 'HR 0.83 0.71 0.97'],
  ['The hazard ratio for death or stroke was 0.83 (95% CI 0.71 to 0.97).', 'HR 0.83 0.71 0.97'],
  ['The hazard ratio for mortality or readmission was 0.83 (95% CI 0.71 to 0.97).', 'HR 0.83 0.71 0.97'],
  // The groups' own figures precede the ratio.
  [
    'Exposed infants had a lower hospital death rate (14.2% vs 18.5%; OR, 0.73 [95% CI, 0.54 to 0.98]; ARR, 4.3).',
    'OR 0.73 0.54 0.98 hospital mortality: hospital death',
  ],
  ['Pain was less (scores 3 vs 4; nausea, OR 0.70, 95% CI 0.50-0.90).', 'OR 0.7 0.5 0.9'],
  // The sentence itself names a risk that is in no list.
  [
    'Aspirin was associated with lower risk of colorectal cancer (prevalence, 28% vs 38%; odds ratio [OR], 0.69 [95% CI, 0.64-0.74]).',
    'OR 0.69 0.64 0.74 colorectal cancer: colorectal cancer',
  ],
  // Figures of groups are not the study's result.
  [
    'The relative risk of stroke was 0.88 (95% CI 0.77, 1.00) in one group and 0.94 (95% CI 0.58, 1.54) in the other.',
    'RR 0.88 0.77 1',
  ],
  // An absolute risk reduction is not a ratio.
  ['It decreased the risk of headache (ARR, 11.3%; 95% CI, 6.50%-16.2%).'],
  ['The odds of adverse maternal [odds ratio 1.60, 95% CI 1.45-1.80] outcomes rose.', 'OR 1.6 1.45 1.8'],
  ['Women at risk of preterm birth had more of it (OR 1.66, 95% CI 1.03-2.69).', 'OR 1.66 1.03 2.69'],
  ['The risk of cancer and diabetes was lower (RR 0.80, 95% CI 0.70-0.91).', 'RR 0.8 0.7 0.91'],
  [
    'Men were more likely to have ischemic (OR 4.90, 95% CI 2.99-8.03) and hemorrhagic (OR 17.57, 95% CI 4.85-63.71) stroke.',
    'OR 4.9 2.99 8.03',
    'OR 17.57 4.85 63.71',
  ],
  [
    'All-cause mortality: odds ratio 1.40 [95% CI: 1.10–1.78].',
    'OR 1.4 1.1 1.78 mortality: All-cause mortality',
  ],
  [
    'In-hospital mortality fell (aOR, 0.62; 95% CI, 0.40 to 0.96); strokes did not (aOR, 1.05; 95% CI, 0.90 to 1.23).',
    'aOR 0.62 0.4 0.96 in-hospital mortality: In-hospital mortality',
    'aOR 1.05 0.9 1.23 stroke: strokes',
  ],
  // Two outcomes in one clause: the figure could belong to either.
  ['Deaths and strokes were fewer (RR 0.80, 95% CI 0.70-0.91).', 'RR 0.8 0.7 0.91'],
  [
    'Pain was less (mean difference −1.2, 95% CI −2.0 to −0.4).'.replaceAll('−', '-'),
    'MD -1.2 -2 -0.4 pain: Pain',
  ],
  // An interval that does not contain its value was misread.
  ['Mortality was lower (HR 0.77, 95% CI 1.70-2.85).'],
  ['Mortality was lower (P = 0.03; n = 312).'],
  // A qualifier makes it a different outcome.
  [
    'A reduction in breast cancer mortality was noted (RR 0.75, 0.58-0.97).',
    'RR 0.75 0.58 0.97 breast cancer mortality: breast cancer mortality',
  ],
  [
    'It predicted death (HR, 1.74; 95% CI, 1.39-2.19) and arrhythmic death (HR, 1.77; 95% CI, 1.17-2.67).',
    'HR 1.74 1.39 2.19 mortality: death',
    'HR 1.77 1.17 2.67 arrhythmic mortality: arrhythmic death',
  ],
  // Part of a composite.
  [
    'The combined outcome of mortality or reinfarction did not differ (RR, 0.90; 95% CI, 0.79-1.02).',
    'RR 0.9 0.79 1.02',
  ],
  [
    'With stents the risk of mortality was 2.8% versus 3.2% (risk ratio [RR], 0.89; 95% confidence interval [CI], 0.76-1.04; P=0.13), the combined outcome of mortality or reinfarction 4.1% versus 4.6% (RR, 0.90; 95% CI, 0.79-1.02).',
    'RR 0.89 0.76 1.04 mortality: mortality',
    'RR 0.9 0.79 1.02',
  ],
  // The exposure, a condition of the participants, or an adjustment.
  [
    'When examining admissions for hypoglycaemia for association with risk of dementia, results were similar (HR, 1.42; 95% CI, 1.12-1.78).',
    'HR 1.42 1.12 1.78',
  ],
  [
    'Severe hypoglycaemia was associated with the primary outcome (HR: 1.58; 95% CI: 1.24-2.02).',
    'HR 1.58 1.24 2.02',
  ],
  [
    'Heart failure [HR = 1.43 (1.00-1.98)] and HIV infection [HR = 3.40 (1.90-5.63)] were associated with neutropenia.',
    'HR 1.43 1 1.98',
    'HR 3.4 1.9 5.63',
  ],
  ['Women with depression had more asthma (OR 1.66, 95 % CI 1.03-2.69).', 'OR 1.66 1.03 2.69'],
  [
    'After adjustment for total cholesterol, this relative risk was 3.4 (95% CI, 1.3 to 8.8).',
    'aRR 3.4 1.3 8.8',
  ],
  // A count is not an outcome until its words say what was counted.
  [
    'There was a lower incidence of large babies (odds ratio 0.51, 95% CI 0.28 to 0.90).',
    'OR 0.51 0.28 0.9 large babies: large babies',
  ],
  [
    'Zinc lowered the incidence of infections (odds ratio 0.51, 95% CI 0.28 to 0.90).',
    'OR 0.51 0.28 0.9 infection: infections',
  ],
  // A list continues after a closed bracket, and a further clause has its own subject.
  [
    'In NSTE-ACS patients, the primary endpoint was reduced with ticagrelor vs. clopidogrel [10.0 vs. 12.3%; hazard ratio (HR) 0.83; 95% confidence interval (CI) = 0.74–0.93], as was myocardial infarction (6.6 vs. 7.7%; HR 0.86; 95% CI = 0.74–0.99), cardiovascular death (3.7 vs. 4.9%; HR 0.77; 95% CI = 0.64–0.93), and all-cause death (4.3 vs. 5.8%; HR 0.76; 95% CI = 0.64–0.90).',
    'HR 0.83 0.74 0.93',
    'HR 0.86 0.74 0.99 myocardial infarction: myocardial infarction',
    'HR 0.77 0.64 0.93 cardiovascular mortality: cardiovascular death',
    'HR 0.76 0.64 0.9 mortality: all-cause death',
  ],
  [
    'Major bleeding rate was similar between treatment groups (13.4 vs. 12.6%; HR 1.07; 95% CI = 0.95–1.19), but ticagrelor was associated with an increase in non-CABG major bleeding (4.8 vs. 3.8%; HR 1.28; 95% CI = 1.05–1.56).',
    'HR 1.07 0.95 1.19 major bleeding: Major bleeding',
    'HR 1.28 1.05 1.56 non-cabg major bleeding: non-CABG major bleeding',
  ],
  [
    'Stroke (HR 1.43, 95% CI 1.00-1.98), but not bleeding (HR 1.10, 95% CI 0.90-1.34), was associated with age.',
    'HR 1.43 1 1.98',
    'HR 1.1 0.9 1.34',
  ],
  // Figures of several outcomes.
  ['Mortality rose, with HRs 2.16 [1.89-2.46] and 1.59 [1.27-1.99], respectively.', 'HR 2.16 1.89 2.46'],
  // Written differently, and adjusted kept apart from unadjusted.
  [
    'The adjusted relative risk of any recurrent adenoma in the aspirin group, as compared with the placebo group, was 0.65 (95 percent confidence interval, 0.46 to 0.91).',
    'aRR 0.65 0.46 0.91 recurrent adenoma: recurrent adenoma',
  ],
  [
    'Varenicline increased the risk of nausea (OR 2.88; 95% CredI 2.40 to 3.47).',
    'OR 2.88 2.4 3.47 nausea: nausea',
  ],
  [
    'Infections were fewer (incidence rate ratio (IRR) of 0·56 (95% CI 0·32-0·99); strokes were not (RR 1.0, 0.8 to 1.2).',
    'IRR 0.56 0.32 0.99 infection: Infections',
    'RR 1 0.8 1.2 stroke: strokes',
  ],
  [
    'Fewer died (unadjusted OR 0.61, 0.40 to 0.91; adjusted OR 0.62, 0.41 to 0.93).',
    'OR 0.61 0.4 0.91 mortality: died',
    'aOR 0.62 0.41 0.93',
  ],
  [
    'After adjustment for age, sex and smoking, statins lowered mortality (HR 0.81, 95% CI 0.70-0.94).',
    'aHR 0.81 0.7 0.94 mortality: mortality',
  ],
  [
    'After adjustment for age, sex and mortality (HR 0.81, 95% CI 0.70-0.94), it was so.',
    'aHR 0.81 0.7 0.94',
  ],
  // The effects of a list share the measure of the first.
  [
    'Statins reduced the risk of all cause mortality (odds ratio 0.88, 95% confidence interval 0.81 to 0.96), major coronary events (0.70, 0.61 to 0.81), and falls at home (0.81, 0.71 to 0.93).',
    'OR 0.88 0.81 0.96 mortality: all cause mortality',
    'OR 0.7 0.61 0.81 major coronary events: major coronary events',
  ],
  [
    'It lowered the risk of death (HR 0.25 [95% CI 0.09-0.68], p=0.004) and myocardial infarction (0.37 [0.16-0.84], p=0.01).',
    'HR 0.25 0.09 0.68 mortality: death',
    'HR 0.37 0.16 0.84 myocardial infarction: myocardial infarction',
  ],
  [
    'Low levels were associated with gestational diabetes (pooled odds ratio 1.49, 95% confidence interval 1.18 to 1.89), pre-eclampsia (1.79, 1.25 to 2.58), and small infants (1.85, 1.52 to 2.26).',
    'OR 1.49 1.18 1.89 gestational diabetes: gestational diabetes',
    'OR 1.79 1.25 2.58 pre-eclampsia: pre-eclampsia',
  ],
  // What is associated may be the exposure.
  ['Dementia was associated with hypertension (OR 1.50, 95% CI 1.10-2.05).', 'OR 1.5 1.1 2.05'],
  ['Bacteremia was associated with taking antibiotics (OR 2.4, 95% CI 1.2-4.8).', 'OR 2.4 1.2 4.8'],
  ['The HR for light smokers was 0.44 (95% CI, 0.35-0.56).', 'HR 0.44 0.35 0.56'],
  [
    'Death was more frequent (HR 1.3, 95% CI 1.1-1.6) in men (1.4, 1.2 to 1.7).',
    'HR 1.3 1.1 1.6 mortality: Death',
  ],
  ['补锌组死亡率较低（HR 0.77，95% CI 0.70～0.85）。', 'HR 0.77 0.7 0.85 mortality: 死亡率'],
  ['复发率降低（风险比0.62，95%可信区间0.40至0.96）。', 'HR 0.62 0.4 0.96 recurrence: 复发'],
];

describe('the effects of a sentence', () => {
  for (const [sentence, ...expected] of rows)
    it(`are read with their outcome: ${sentence}`, () =>
      assert.deepEqual(
        readBoundEffects(sentence).map(({ measure, value, low, high, outcome }) =>
          [measure, value, low, high]
            .join(' ')
            .concat(outcome ? ` ${outcome.name}: ${sentence.slice(outcome.start, outcome.end)}` : ''),
        ),
        expected,
      ));
});

describe('comparatorOf', () => {
  for (const [sentence, expected] of [
    ['Zinc lowered mortality compared with usual care in children.', 'usual care'],
    ['Deaths were fewer with zinc versus placebo (HR 0.8).', 'placebo'],
    ['与安慰剂相比，补锌组死亡率较低。', '安慰剂'],
    ['Zinc lowered mortality.', undefined],
    ['Deaths were fewer compared with patients with no episodes.', undefined],
    ['Pneumothorax was more frequent compared to the indomethacin group.', 'indomethacin'],
    ['Sensitivity was higher compared with the number of attempts.', undefined],
  ] as const)
    it(`returns ${expected ?? 'nothing'} for “${sentence}”`, () => {
      const found = comparatorOf(sentence);
      assert.equal(found && sentence.slice(found.start, found.end), expected);
    });
});
