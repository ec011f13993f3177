import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { toCitable } from '../../../literature/ranking/passage.ts';
import type { Unit } from '../sections/units.ts';
import { compareFindings } from './compare-findings.ts';
import { readFindings } from './discussion-findings.ts';

const prior = (text: string): Unit => ({
  ...{ id: 'E1', text, start: 0, end: text.length, score: 1, role: 'finding' },
  article: toCitable(anArticle('6001', {})),
});

describe('the findings of a discussion', () => {
  for (const [text, principal] of [
    [
      'We followed 90 adults with gout for 12 months. Flares were 40% fewer with colchicine (P = 0.02).',
      ['Flares were 40% fewer with colchicine (P = 0.02).'],
    ],
    [
      'We randomized 90 adults with gout to colchicine or placebo. Flares did not differ (P = 0.7).',
      ['Flares did not differ (P = 0.7).'],
    ],
    [
      '选取射血分数降低型心力衰竭患者200例，随机分为两组。观察组再住院率为12.5%（P=0.03）。',
      ['观察组再住院率为12.5%（P=0.03）。'],
    ],
    [
      '本研究随访了90例痛风患者12个月。秋水仙碱组发作减少40%（P=0.02）。',
      ['秋水仙碱组发作减少40%（P=0.02）。'],
    ],
  ] as const)
    it(`are what came of the study, not how it was made: ${text.slice(0, 20)}`, () =>
      assert.deepEqual(readFindings(text).principal, principal));

  for (const [ours, theirs, side] of [
    ['Mortality was lower with colchicine.', 'Colchicine reduced deaths in gout.', 'agreeing'],
    ['Mortality was lower with colchicine.', 'Colchicine increased mortality in gout.', 'disagreeing'],
    ['秋水仙碱组死亡率降低。', 'Colchicine reduced mortality in gout.', 'agreeing'],
    // Who survives more dies less.
    ['Mortality was lower with colchicine.', 'Colchicine improved survival in gout.', 'agreeing'],
    // What those studied have is no outcome of theirs.
    [
      'Colchicine reduced fractures.',
      'The level was significantly higher in those with prior fragility fractures (p=0.018).',
      'other',
    ],
    [
      'Mortality was lower with colchicine versus placebo (risk ratio 0.7).',
      'Colchicine reduced pain versus placebo (risk ratio 0.8).',
      'other',
    ],
    [
      'Mortality was lower with metformin.',
      'Vitamin B12 deficiency was more frequent with metformin.',
      'other',
    ],
    ['二甲双胍组死亡率降低。', '二甲双胍组维生素B12缺乏更常见。', 'other'],
    // "Similar" is said of efficacy, and simvastatin is another treatment.
    [
      '3级以上不良反应发生率升高（32%比18%）。',
      'TOMOX and FOLFOX4 seem to have similar efficacy and are well tolerated with different profiles of toxicity.',
      'other',
    ],
    [
      'Adverse events were more frequent with FOLFOX4.',
      'The addition of 40 mg simvastatin did not improve survival nor did it increase toxicity.',
      'other',
    ],
    [
      'Adverse events were more frequent with simvastatin.',
      'The addition of 40 mg simvastatin did not improve survival nor did it increase toxicity.',
      'disagreeing',
    ],
  ] as const)
    it(`stand beside prior work on the same outcome alone: "${ours}" and "${theirs}"`, () => {
      const { agreeing, disagreeing, other } = compareFindings({ principal: [ours], units: [prior(theirs)] });
      assert.deepEqual(
        Object.entries({ agreeing, disagreeing, other }).flatMap(([name, units]) =>
          units.length > 0 ? [name] : [],
        ),
        [side],
      );
    });
});
