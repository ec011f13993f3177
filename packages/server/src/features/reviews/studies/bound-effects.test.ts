import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boundEffects, comparatorOf } from './bound-effects.ts';

const rows: [sentence: string, ...effects: string[]][] = [
  [
    'Mortality was lower with metformin (HR 0.77, 95% CI 0.70-0.85).',
    'HR 0.77 0.7 0.85 mortality: Mortality',
  ],
  ['The hazard ratio for all-cause mortality was 0.83 (95% confidence interval 0.71 to 0.97).'],
  [
    'All-cause mortality: odds ratio 1.40 [95% CI: 1.10–1.78].',
    'OR 1.4 1.1 1.78 mortality: All-cause mortality',
  ],
  [
    'In-hospital mortality fell (aOR, 0.62; 95% CI, 0.40 to 0.96); strokes did not (aOR, 1.05; 95% CI, 0.90 to 1.23).',
    'OR 0.62 0.4 0.96 in-hospital mortality: In-hospital mortality',
    'OR 1.05 0.9 1.23 stroke: strokes',
  ],
  // Two outcomes in one clause: nobody knows whose the figure is.
  ['Deaths and strokes were fewer (RR 0.80, 95% CI 0.70-0.91).', 'RR 0.8 0.7 0.91'],
  [
    'Pain was less (mean difference −1.2, 95% CI −2.0 to −0.4).'.replaceAll('−', '-'),
    'MD -1.2 -2 -0.4 pain: Pain',
  ],
  // An interval that does not hold its value has been misread.
  ['Mortality was lower (HR 0.77, 95% CI 1.70-2.85).'],
  ['Mortality was lower (P = 0.03; n = 312).'],
  ['补锌组死亡率较低（HR 0.77，95% CI 0.70～0.85）。', 'HR 0.77 0.7 0.85 mortality: 死亡率'],
  ['复发率降低（风险比0.62，95%可信区间0.40至0.96）。', 'HR 0.62 0.4 0.96 recurrence: 复发'],
];

describe('the effects of a sentence', () => {
  for (const [sentence, ...expected] of rows)
    it(`are read with their outcome: ${sentence}`, () =>
      assert.deepEqual(
        boundEffects(sentence).map(({ measure, value, low, high, outcome }) =>
          [measure, value, low, high]
            .join(' ')
            .concat(outcome ? ` ${outcome.name}: ${sentence.slice(outcome.start, outcome.end)}` : ''),
        ),
        expected,
      ));
});

describe('the comparator of a sentence', () => {
  for (const [sentence, expected] of [
    ['Zinc lowered mortality compared with usual care in children.', 'usual care'],
    ['Deaths were fewer with zinc versus placebo (HR 0.8).', 'placebo'],
    ['与安慰剂相比，补锌组死亡率较低。', '安慰剂'],
    ['Zinc lowered mortality.', undefined],
  ] as const)
    it(`is named by "${sentence}": ${expected ?? 'nothing'}`, () => {
      const found = comparatorOf(sentence);
      assert.equal(found && sentence.slice(found.start, found.end), expected);
    });
});
