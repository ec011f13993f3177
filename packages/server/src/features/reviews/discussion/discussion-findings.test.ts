import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { toCitable } from '../../../literature/ranking/passage.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { compareFindings } from './compare-findings.ts';
import { readFindings } from './discussion-findings.ts';

const prior = (text: string): EvidenceUnit => ({
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
    it(`are the results of a study, without its methods: ${text.slice(0, 20)}`, () =>
      assert.deepEqual(readFindings(text).principal, principal));

  for (const [ours, theirs, side] of [
    ['Mortality was lower with colchicine.', 'Colchicine reduced deaths in gout.', 'agreeing'],
    ['Mortality was lower with colchicine.', 'Colchicine increased mortality in gout.', 'disagreeing'],
    ['秋水仙碱组死亡率降低。', 'Colchicine reduced mortality in gout.', 'agreeing'],
    // Longer survival means lower mortality.
    ['Mortality was lower with colchicine.', 'Colchicine improved survival in gout.', 'agreeing'],
    // A disease that participants already have is not an outcome.
    [
      'Colchicine reduced fractures.',
      'The level was significantly higher in those with prior fragility fractures (p=0.018).',
      'other',
    ],
    [
      'Mortality was lower with colchicine versus placebo (risk ratio 0.7).',
      'Colchicine reduced pain versus placebo (risk ratio 0.8).',
      'apart',
    ],
    [
      'Mortality was lower with metformin.',
      'Vitamin B12 deficiency was more frequent with metformin.',
      'apart',
    ],
    ['二甲双胍组死亡率降低。', '二甲双胍组维生素B12缺乏更常见。', 'apart'],
    // "Similar" refers to efficacy, and simvastatin is another treatment.
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
    it(`are compared with prior work on the same outcome only: “${ours}” and “${theirs}”`, () => {
      const { agreeing, disagreeing, other } = compareFindings({
        principal: [ours],
        participants: [],
        units: [prior(theirs)],
        articles: [],
        studies: new Map(),
        parts: [
          ['colchicine', '秋水仙碱'],
          ['gout', '痛风'],
        ],
      });
      assert.deepEqual(
        Object.entries({ agreeing, disagreeing, other }).flatMap(([name, units]) =>
          units.length > 0 ? [name] : [],
        ),
        // On another outcome: no prior work on the finding.
        side === 'apart' ? [] : [side],
      );
    });

  const folate = [
    ['Folic acid', '叶酸'],
    ['gestational hypertension', '妊娠期高血压'],
  ];
  const ratio =
    'The adjusted relative risk of developing gestational hypertension after folic acid, compared with not using folic acid, was 0.55 (95% confidence interval: 0.39, 0.79).';
  for (const [ours, theirs, side, parts] of [
    // A disease of the topic is an outcome too, and a ratio gives its direction.
    [
      'Folic acid increased gestational hypertension (RR 1.40; 95% CI 1.10-1.75).',
      ratio,
      'disagreeing',
      folate,
    ],
    ['Folic acid did not reduce gestational hypertension (RR 1.02).', ratio, 'disagreeing', folate],
    ['Folic acid cut gestational hypertension by half.', ratio, 'agreeing', folate],
    ['补充叶酸者妊娠期高血压发生率未降低（RR 1.02，95%CI 0.90-1.15）。', ratio, 'disagreeing', folate],
    ['叶酸降低了妊娠期高血压的发生率。', '叶酸组妊娠期高血压风险升高。', 'disagreeing', folate],
    // The participants have it already; it did not occur during the study.
    [
      'Folic acid increased gestational hypertension.',
      'Folic acid lowered homocysteine in women with gestational hypertension.',
      'other',
      folate,
    ],
    [
      'Folic acid increased gestational hypertension.',
      'The multivariate-adjusted relative risk of developing gestational hypertension during the month after folic acid supplementation, compared with not using folic acid during that same month, was 0.55 (95% confidence interval: 0.39, 0.79).',
      'disagreeing',
      folate,
    ],
    // One statement is about survival, the next about something else.
    [
      'Statins reduced all-cause mortality.',
      'Statin use was associated with significantly improved survival and large reductions in the risk of major cardiovascular events.',
      'agreeing',
      [['Statins']],
    ],
    // The end of an exposure, and its absence, are other exposures.
    ['Smoking increased mortality.', 'Smoking cessation reduced mortality.', 'other', [['Smoking', '吸烟']]],
    ['吸烟增加死亡率。', '戒烟使吸烟者死亡率降低。', 'other', [['吸烟', 'smoking']]],
    [
      'Vitamin D lowered hip fractures.',
      'Vitamin D deficiency increased hip fractures.',
      'other',
      [['Vitamin D']],
    ],
    // An adjustment is not an exposure.
    [
      'Aspirin lowered mortality.',
      'The survival advantage of these hospitals was less strong after we adjusted for the use of aspirin (OR 0.94).',
      'other',
      [['Aspirin', '阿司匹林'], ['mortality']],
    ],
    [
      '阿司匹林降低死亡率。',
      '校正阿司匹林使用后，该医院死亡率升高。',
      'other',
      [
        ['阿司匹林', 'aspirin'],
        ['死亡率', 'mortality'],
      ],
    ],
    [
      'Aspirin lowered mortality.',
      'After adjustment for age and statins, aspirin increased mortality.',
      'disagreeing',
      [['Aspirin']],
    ],
    [
      'Aspirin lowered mortality.',
      'After adjustment for age and aspirin, statins increased mortality.',
      'other',
      [['Aspirin']],
    ],
    // Both languages name the same outcome; falls that were counted are not a decrease.
    ['他汀使用者髋部骨折风险降低。', 'Statins reduced hip fractures.', 'agreeing', [['他汀', 'statins']]],
    [
      'Benzodiazepines increased injurious falls in older people.',
      'Benzodiazepines increased injurious falls in old age.',
      'agreeing',
      [['Benzodiazepines']],
    ],
    // The pain in a syndrome's name was not measured.
    [
      'Vitamin C reduced pain.',
      'Vitamin C did not reduce complex regional pain syndrome.',
      'other',
      [['Vitamin C']],
    ],
    ['维生素C减轻疼痛。', '维生素C未降低复杂性区域疼痛综合征的发生率。', 'other', [['维生素C']]],
  ] as const)
    it(`are compared with prior work on their outcome and exposure: “${ours}” and “${theirs}”`, () => {
      const { agreeing, disagreeing } = compareFindings({
        principal: [ours],
        participants: [],
        units: [prior(theirs)],
        articles: [],
        studies: new Map(),
        parts,
      });
      const [found = 'other'] = [agreeing.map(() => 'agreeing'), disagreeing.map(() => 'disagreeing')].flat();
      assert.equal(found, side);
    });

  for (const [text, principal] of [
    [
      'Aspirin raised mortality in patients with cancer. Aspirin lowered mortality in patients with cancer.',
      2,
    ],
    ['Aspirin cut deaths in cancer. Aspirin doubled deaths in cancer.', 2],
    ['In this single-centre trial aspirin reduced mortality. Aspirin increased bleeding.', 2],
    ['In our single-centre cohort statins halved strokes. Statins increased pain.', 2],
    ['阿司匹林减轻了癌症患者的疼痛。阿司匹林延长了癌症患者的生存期。', 2],
  ] as const)
    it(`are recognized with any verb: ${text}`, () => {
      const findings = readFindings(text);
      assert.equal(findings.principal.length, principal);
      assert.equal(findings.unread, 0);
    });

  for (const text of [
    'Aspirin reduced mortality. Nobody saw this coming in the wards.',
    '阿司匹林降低了死亡率。病房里的医生都很高兴。',
  ])
    it(`are counted if they are not recognized: ${text}`, () => assert.equal(readFindings(text).unread, 1));
});
