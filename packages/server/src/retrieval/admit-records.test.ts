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

for (const [language, question, name] of [
  ['en', 'Do genes explain deaths from high cholesterol in Russia?', 'high cholesterol'],
  ['zh', '俄罗斯人心血管死亡率高是不是因为胆固醇高？', '胆固醇高'],
] as const)
  it(`passes over a record without the subject that fits far better than those with it: ${question}`, () => {
    const query = planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
    const near = anArticle('7', {
      title: 'High cardiovascular mortality in Russia cannot be explained by the classical risk factors.',
      abstract: [
        { text: 'Deaths from cardiovascular causes in Russia are not due to lipids or genes alone.' },
      ],
    });
    const far = anArticle('8', {
      title: 'Pravastatin in men.',
      abstract: [{ text: 'Pravastatin was given for hypercholesterolemia to 6595 men.' }],
    });
    const { gate } = admitRecords({
      ...{ found: { rankings: [[near, far]] }, query, thisYear: 2026, scores: undefined, language },
    });
    assert.deepEqual([...gate.admitted], [far.pmid]);
    assert.deepEqual(gate.passedOver?.get(near.pmid), [name]);
  });
