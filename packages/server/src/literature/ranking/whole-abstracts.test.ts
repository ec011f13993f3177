import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { type Passage, toCitable } from './passage.ts';
import { wholeAbstracts } from './whole-abstracts.ts';

const trial = anArticle('11', {
  abstract: [
    { label: 'METHODS', text: 'We randomised 100 adults. They were followed for a year.' },
    { label: 'RESULTS', text: 'HbA1c fell by 1.1 %. Nausea was more common.' },
  ],
});
const bilingual = anArticle('12', {
  abstract: [
    { text: 'Metformin lowered fasting glucose.' },
    { text: '二甲双胍降低了空腹血糖。不良反应少见。' },
  ],
});

function chosen(id: string, article: Article, text: string): Passage {
  const start = abstractText(article).indexOf(text);
  return { id, article: toCitable(article), text, start, end: start + text.length, score: 1, lacks: ['x'] };
}

it('wholeAbstracts appends the remaining sentences of each abstract, numbered in abstract order', () => {
  const passages = [
    chosen('E1', trial, 'Nausea was more common.'),
    chosen('E2', trial, 'HbA1c fell by 1.1 %.'),
    chosen('E3', bilingual, '不良反应少见。'),
  ];
  const whole = wholeAbstracts(passages, [bilingual, trial], 'zh');
  assert.deepEqual(
    whole.map(({ id, text, isContext = false }) => [id, text, isContext]),
    [
      ['E4', 'Nausea was more common.', false],
      ['E3', 'HbA1c fell by 1.1 %.', false],
      ['E6', '不良反应少见。', false],
      ['E1', 'We randomised 100 adults.', true],
      ['E2', 'They were followed for a year.', true],
      ['E5', '二甲双胍降低了空腹血糖。', true],
    ],
  );
  for (const { article, text, start, end, lacks } of whole) {
    const record = article.pmid === trial.pmid ? trial : bilingual;
    assert.equal(abstractText(record).slice(start, end), text);
    assert.deepEqual(lacks, ['x']);
  }
  assert.equal(whole.find(({ id }) => id === 'E1')?.label, 'METHODS');
});

it('wholeAbstracts returns nothing for no passages and throws for a passage without its record', () => {
  assert.deepEqual(wholeAbstracts([], [trial], 'en'), []);
  assert.throws(() => wholeAbstracts([chosen('E1', trial, 'HbA1c fell by 1.1 %.')], [], 'en'), /11/);
});

it('wholeAbstracts lists a sentence once even if it was quoted without its section heading', () => {
  const undivided = anArticle('13', {
    abstract: [{ text: 'METHODS We randomised 100 adults. RESULTS HbA1c fell by 1.1 %.' }],
  });
  const whole = wholeAbstracts([chosen('E1', undivided, 'HbA1c fell by 1.1 %.')], [undivided], 'en');
  assert.deepEqual(
    whole.map(({ text }) => text),
    ['HbA1c fell by 1.1 %.', 'METHODS We randomised 100 adults.'],
  );
});
