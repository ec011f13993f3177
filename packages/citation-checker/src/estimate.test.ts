import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeviationType } from '@citewell/sdk';
import fc from 'fast-check';
import type { CheckedArticle } from './comparison.ts';
import { estimateSupport } from './estimate.ts';
import { explain } from './explain.ts';
import { proposeEdit } from './propose-edit.ts';
import { chineseClaimAbstracts, chineseClaims } from './testing/chinese-claims.ts';

const trial: CheckedArticle = {
  title:
    'Dabrafenib in BRAF-mutated metastatic melanoma: an open-label, phase 3 randomised controlled trial.',
  abstract: `BACKGROUND: Dabrafenib, an inhibitor of mutated BRAF, has clinical activity in patients with BRAF-mutated metastatic melanoma. We studied the efficacy of dabrafenib in these patients.
METHODS: We enrolled 250 patients at 70 centres in an open-label phase 3 trial. Patients aged 18 years or older were randomly assigned (3:1) to receive dabrafenib (150 mg twice daily, orally) or dacarbazine (1000 mg/m2 intravenously every 3 weeks).
FINDINGS: Median progression-free survival was 5·1 months for dabrafenib and 2·7 months for dacarbazine, with a hazard ratio (HR) of 0·30 (95% CI 0·18-0·51; p<0·0001). Treatment-related adverse events occurred in 100 (53%) of the 187 patients who received dabrafenib and in 26 (44%) of the 59 patients who received dacarbazine.
INTERPRETATION: Dabrafenib significantly improved progression-free survival compared with dacarbazine.`,
  publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
};
const cohort: CheckedArticle = {
  title: 'Coffee and stroke in women.',
  abstract:
    'We conducted a prospective cohort study of 32,000 women who were followed for 10 years. Coffee consumption was associated with a lower risk of stroke (relative risk 0.83, 95% CI 0.72 to 0.96). Green tea was not associated with stroke. Coffee may protect the brain by lowering inflammation.',
  publicationTypes: ['Journal Article'],
};
const mice: CheckedArticle = {
  title: '',
  abstract:
    'Metformin reduced tumor growth in mice with breast cancer. Tumor volume was 40% smaller in treated mice than in controls. Expression of miR-141 was increased in tumors.',
  publicationTypes: undefined,
};

const supported: [article: CheckedArticle, sentence: string][] = [
  [trial, 'Dabrafenib significantly improved progression-free survival compared with dacarbazine [12].'],
  [
    trial,
    'Dabrafenib improved progression-free survival compared with dacarbazine (5.1 vs 2.7 months; HR 0.30, 95% CI 0.18–0.51).',
  ],
  [
    trial,
    'Treatment-related adverse events occurred in 53% of the patients who received dabrafenib (Smith et al., 2012).',
  ],
  [trial, 'Patients were randomly assigned to receive dabrafenib (0.15 g twice daily) or dacarbazine.'],
  [
    cohort,
    'In a prospective cohort study of 32 000 women, coffee consumption was associated with a lower risk of stroke.',
  ],
  [mice, 'In mice with breast cancer, metformin reduced tumor growth.'],
];

const deviating: [article: CheckedArticle, sentence: string, kind: DeviationType, claim: string | RegExp][] =
  [
    [
      trial,
      'Median progression-free survival was 6.9 months for dabrafenib and 2.7 months for dacarbazine.',
      'numeric',
      /6\.9/,
    ],
    [
      trial,
      'Dabrafenib improved progression-free survival compared with dacarbazine (6.9 vs 2.7 months).',
      'numeric',
      '6.9',
    ],
    [
      trial,
      'Treatment-related adverse events occurred in 100 (35%) of the 187 patients who received dabrafenib.',
      'numeric',
      '35%',
    ],
    [trial, 'We enrolled 520 patients at 70 centres in an open-label phase 3 trial.', 'numeric', /520/],
    [
      trial,
      'Median progression-free survival was 2.7 months for dabrafenib and 5.1 months for dacarbazine.',
      'comparator',
      /2\.7/,
    ],
    [
      trial,
      'Patients were randomly assigned to receive dabrafenib (150 µg twice daily, orally) or dacarbazine.',
      'unit',
      /150 µg/,
    ],
    [
      trial,
      'Dabrafenib significantly worsened progression-free survival compared with dacarbazine.',
      'direction',
      'worsened',
    ],
    [
      trial,
      'Dabrafenib did not significantly improve progression-free survival compared with dacarbazine.',
      'negation',
      /not/,
    ],
    [
      trial,
      'Dacarbazine significantly improved progression-free survival compared with dabrafenib.',
      'comparator',
      /dabrafenib/,
    ],
    [
      trial,
      'Dabrafenib significantly improved progression-free survival in children compared with dacarbazine.',
      'context',
      /children/,
    ],
    [
      trial,
      'Vemurafenib significantly improved progression-free survival compared with dacarbazine.',
      'context',
      /Vemurafenib/,
    ],
    [
      trial,
      'In a double-blind trial, dabrafenib improved progression-free survival compared with dacarbazine.',
      'design',
      'double-blind',
    ],
    [
      trial,
      'Dabrafenib always significantly improved progression-free survival compared with dacarbazine.',
      'over_extrapolation',
      'always',
    ],
    [cohort, 'Coffee consumption caused a lower risk of stroke (relative risk 0.83).', 'causality', /caused/],
    [cohort, 'Green tea was associated with stroke.', 'negation', ''],
    [cohort, 'Coffee protects the brain by lowering inflammation.', 'over_extrapolation', /protects|^$/],
    [cohort, 'Coffee consumption was associated with a lower risk of stroke in men.', 'context', 'men'],
    [
      cohort,
      'In a randomized trial, coffee consumption was associated with a lower risk of stroke.',
      'design',
      'randomized',
    ],
    [
      mice,
      'Metformin reduced tumor growth in patients with breast cancer.',
      'over_extrapolation',
      'patients',
    ],
    [mice, 'Expression of miR-142 was increased in tumors.', 'context', 'miR-142'],
    [mice, 'Metformin increased tumor growth in mice with breast cancer.', 'direction', 'increased'],
  ];

const undetermined: [article: CheckedArticle, sentence: string][] = [
  [trial, 'Statins lower cholesterol in adults.'],
  [cohort, 'Vaccination of nurses prevents influenza outbreaks in hospitals.'],
  [mice, 'Hip fracture is common in nursing homes.'],
];

describe('a sentence and its abstract, by rules', () => {
  for (const [article, sentence] of supported)
    it(`agree: ${sentence}`, () => {
      const check = estimateSupport({ sentence, article });
      assert.equal(check.verdict, 'supported', JSON.stringify(check.deviations));
      assert.deepEqual(check.deviations, []);
    });

  for (const [article, sentence, kind, claim] of deviating)
    it(`differ (${kind}): ${sentence}`, () => {
      const check = estimateSupport({ sentence, article });
      assert.equal(check.verdict, 'deviates', `${check.confidence}`);
      const named = check.deviations.filter((finding) => finding.kind === kind);
      assert.ok(
        named.some((finding) =>
          typeof claim === 'string' ? finding.claim === claim : claim.test(finding.claim),
        ),
        JSON.stringify(check.deviations),
      );
    });

  for (const [article, sentence] of undetermined)
    it(`have nothing to do with each other: ${sentence}`, () => {
      const check = estimateSupport({ sentence, article });
      assert.equal(check.verdict, 'undetermined');
      assert.ok(check.missing.length > 0, 'what is missing is named');
    });

  for (const [sentence, abstract] of [
    [
      'Vaccination causes autism.',
      'There was no evidence that vaccination causes autism. Rates were equal in both groups.',
    ],
    [
      'Vitamin D reduces mortality.',
      'Objective: We hypothesized that vitamin D reduces mortality. Results: Mortality was 5.1% versus 5.0% (P=0.9).',
    ],
    ['接种疫苗会导致自闭症。', '没有证据表明接种疫苗会导致自闭症。两组发生率相同。'],
    ['建议使用阿司匹林。', '不建议使用阿司匹林。'],
    ['支持将阿司匹林常规用于一级预防。', '结果不支持将阿司匹林常规用于一级预防。'],
  ] as const)
    it(`are not taken for a quotation where a piece of a sentence says it: ${sentence}`, () => {
      const { confidence, open } = estimateSupport({
        sentence,
        article: { abstract, title: '', publicationTypes: [] },
      });
      assert.ok(confidence < 0.99 || open);
    });

  it('have a p value below its bound in common, and a number in brackets with a year apart', () => {
    const abstract = 'Drug X reduced pain by 30% (P=0.02). Nausea occurred in 12% with drug X.';
    const of = (sentence: string) =>
      estimateSupport({ sentence, article: { abstract, title: '', publicationTypes: [] } });
    assert.notEqual(of('Drug X reduced pain by 30% (P<0.05).').verdict, 'deviates');
    assert.equal(of('Drug X reduced pain by 30% (P<0.01).').verdict, 'deviates');
    assert.notEqual(of('Drug X reduced pain (45%, 2019).').verdict, 'supported');
  });

  it('agree wherever the sentence stands in the abstract word for word, whatever it says', () => {
    for (const { abstract, ...rest } of [trial, cohort, mice])
      for (const sentence of abstract.split(/(?<=\.)\s/)) {
        const check = estimateSupport({ sentence, article: { abstract, ...rest } });
        assert.equal(check.verdict, 'supported', sentence);
      }
  });

  it('rest on evidence that stands in the abstract at its place, whatever both are', () => {
    const word = fc.constantFrom(
      'Dabrafenib',
      'improved',
      'did not',
      '5.1 months',
      '53%',
      'p<0.05',
      'survival.',
      '二甲双胍',
      '降低',
      '三成',
      'mice',
      '\n',
      '[3]',
      '(',
      '𠮷',
      'than',
      'may',
      '；',
    );
    const text = fc.array(word, { minLength: 1, maxLength: 25 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (sentence, abstract) => {
        const check = estimateSupport({
          sentence,
          article: { title: '', abstract, publicationTypes: undefined },
        });
        for (const { text: quoted, start, end } of check.evidence)
          assert.equal(abstract.slice(start, end), quoted);
        assert.ok(check.confidence >= 0 && check.confidence <= 1);
        assert.equal(check.deviations.length > 0, check.verdict === 'deviates');
        for (const language of ['en', 'zh'] as const) {
          const { reason, analysis } = explain(check, language);
          assert.ok(reason !== '' && analysis !== '');
        }
      }),
    );
  });

  it('hold with no abstract and no words at all', () => {
    for (const sentence of ['', '。', '12', 'x'])
      for (const abstract of ['', '.', '\n'])
        assert.notEqual(
          estimateSupport({ sentence, article: { title: '', abstract, publicationTypes: undefined } })
            .verdict,
          'deviates',
        );
  });
});

// Without bounds each of these took half a minute: the runner's own limit would end them.
describe('a text made to take long', { timeout: 120_000 }, () => {
  const pieces = [
    '三千',
    '百分之',
    '\n',
    'increased ',
    '1,1',
    '(',
    '<<<',
    'two hundred ',
    'answer ',
    'IL-6 ',
    'not ',
    '请',
  ];
  for (const piece of pieces)
    it(`of ${JSON.stringify(piece)} is read to its end`, () => {
      const article = {
        title: '',
        abstract: piece.repeat(50_000 / piece.length),
        publicationTypes: undefined,
      };
      const check = estimateSupport({ sentence: piece.repeat(4_000 / piece.length), article });
      assert.ok(['supported', 'deviates', 'undetermined'].includes(check.verdict));
    });
});

describe('a suggestion', () => {
  const cases: [article: CheckedArticle, sentence: string, suggestion: string][] = [
    [
      trial,
      'Median progression-free survival was 2.7 months for dabrafenib and 5.1 months for dacarbazine.',
      'Median progression-free survival was 5·1 months for dabrafenib and 2·7 months for dacarbazine.',
    ],
    [
      trial,
      'Dacarbazine significantly improved progression-free survival compared with dabrafenib.',
      'Dabrafenib significantly improved progression-free survival compared with dacarbazine.',
    ],
    [
      trial,
      'Dabrafenib did not improve progression-free survival compared with dacarbazine.',
      'Dabrafenib significantly improved progression-free survival compared with dacarbazine.',
    ],
    [
      mice,
      'Metformin increased tumor growth in mice with breast cancer.',
      'Metformin reduced tumor growth in mice with breast cancer.',
    ],
  ];
  for (const [article, sentence, suggestion] of cases)
    it(`takes "${sentence}" back to its source`, () => {
      const check = estimateSupport({ sentence, article });
      assert.equal(proposeEdit({ sentence, article }, check.deviations), suggestion);
    });

  it('passes the check itself, whatever was wrong', () => {
    for (const [article, sentence] of deviating) {
      const check = estimateSupport({ sentence, article });
      const suggestion = proposeEdit({ sentence, article }, check.deviations);
      if (suggestion === undefined) continue;
      const again = estimateSupport({ sentence: suggestion, article });
      assert.equal(again.verdict, 'supported', `${sentence} → ${suggestion}`);
      assert.ok(again.numbers.every(({ found }) => found));
    }
  });
});

describe('Chinese', () => {
  it('sentences are judged as a reader of both languages would, nearly always', (t) => {
    const wrong = chineseClaims.filter(({ abstract, sentence, verdict }) => {
      const article = { title: '', abstract: chineseClaimAbstracts[abstract], publicationTypes: undefined };
      return estimateSupport({ sentence, article }).verdict !== verdict;
    });
    t.diagnostic(`${chineseClaims.length - wrong.length} of ${chineseClaims.length}`);
    assert.ok(chineseClaims.length >= 60);
    assert.ok(wrong.length <= 0.1 * chineseClaims.length, wrong.map(({ sentence }) => sentence).join('\n'));
  });

  it('numbers that differ are found in every case, and named', () => {
    for (const { abstract, sentence, deviation } of chineseClaims) {
      if (deviation !== 'numeric') continue;
      const article = { title: '', abstract: chineseClaimAbstracts[abstract], publicationTypes: undefined };
      const check = estimateSupport({ sentence, article });
      assert.ok(
        check.numbers.some(({ found }) => !found),
        sentence,
      );
    }
  });

  it('reasons are Chinese for a Chinese sentence, and English for an English one', () => {
    const article = { title: '', abstract: chineseClaimAbstracts.metformin, publicationTypes: undefined };
    const check = estimateSupport({ sentence: '二甲双胍组糖化血红蛋白下降2.1%。', article });
    assert.match(explain(check, 'zh').analysis, /^数值偏差：该句为“2\.1%”，摘要为“1\.2%”。/);
    assert.match(
      explain(check, 'en').analysis,
      /^Numeric deviation: the sentence says “2\.1%”, the abstract “1\.2%”\./,
    );
  });
});
