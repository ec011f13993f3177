import assert from 'node:assert/strict';
import { it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { planQuery } from '../literature/query/plan-query.ts';
import { admitRecords } from './admit-records.ts';

const bath = anArticle('1', {
  title: 'Films grown in a chemical bath.',
  abstract: [{ text: 'The bathing solution held cadmium.' }],
});
const others = (['3', '4', '5', '6'] as const).map((pmid) =>
  anArticle(pmid, {
    title: 'Baths in the synthesis of films.',
    abstract: [{ text: 'Bathing them took four hours.' }],
  }),
);
const both = anArticle('2', {
  title: 'Bathing after surgery.',
  abstract: [{ text: 'Bathing on the second day after surgery was safe.' }],
});

for (const [language, question] of [
  ['en', 'bathing after surgery'],
  ['zh', '手术后多久能洗澡'],
] as const)
  it(`admits no record that shares one word with a question without a subject: ${question}`, () => {
    const query = planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
    assert.deepEqual(query.subjects, []);
    const admittedOf = (rankings: (typeof bath)[][]) => [
      ...admitRecords({ found: { rankings }, query, thisYear: 2026, scores: undefined, language }).gate
        .admitted,
    ];
    assert.deepEqual(admittedOf([[bath, ...others]]), []);
    assert.ok(admittedOf([[bath, ...others, both]]).includes(both.pmid));
  });
