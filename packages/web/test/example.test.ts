import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSentenceByRules } from '../../server/src/features/citation-checks/check-by-rules.ts';
import { deviatingExample } from '../src/check/example.ts';

describe('the example of the check page', () => {
  for (const [language, word] of [
    ['en', /exacerbations/],
    ['zh', /急性发作/],
  ] as const)
    it(`deviates by its number, without a model: ${language}`, () => {
      const { sentence, abstract } = deviatingExample((en, zh) => (language === 'en' ? en : zh));
      assert.match(sentence, word);
      const article = { title: '', abstract, publicationTypes: undefined };
      const check = checkSentenceByRules({ sentence, article });
      assert.deepEqual([check.verdict, check.deviations[0]?.kind], ['deviates', 'numeric']);
      assert.match(check.deviations[0]?.evidence ?? '', /32/);
    });
});
