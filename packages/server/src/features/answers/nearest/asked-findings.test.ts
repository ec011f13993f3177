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

describe('a question whether to stop a drug', () => {
  const start = anArticle('8204', {
    title: 'Atorvastatin for prevention in adults: a trial.',
    abstract: [
      { label: 'RESULTS', text: 'Atorvastatin reduced strokes by 20%.' },
      { label: 'CONCLUSIONS', text: 'Atorvastatin prevents strokes in adults.' },
    ],
  });
  const stop = anArticle('8205', {
    title: 'Discontinuation of statins and strokes: a cohort study.',
    abstract: [
      { label: 'RESULTS', text: 'Strokes were 30% more frequent after discontinuation of statins.' },
      { label: 'CONCLUSIONS', text: 'Discontinuation of statins was followed by more strokes.' },
    ],
  });
  for (const [question, nearest] of [
    ['Can I stop my atorvastatin?', /^None of the records found clearly answers/],
    ['阿托伐他汀可以停吗？', /^检索到的记录均未明确回答/],
  ] as const)
    it(`is not answered by a record on what it does: ${question}`, async (t) => {
      assert.match((await askLibrary(t, [start], question)).answer, nearest);
    });

  it('shows a record on the class of a drug that no record names, and says what it does not mention', async (t) => {
    const { answer, references } = await askLibrary(t, [stop], 'Will I have a stroke if I stop simvastatin?');
    assert.match(answer, /\*(?:Not on|Does not mention) “simvastatin”:\*/);
    assert.deepEqual(
      references.map(({ pmid }) => pmid),
      ['8205'],
    );
  });

  it('is told of no record on another drug of the class', async (t) => {
    const { references } = await askLibrary(t, [start], 'Can I just stop my simvastatin?');
    assert.deepEqual(references, []);
  });
});
