import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { type Article, abstractText, emptyRecord } from '@citewell/core/records/article.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { planQuery } from '../literature/query/plan-query.ts';
import { fuseRankings } from '../literature/ranking/fuse.ts';
import { rankArticles } from '../literature/ranking/rank.ts';
import { selectPassages } from '../literature/ranking/select-passages.ts';
import { passSubjectGate } from './subject-gate.ts';

const file = new URL('../library/demonstration.jsonl', import.meta.url);
const sample: Article[] = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ ...emptyRecord, ...JSON.parse(line) }));

/** Returns the passages an answer would quote from all demonstration records. */
function quoted(question: string) {
  const query = planQuery({ question, history: [], years: {}, category: undefined, thisYear: 2026 });
  const ranking = rankArticles(fuseRankings([sample]), query, 2026);
  const { admitted } = passSubjectGate(
    ranking.ranked.map(({ article }) => article),
    query.subjects ?? [],
  );
  return selectPassages(ranking, {
    ...{ language: detectLanguage(question), articlesMax: 10, perArticleMax: 3, wanted: new Set(), admitted },
  });
}

for (const question of [
  'Does metformin reduce cardiovascular mortality in type 2 diabetes?',
  '二甲双胍能降低2型糖尿病患者的心血管死亡率吗？',
])
  it(`quotes only papers about metformin for a question about metformin: ${question}`, () => {
    const passages = quoted(question);
    assert.ok(passages.length > 2);
    for (const { article } of passages) {
      const record = sample.find(({ pmid }) => pmid === article.pmid);
      assert.match(`${record?.title} ${record && abstractText(record)}`, /metformin/i);
    }
    assert.ok(!passages.some(({ text }) => /finerenone|dapagliflozin|非奈利酮|达格列净/i.test(text)));
  });

for (const question of [
  'What is the best treatment for hypertension in older adults?',
  '老年高血压的最佳治疗是什么？',
])
  it(`quotes no paper that mentions hypertension only as one of several outcomes: ${question}`, () => {
    const titles = quoted(question).map(({ article }) => article.title);
    assert.ok(titles.length > 2);
    assert.ok(titles.some((title) => /blood-pressure control in older Chinese adults/i.test(title)));
    assert.deepEqual(
      titles.filter((title) => /gestational|labor|carcinoma/i.test(title)),
      [],
    );
  });

it('quotes a paper’s findings before its methods, even if the methods resemble the question more', () => {
  const passages = quoted('What is the best treatment for hypertension in older adults?');
  const [first, second] = passages.filter(({ article }) => article.pmid === '9900000076');
  assert.match(first?.text ?? '', /^An intensive systolic target lowered mortality/);
  assert.doesNotMatch(second?.text ?? '', /^We assigned/);
});

for (const question of ['Does screening for lung cancer save lives?', '肺癌筛查能挽救生命吗？'])
  it(`does not treat an everyday word as the subject of a question: ${question}`, () => {
    const titles = quoted(question).map(({ article }) => article.title);
    assert.ok(titles.length > 0);
    for (const title of titles) assert.match(title, /lung/i);
  });
