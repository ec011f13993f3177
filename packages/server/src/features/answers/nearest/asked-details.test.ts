import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { askLibrary } from '../../../testing/app/ask-library.ts';

const safety = anArticle('8101', {
  title: 'Melatonin for insomnia in children.',
  abstract: [
    { label: 'RESULTS', text: 'Melatonin was well tolerated by children with insomnia.' },
    { label: 'CONCLUSIONS', text: 'Melatonin is safe in children with insomnia.' },
  ],
});
const dose = anArticle('8102', {
  title: 'Melatonin for insomnia in children: a trial.',
  abstract: [
    { label: 'RESULTS', text: 'Children with insomnia slept longer with 3 mg of melatonin at night.' },
    { label: 'CONCLUSIONS', text: 'Melatonin helps children with insomnia.' },
  ],
});

describe('a question that asks for a dose', () => {
  for (const [question, nearest] of [
    [
      'How many mg of melatonin can a child with insomnia take at night?',
      /^None of the records found clearly answers this question\. The nearest:\n/,
    ],
    ['孩子失眠,褪黑素一晚能吃几毫克?', /^检索到的记录均未明确回答这一问题。最接近的记录：\n/],
  ] as const) {
    it(`is not answered by a record without one: ${question}`, async (t) => {
      const { answer, references } = await askLibrary(t, [safety], question);
      assert.match(answer, nearest);
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['8101'],
      );
    });

    it(`is answered by the records that give one, which is quoted first: ${question}`, async (t) => {
      const { answer, references } = await askLibrary(t, [safety, dose], question);
      assert.doesNotMatch(answer, nearest);
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['8102'],
      );
      assert.match(answer, /\*[^*]*\* “Children with insomnia slept longer with 3 mg/);
    });
  }

  for (const question of ['Is melatonin safe in children with insomnia?', '褪黑素治疗儿童失眠安全吗?'])
    it(`has no effect on other questions: ${question}`, async (t) => {
      const { answer, references } = await askLibrary(t, [safety], question);
      assert.doesNotMatch(answer, /clearly answers|均未明确回答/);
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['8101'],
      );
    });
});
