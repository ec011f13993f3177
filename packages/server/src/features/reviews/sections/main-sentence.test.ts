import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { conclusionsIn } from './conclusions.ts';
import { mainConclusion, mainResult, qualifyingConclusion } from './main-sentence.ts';

function read(title: string, abstract: { label?: string; text: string }[]) {
  const article = anArticle('1', { title, abstract });
  const lead = mainConclusion(conclusionsIn(labeledSentences(article)), title, []);
  return { lead: lead?.text, half: lead && qualifyingConclusion(lead, article)?.text };
}

describe('the conclusion of a paper', () => {
  for (const [name, first, second] of [
    ['its reverse', 'Digoxin reduced deaths in men.', 'However, it increased deaths in women.'],
    [
      'what holds for others',
      'Early digoxin in patients with oedema reduced deaths.',
      'Late digoxin in those without oedema reduced adverse events.',
    ],
    ['its reverse in Chinese', '地高辛降低了男性的死亡率。', '但在女性患者中增加了死亡率。'],
  ] as const)
    it(`is quoted with ${name}`, () => {
      const text = `${first}${/[。]$/.test(first) ? '' : ' '}${second}`;
      assert.deepEqual(read('Digoxin 地高辛', [{ label: 'CONCLUSIONS', text }]), {
        lead: first,
        half: second,
      });
    });

  for (const [language, first, second] of [
    [
      'English',
      'In conclusion, digoxin prolonged survival time.',
      'However, it could not prevent late death and did not provide a survival benefit.',
    ],
    ['Chinese', '结论：地高辛延长了生存时间。', '但未能预防晚期死亡，也没有生存获益。'],
  ] as const)
    it(`is quoted with the sentence that takes it back, in an abstract without labels, in ${language}`, () => {
      const { half } = read('Failure of digoxin 地高辛', [
        { text: `Deaths were counted daily. Deaths were 67% and 64%. ${first} ${second}` },
      ]);
      assert.equal(half, second);
    });

  it('is quoted without a wish for research after it', () => {
    const text =
      'Deaths were 67% and 64%. In conclusion, digoxin prolonged survival time. However, further studies are needed, as it was not tested in women.';
    assert.equal(read('Digoxin', [{ text }]).half, undefined);
  });

  it('is what the paper draws at the end of an abstract without labels', () => {
    const text =
      'Digoxin was given to rats. Counts were made daily. Deaths were 5% and 9%. Thus, digoxin was associated with fewer deaths. Precise doses are needed for reliable use.';
    assert.equal(read('Digoxin', [{ text }]).lead, 'Thus, digoxin was associated with fewer deaths.');
  });

  it('is no list of the contents of a book', () => {
    const text =
      'Framing of costs. Discounting of costs may be useful. Reporting of effective drugs Appendix A: Summary of drugs Appendix B: Effectiveness of digoxin';
    assert.equal(read('Digoxin', [{ text }]).lead, undefined);
  });

  it('is no sentence on conclusions, nor one that only says what it may guide', () => {
    const text =
      'Digoxin was given to rats. Deaths were reduced by digoxin. Conclusions as to efficacy should be based on all rats. This framework can guide future research on digoxin.';
    assert.doesNotMatch(read('Digoxin', [{ text }]).lead ?? '', /Conclusions as to|can guide/);
  });

  for (const [language, text, finding] of [
    [
      'English',
      'Digoxin was given to 90 adults. Deaths were 5% and 9%. Fewer deaths were associated with digoxin. Adults should take digoxin.',
      'Fewer deaths were associated with digoxin.',
    ],
    [
      'Chinese',
      '90例患者服用地高辛。死亡率为5%和9%。地高辛降低了死亡率。临床应加强地高辛的使用。',
      '地高辛降低了死亡率。',
    ],
  ] as const)
    it(`is the finding before advice, in ${language}`, () => {
      assert.equal(read('Digoxin 地高辛', [{ text }]).lead, finding);
    });
});

describe('the result that represents a paper without a conclusion', () => {
  for (const [language, formula, finding] of [
    [
      'English',
      'The equation on admission was Y=0.5820+1.7348X for digoxin and deaths (P<0.0001).',
      'Digoxin was associated with fewer deaths (P<0.01).',
    ],
    [
      'Chinese',
      '地高辛与死亡的回归方程为Y=0.5820+1.7348X，两者显著相关（P<0.0001）。',
      '地高辛降低了死亡率（P<0.01）。',
    ],
  ] as const)
    it(`is no formula, in ${language}`, () => {
      const title = '地高辛 Digoxin';
      const abstract = [{ text: `Digoxin was given to 90 adults. ${formula} ${finding} It was cheap.` }];
      const article = anArticle('1', { title, abstract });
      assert.equal(mainResult(labeledSentences(article), [], title)?.text, finding);
    });

  const facets = [
    { wordings: [['digoxin']], generic: false },
    { wordings: [['risk']], generic: true },
  ];
  for (const [name, text, finding] of [
    [
      'on the topic',
      'Many drugs were given to 90 adults. In multivariable analyses, warfarin was the strongest predictor of risk (RR 3.9; 95% CI 1.7-8.6). Digoxin was not associated with risk (P=.90).',
      'Digoxin was not associated with risk (P=.90).',
    ],
    [
      'what the authors say that they show, if they tell their aim late',
      'Digoxin improves hearts. In this study we explore how digoxin does so. Here we show that the block of a pump improves hearts. We discuss how this may apply to others.',
      'Here we show that the block of a pump improves hearts.',
    ],
    [
      'no distribution of the participants',
      'Digoxin was given to 90 adults. The majority of patients had one dose of digoxin (range 1-6; 55 %). Fewer doses of digoxin were associated with fewer deaths.',
      'Fewer doses of digoxin were associated with fewer deaths.',
    ],
  ] as const)
    it(`is ${name}`, () => {
      const article = anArticle('1', { title: 'A study of drugs', abstract: [{ text }] });
      assert.equal(mainResult(labeledSentences(article), facets, article.title)?.text, finding);
    });

  it('is on an outcome that the topic names', () => {
    const text =
      'Digoxin was given to 90 adults. Significantly less digoxin was used in men (P = 0.02). There was less digoxin in men without any difference in mortality.';
    const article = anArticle('1', { title: 'A study of drugs', abstract: [{ text }] });
    const found = mainResult(labeledSentences(article), facets, article.title, ['mortality']);
    assert.match(found?.text ?? '', /difference in mortality/);
  });
});
