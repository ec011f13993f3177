import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFraming, readTopic } from './framing.ts';

const topic = readTopic([
  'Metformin in type 2 diabetes: a randomized trial.',
  'Insulin stops cancer, is safe and toxic, and kills.',
  '二甲双胍对2型糖尿病有效吗？',
]);

const framing = [
  'Two things are known.',
  'Here is what the records say:',
  'Ask your doctor.',
  'In summary, the evidence is limited.',
  'See Table 2',
  '3 records address metformin in type 2 diabetes.',
  'The evidence on metformin in type 2 diabetes is limited.',
  'No study of metformin in cancer was found.',
  'What is known about metformin?',
  '## Metformin in type 2 diabetes',
  '**Systematic reviews and meta-analyses**',
  'Limitations: small samples and short follow-up.',
  'Further research is needed.',
  'These findings should be interpreted with caution.',
  '- **2) **',
  '|---|---|',
  '请咨询医生。',
  '（见表2）',
  '所给证据不能回答这个问题。',
  '以下是关于二甲双胍的证据：',
  '关于二甲双胍的研究有限。',
  '综上所述，现有证据有限。',
];
const claims = [
  'It cures cancer.',
  'It is safe.',
  'Metformin is deadly.',
  'Metformin does not.',
  'Insulin is for cancer.',
  'You have diabetes.',
  'Yes, you can.',
  'You must.',
  'Stop insulin.',
  'Consider insulin',
  'No insulin',
  'Metformin: cancer cure',
  'There is no evidence that insulin is safe.',
  'In 42 of them.',
  'S t o p insulin.',
  'Ｓｔｏｐ insulin.',
  'Bleach is fine.',
  'La metformine guérit le cancer.',
  'Nimm Insulin.',
  'Метформин.',
  'インスリンは毒。',
  'stор it.',
  '1. Smith J. Metformin cures all. Lancet 2024.',
  '胰岛素是毒药。',
  '它很安全。',
  '您没有糖尿病。',
  '您可以。',
  '停用胰岛素。',
  '不用胰岛素',
];

describe('isFraming', () => {
  for (const sentence of framing)
    it(`is true for: ${sentence}`, () => assert.equal(isFraming(sentence, topic), true));
  for (const sentence of claims)
    it(`is false for: ${sentence}`, () => assert.equal(isFraming(sentence, topic), false));
});
