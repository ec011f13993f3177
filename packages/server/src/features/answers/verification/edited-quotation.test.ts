import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compare } from '@citewell/citation-checker/comparison.ts';
import { isEditedQuotation } from './edited-quotation.ts';

const trial = {
  title: '',
  abstract:
    'RESULTS: Nausea was more frequent with domaril than with placebo. Domaril did not lower mortality in adults with asthma. Wheeze may be rarer in adults who swim (18.2% versus 7.5%).',
  publicationTypes: undefined,
};
const chinese = {
  title: '',
  abstract: '结果：多马利组恶心的发生率高于安慰剂组。多马利未降低成人哮喘患者的死亡率。',
  publicationTypes: undefined,
};

describe('a sentence written from a record', () => {
  const departs = (sentence: string, article = trial) => isEditedQuotation(compare(sentence, article));

  for (const [change, sentence, article] of [
    ['two words are swapped', 'Nausea was more frequent with placebo than with domaril.', trial],
    ['the direction is reversed', 'Nausea was less frequent with domaril than with placebo.', trial],
    ['a negation is missing', 'Domaril lowered mortality in adults with asthma.', trial],
    ['a negation is added', 'Nausea was not more frequent with domaril than with placebo.', trial],
    ['a hedge is missing', 'Wheeze is rarer in adults who swim (18.2% versus 7.5%).', trial],
    ['a number is replaced', 'Wheeze may be rarer in adults who swim (18.2% versus 9.5%).', trial],
    ['the direction is reversed, in Chinese', '多马利组恶心的发生率低于安慰剂组。', chinese],
    ['a negation is missing, in Chinese', '多马利降低了成人哮喘患者的死亡率。', chinese],
  ] as const)
    it(`departs from it if ${change}`, () => assert.equal(departs(sentence, article), true));

  it('does not depart if it paraphrases or quotes it', () => {
    for (const sentence of [
      'Nausea was more frequent with domaril than with placebo.',
      'Compared with placebo, domaril made nausea more frequent.',
      'In adults with asthma, domaril had no effect on mortality.',
      'Adults who swim may wheeze less often.',
    ])
      assert.equal(departs(sentence), false, sentence);
    for (const sentence of [
      '与安慰剂组相比，多马利组恶心更多见，发生率更高。',
      '多马利未降低成人哮喘患者的死亡率。',
    ])
      assert.equal(departs(sentence, chinese), false, sentence);
  });
});
