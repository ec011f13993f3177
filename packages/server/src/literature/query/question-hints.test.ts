import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { populationsInWords, sexesInWords } from './question-hints.ts';

describe('sexesInWords', () => {
  for (const [topic, sexes] of [
    ['Coronary artery bypass surgery in women', ['Female']],
    ['Statins among older men', ['Male']],
    ['Women with heart failure', ['Female']],
    ['Men with osteoporosis', ['Male']],
    ['Depression among male patients with heart disease', ['Male']],
    ['Obesity in boys', ['Male']],
    ['Girls with obesity', ['Female']],
    ['女性冠心病的危险因素', ['Female']],
    ['男性骨质疏松', ['Male']],
    ['男性骨质疏松患者', ['Male']],
    ['肥胖男孩', ['Male']],
    ['Statins in men and in women', []],
    ["Women's health services", []],
    ['Obesity in female mice', []],
    ['Male circumcision and HIV in women', []],
    ['女性生殖系统', ['Female']],
    ['Statins for stroke', []],
  ] as const)
    it(`returns ${sexes.join() || 'none'} for “${topic}”`, () =>
      assert.deepEqual(sexesInWords(topic), sexes));
});

describe('populationsInWords', () => {
  for (const [question, populations] of [
    ['Hypertension in pregnant women', ['Pregnancy']],
    ['Hypertension in non-pregnant women', []],
    ['Hypertension in women who are not pregnant', []],
    ['Hypertension in nonpregnant women', []],
    ['Pregnant and non-pregnant women with influenza', ['Pregnancy']],
    ['Sepsis in non-elderly adults', []],
    ['Fever other than in children', []],
    ['Osteoporosis in elderly men without children', ['Aged']],
    ['Obesity in boys', ['Child', 'Adolescent']],
    ['非老年人的高血压', []],
    ['老年人的高血压', ['Aged']],
    ['未怀孕女性的高血压', []],
    ['未绝经女性的乳腺癌', []],
    ['绝经后女性的乳腺癌', ['Postmenopause']],
    ['非洲儿童的疟疾', ['Child']],
    ['肥胖男童', ['Child', 'Adolescent']],
  ] as const)
    it(`returns ${populations.join() || 'none'} for “${question}”`, () =>
      assert.deepEqual(populationsInWords(question), populations));
});
