import assert from 'node:assert/strict';
import { it } from 'node:test';
import { detectLanguage } from './language.ts';

it('takes the language an answer is expected in from the question', () => {
  assert.equal(detectLanguage('Is metformin first-line therapy?'), 'en');
  assert.equal(detectLanguage('二甲双胍是一线治疗吗？'), 'zh');
  assert.equal(detectLanguage('IL-6 在脓毒症中的作用'), 'zh');
  assert.equal(
    detectLanguage('What does 糖尿病 mean in the title of this article about diabetes mellitus?'),
    'en',
  );
  assert.equal(detectLanguage('在 atrial fibrillation 中 zelparin 能否预防 stroke？'), 'zh');
  assert.equal(detectLanguage('12345 ?'), 'en');
});
