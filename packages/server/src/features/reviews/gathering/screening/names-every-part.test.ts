import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { inlineWork } from '../../../../app/language-tasks/inline-work.ts';
import { scopeByRules } from '../scope.ts';
import { namesEveryPart } from './names-every-part.ts';

const { signal } = new AbortController();

describe('namesEveryPart', () => {
  const holds = async (question: string, title: string, text: string) => {
    const request = {
      ...{ question, years: {}, category: undefined, language: undefined },
      ...{ include: [], maxReferences: 20 },
    };
    const { query } = await scopeByRules(request, 2026, { work: inlineWork, signal });
    return namesEveryPart(query)(anArticle('7400', { title, abstract: [{ text }], mesh: [] }));
  };

  for (const [rule, question, title, text, isHeld] of [
    [
      'other words of an outcome count',
      'Sleep and mortality',
      'Sleep.',
      'Short sleepers died earlier.',
      true,
    ],
    ['any tumor is one of cancer', '二甲双胍与癌症', 'Metformin in leukemia.', 'Blasts were counted.', true],
    [
      'an abbreviation that the record explains counts',
      'Heart failure and depression',
      'Depression.',
      'Patients with heart failure (HF) had depression.',
      true,
    ],
    ['both of a pair are needed', 'Statins and dementia', 'Statins.', 'Statins lowered cholesterol.', false],
    ['both of a pair are needed', '他汀与痴呆', 'Statins.', 'Statins lowered cholesterol.', false],
    [
      'an adjustment variable is not studied',
      'Alcohol and breast cancer',
      'Diabetes and breast cancer.',
      'Diabetes raised the risk of breast cancer, independent of obesity and alcohol consumption.',
      false,
    ],
    [
      'an outlook is no study',
      'Iron in pregnancy',
      'Nutrition in pregnancy.',
      'Folic acid was given. The knowledge gaps that need to be addressed include iron.',
      false,
    ],
    [
      'of alternatives one is enough',
      'Magnesium or steroids before preterm birth',
      'Magnesium before preterm birth.',
      'Magnesium was given before preterm birth.',
      true,
    ],
    [
      'of a list after the subject one is enough',
      '叶酸预防心脏病和卒中',
      'Folic acid and stroke.',
      'Folic acid prevented strokes.',
      true,
    ],
    [
      'a comparison needs both',
      'Laparoscopic versus open appendectomy',
      'Timing of appendectomy.',
      'Appendectomy was delayed.',
      false,
    ],
  ] as const)
    it(`${rule}: ${question}`, async () => assert.equal(await holds(question, title, text), isHeld));
});
