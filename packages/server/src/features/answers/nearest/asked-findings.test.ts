import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { askLibrary } from '../../../testing/app/ask-library.ts';

const knowledge = anArticle('8201', {
  title: 'Knowledge of psoriasis among patients.',
  abstract: [
    { label: 'RESULTS', text: 'Patients with psoriasis knew little of psoriasis.' },
    { label: 'CONCLUSIONS', text: 'Knowledge of psoriasis should improve in patients with psoriasis.' },
  ],
});
const treatment = anArticle('8202', {
  title: 'Methotrexate for the treatment of psoriasis: a trial.',
  abstract: [
    { label: 'RESULTS', text: 'Psoriasis cleared in 40% of patients with methotrexate.' },
    { label: 'CONCLUSIONS', text: 'Methotrexate is effective in the treatment of psoriasis.' },
  ],
});

describe('a question for the treatment of a disease', () => {
  for (const [question, nearest] of [
    [
      'How should psoriasis be treated?',
      /^None of the records found clearly answers this question\. The nearest:\n/,
    ],
    ['银屑病怎么治?', /^检索到的记录均未明确回答这一问题。最接近的记录：\n/],
  ] as const) {
    it(`is not answered by a record on what patients know of it: ${question}`, async (t) => {
      const { answer, references } = await askLibrary(t, [knowledge], question);
      assert.match(answer, nearest);
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['8201'],
      );
    });

    it(`is answered by the record that reports one: ${question}`, async (t) => {
      const { answer, references } = await askLibrary(t, [knowledge, treatment], question);
      assert.doesNotMatch(answer, nearest);
      assert.deepEqual(
        references.map(({ pmid }) => pmid),
        ['8202'],
      );
    });
  }
});

describe('a question about coffee', () => {
  const pregnancy = anArticle('8203', {
    title: 'Marital status in pregnancy.',
    abstract: [{ label: 'RESULTS', text: 'Outcomes of pregnancy were poor in unmarried women.' }],
  });
  for (const [question, lacking] of [
    ['Is coffee bad in pregnancy?', /“coffee”/],
    ['孕妇能喝咖啡吗?', /“咖啡”/],
  ] as const)
    it(`is told that no record is about coffee: ${question}`, async (t) => {
      const { answer } = await askLibrary(t, [pregnancy], question);
      assert.match(answer, lacking);
      assert.doesNotMatch(answer, /^(?:This answer quotes|以下回答逐字摘录)/);
    });
});
