import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sentenceFeatures } from './sentence-features.ts';
import { sentenceKind } from './sentence-kind.ts';

it('the kind of a sentence follows its section, or its words in an unlabeled abstract', () => {
  const examples: [string | undefined, string, ReturnType<typeof sentenceKind>][] = [
    ['CONCLUSIONS', 'Metformin is safe.', 'conclusion'],
    ['MAIN OUTCOME MEASURES', 'Death from any cause.', 'result'],
    ['METHODS', 'We found 20 trials.', 'setting'],
    ['方法', '纳入120例患者。', 'setting'],
    ['结果', '两组差异无统计学意义。', 'result'],
    [undefined, 'We conclude that metformin is safe.', 'conclusion'],
    [undefined, 'RESULTS Of 120 patients, 16 improved.', 'result'],
    [undefined, 'OBJECTIVE To determine whether metformin is safe.', 'setting'],
    [undefined, 'Mortality was lower (p < 0.05).', 'result'],
    [undefined, '本研究旨在评估二甲双胍的安全性。', 'setting'],
    [undefined, '结果表明二甲双胍安全。', 'conclusion'],
    [undefined, 'Metformin is old.', 'plain'],
  ];
  for (const [label, text, kind] of examples) assert.equal(sentenceKind(label, text, 1, 5), kind, text);
  assert.equal(sentenceKind(undefined, 'Metformin is old.', 4, 5), 'conclusion');
});

it('the features of a sentence compare its share of the question with the rest of its abstract', () => {
  const sentences = [
    { text: 'Gout is common.' },
    { text: 'Colchicine shortened flares of gout by two days (p = 0.01).' },
    { text: 'We thank nobody.' },
  ];
  const weights = new Map([
    ['gout', 5],
    ['colchicin', 7],
  ]);
  const [first, second, third] = sentenceFeatures(sentences, 'Gout.', weights);
  assert.equal(second?.best, 1);
  assert.equal(second?.first, 1);
  assert.ok((first?.best ?? 0) > 0 && (first?.best ?? 1) < 1 && third?.best === 0);
  // Gout is in the title: sentences can add colchicine.
  assert.deepEqual([first?.beyondTitle, second?.beyondTitle], [0, 1]);
  assert.ok((second?.distinctive ?? 0) > (first?.distinctive ?? 1));
  assert.equal(second?.result, 1);
});
