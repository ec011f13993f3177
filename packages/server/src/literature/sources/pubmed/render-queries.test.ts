import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { aSearchQuery } from '@citewell/core/testing/a-search-query.ts';
import { loadCategories } from '../../query/category.ts';
import { planQuery } from '../../query/plan-query.ts';
import { renderPubmedQueries } from './render-queries.ts';
import { textTerms } from './text-terms.ts';

function render(query: Partial<SearchQuery>) {
  return renderPubmedQueries(aSearchQuery(query));
}

function planned(question: string, more: { category?: string } = {}): SearchQuery {
  const category = more.category ? loadCategories().get(more.category) : undefined;
  return planQuery({ question, history: [], years: {}, category, thisYear: 2026 });
}

test('the precise query joins concepts with headings and wordings by AND, and the broad one joins their words by OR', () => {
  assert.deepEqual(render({ concepts: ['type 2 diabetes', 'Metformin'] }).searches, [
    '("Diabetes Mellitus, Type 2"[Mesh] OR "type 2 diabetes"[tiab]) AND ("Metformin"[Mesh] OR metformin*[tiab])',
    '(type 2 diabetes) OR (metformin)',
  ]);
  assert.deepEqual(render({ concepts: ['stroke'] }).searches, [
    '("Stroke"[Mesh] OR stroke*[tiab])',
    '(stroke)',
  ]);
});

test('a single word without a heading is rendered as one search', () => {
  assert.deepEqual(render({ concepts: ['zelparin'] }).searches, ['(zelparin)']);
});

test('an abbreviation is searched with its long form and its heading', () => {
  assert.deepEqual(renderPubmedQueries(planned('SGLT2 inhibitors in HFpEF')).searches, [
    '("Sodium-Glucose Transporter 2 Inhibitors"[Mesh] OR "sglt2 inhibitor*"[tiab] OR "sodium-glucose cotransporter 2 inhibitor*"[tiab]) AND ("Heart Failure, Diastolic"[Mesh] OR hfpef*[tiab] OR "heart failure with preserved ejection fraction*"[tiab])',
    '(sglt2 inhibitors) OR (sodium-glucose cotransporter 2 inhibitors) OR (hfpef) OR (heart failure with preserved ejection fraction)',
  ]);
});

test('a Chinese question is rendered with the headings of its English translation', () => {
  const [precise] = renderPubmedQueries(planned('二甲双胍对2型糖尿病的作用')).searches;
  assert.match(precise ?? '', /"Metformin"\[Mesh\].* AND .*"Diabetes Mellitus, Type 2"\[Mesh\]/);
});

test('study types and populations restrict the precise search only', () => {
  for (const question of [
    'randomized controlled trials of metformin for obesity in children',
    '二甲双胍治疗儿童肥胖的随机对照试验',
  ]) {
    const [precise = '', broad = ''] = renderPubmedQueries(planned(question)).searches;
    assert.match(precise, /"Child"\[Mesh\]/, question);
    assert.match(precise, /AND \("Randomized Controlled Trial"\[pt\]\)$/);
    assert.doesNotMatch(broad, /\[/);
  }
});

test('a category is combined with the whole of every search and relaxation step', () => {
  const query = aSearchQuery({ concepts: ['heart attack', 'b2'], pubmedFilter: 'x[mh] OR y[mh]' });
  const all = [
    ...renderPubmedQueries(query).searches,
    ...renderPubmedQueries(query, 'synonyms').searches,
    ...renderPubmedQueries(query, 'words').searches,
  ];
  assert.equal(all.length, 4);
  for (const search of all) assert.match(search, /^\(.*\) AND \(x\[mh\] OR y\[mh\]\)$/);
});

test('the relaxation steps search by headings and wordings, then by single words, or not at all', () => {
  const query = aSearchQuery({ concepts: ['heart attack', 'zelparin'] });
  assert.deepEqual(renderPubmedQueries(query, 'synonyms').searches, [
    '("Myocardial Infarction"[Mesh] OR "heart attack*"[tiab]) OR (zelparin*[tiab])',
  ]);
  assert.deepEqual(renderPubmedQueries(query, 'words').searches, [
    '(heart attack) OR (zelparin) OR (heart) OR (attack)',
  ]);
  const single = aSearchQuery({ concepts: ['zelparin', 'qqzz'] });
  assert.deepEqual(renderPubmedQueries(single, 'synonyms').searches, []);
  assert.deepEqual(renderPubmedQueries(single, 'words').searches, []);
});

test('typed DOIs are looked up unchanged, outside any category, and in no relaxation step', () => {
  const query = aSearchQuery({
    dois: ['10.1016/S0140-6736(24)02600-X', '10.1/b'],
    pubmedFilter: 'x[mh]',
  });
  assert.deepEqual(renderPubmedQueries(query), {
    lookups: ['"10.1016/S0140-6736(24)02600-X"[doi] OR "10.1/b"[doi]'],
    searches: [],
  });
  assert.deepEqual(renderPubmedQueries(query, 'synonyms'), { lookups: [], searches: [] });
});

test('syntax in a question is removed from the query', () => {
  const untagged = (text: string) => render({ concepts: [text, 'zelparin'] }).searches.at(-1);
  assert.equal(untagged('(('), '(zelparin)');
  assert.equal(untagged('AND'), '(zelparin)');
  assert.equal(untagged('cancer[tiab] OR all[sb]'), '(cancer tiab all sb) OR (zelparin)');
  assert.equal(untagged('#1'), '(zelparin)');
  assert.equal(untagged('term=x&db=gene'), '(term x db gene) OR (zelparin)');
  assert.equal(untagged('12345678'), '(zelparin)');
  assert.equal(
    render({ concepts: ['canc*" OR all[sb] OR "x', 'zelparin'] }).searches[0],
    '("canc all sb x"[tiab]) AND (zelparin*[tiab])',
  );
});

test('an untranslated Chinese question is rendered as no search', () => {
  assert.deepEqual(render({ text: '高血压怎么办？', language: 'zh' }), { lookups: [], searches: [] });
});

test('a query uses stems and omits redundant and lay wordings', () => {
  const [statins = ''] = renderPubmedQueries(planned('cholesterol pills for older people')).searches;
  assert.match(statins, /statin\*\[tiab\]/);
  assert.doesNotMatch(statins, /cholesterol pills|the old|people over 70/);
  for (const question of ['happy pills for depression', '抗抑郁药治疗抑郁症']) {
    const { searches } = renderPubmedQueries(planned(question));
    assert.match(searches[0] ?? '', /antidepressant\*\[tiab\].* AND .*depression\*\[tiab\]/, question);
    for (const search of searches) assert.doesNotMatch(search, /happy pills|feeling|low mood/, question);
  }
  // Where there is no other, the wording of the question is searched.
  assert.deepEqual(
    render({ concepts: ['hospital germs', 'zelparin'] }).searches[1],
    '(hospital germs) OR (zelparin)',
  );
  const terms = (...wordings: string[]) => textTerms(wordings).join(' OR ');
  assert.equal(terms('supplementation', 'supplements', 'supplemented', 'supplemental'), 'supplement*');
  assert.equal(
    terms('malignancy', 'surgeries', 'prognosis', 'biopsies'),
    'malignanc* OR surger* OR prognos* OR biops*',
  );
  assert.equal(
    terms('arthritis', 'safety', 'vitamin d', 'follow-up'),
    'arthritis OR safety OR "vitamin d" OR "follow-up"',
  );
  assert.equal(
    terms('preterm infant', 'children', 'child', 'sleep apnea', 'obstructive sleep apnea'),
    '"preterm infant*" OR child* OR "sleep apnea*"',
  );
});

test('a Chinese question about supplementation is searched by the English term “supplement”', () => {
  const [vitamin = ''] = renderPubmedQueries(planned('补充维生素D有用吗')).searches;
  assert.match(vitamin, /supplement\*\[tiab\].*"Vitamin D"\[Mesh\]/);
  const [folic = ''] = renderPubmedQueries(planned('补充叶酸预防先兆子痫')).searches;
  assert.match(folic, /supplement\*\[tiab\]/);
  assert.doesNotMatch(folic, /replenish/);
});
