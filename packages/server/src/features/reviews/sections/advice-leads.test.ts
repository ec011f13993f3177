import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reviewLines } from '../../../testing/app/review-app.ts';

/** Abstracts whose last sentence is no finding, and the sentence that represents each instead. */
const leads: readonly { title: string; text: string; says: string; not: string }[] = [
  {
    // What should be done is no finding while there is a result.
    title: 'Unmet needs and digoxin in heart failure.',
    text: 'METHODS We followed 93 adults with heart failure. RESULTS Falls were associated with digoxin in heart failure (odds ratio 1.6, P = 0.01). CONCLUSIONS We suggest that digoxin in heart failure should be targeted at the young.',
    says: 'Falls were associated with digoxin in heart failure (odds ratio 1.6, P = 0.01).',
    not: 'should be targeted',
  },
  {
    // Headings in capital and small letters are no words of a sentence.
    title: 'Digoxin and stairs in heart failure.',
    text: 'Methods We followed 93 adults with heart failure. Results The climbing of stairs was 12% faster with digoxin in heart failure (P = 0.01). Conclusions Digoxin is advisable in heart failure.',
    says: '“The climbing of stairs was 12% faster',
    not: 'Results The',
  },
  {
    // Implications, and tools for studies, are no findings.
    title: 'Digoxin receptors in heart failure.',
    text: 'Digoxin is old. We stained 93 hearts. The number of receptors correlated with digoxin in heart failure (P = 0.01). These findings offer an important new tool for the study of digoxin in heart failure.',
    says: 'correlated with digoxin in heart failure',
    not: 'new tool',
  },
  {
    title: 'Digoxin and mood in heart failure.',
    text: 'Digoxin is old. We asked 93 adults. Mood was associated with digoxin in heart failure in 41%. The link of digoxin and mood in heart failure has important implications as far as treatment is concerned.',
    says: 'Mood was associated with digoxin in heart failure in 41%.',
    not: 'implications',
  },
  {
    // A further cause that is only supposed is no conclusion.
    title: 'Digoxin in heart failure in two countries.',
    text: 'Two countries were compared. Registers were read. Mortality on digoxin for heart failure declined more in Finland (12% against 4%). The greater use of salt might also have affected heart failure on digoxin.',
    says: 'Mortality on digoxin for heart failure declined more in Finland',
    not: 'might also',
  },
  {
    title: 'Digoxin as seen by physicians in heart failure.',
    text: 'METHODS We asked 93 physicians. RESULTS Knowledge of digoxin in heart failure was associated with age in 41%. CONCLUSIONS Physicians need to be educated regarding the true risks of digoxin in heart failure.',
    says: 'Knowledge of digoxin in heart failure was associated with age in 41%.',
    not: 'educated',
  },
  {
    title: 'Digoxin for long in heart failure.',
    text: 'METHODS We wrote to 93 survivors. RESULTS Answers on digoxin in heart failure were more frequent in women (61% against 40%). CONCLUSIONS As people with heart failure live longer, it will be important to learn from them what digoxin does.',
    says: 'Answers on digoxin in heart failure were more frequent in women',
    not: 'important to learn',
  },
  {
    // Intervals in dotted capitals do not end a sentence.
    title: 'Digoxin and carbon dioxide in heart failure.',
    text: 'We measured 31 adults. Bias with digoxin in heart failure was 5.6 +/- 6.9 mmHg (95% C.I. 4.7 to 6.5). Digoxin in heart failure needs revisiting.',
    says: '(95% C.I. 4.7 to 6.5)',
    not: 'needs revisiting',
  },
];

describe('the lead sentence of a study that ends with advice or hope', () => {
  for (const [language, topic] of [
    ['en', 'Digoxin in heart failure'],
    ['zh', '地高辛治疗心力衰竭'],
  ] as const)
    it(`is its result (${language})`, async (t) => {
      const { review, lines } = await reviewLines(t, leads, { question: topic, lang: language });
      for (const [at, { says, not }] of leads.entries()) {
        const line = lines[at];
        assert.ok(line?.includes(says) && !line.includes(not), `${at} ${line}\n${review}`);
      }
    });
});
