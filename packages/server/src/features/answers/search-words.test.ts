import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { answerOver } from '../../testing/app/answer-over.ts';

const article = anArticle('31000031', { title: 'Steroids.', abstract: [{ text: 'Steroids were given.' }] });

const searched: [question: string, searching: string][] = [
  ['What happens to the heart after long term steroid use?', 'Searching for: heart, steroid.'],
  ['Does ibuprofen close a PDA?', 'Searching for: ibuprofen, PDA.'],
  ['Does exercise slow dementia?', 'Searching for: exercise, dementia.'],
  [
    'Does a previous cesarean section show in uterine rupture?',
    'Searching for: cesarean section, uterine rupture.',
  ],
  ['Is a large prostate worse after TURP?', 'Searching for: prostate, TURP.'],
  ['早产儿应用布洛芬有效吗？', '正在检索：preterm infant、ibuprofen。'],
];

describe('a search', () => {
  for (const [question, searching] of searched)
    it(`leaves out words that no record need contain: ${question}`, async () => {
      const { thinking } = await answerOver([article], { question });
      assert.ok(thinking.includes(searching), thinking.join('\n'));
    });
});
