import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { countingMeter } from '../../accounting/meter.ts';
import { inlineWork } from '../../app/language-tasks/inline-work.ts';
import { toCitable } from '../../literature/ranking/passage.ts';
import type { Model } from '../../llm/model.ts';
import { scriptedModel, scriptedRetriever } from '../../testing/app/scripted.ts';
import { VerifiedCitations } from '../answers/verification/verify-answer.ts';
import { findSupport } from './find-support.ts';

/** Statements, each with an abstract on the same question that found no effect or an uncertain one. */
const unsupported: [statement: string, abstract: string][] = [
  [
    'Vitamin D supplementation reduced the risk of falls in older adults.',
    'Vitamin D supplementation did not reduce the risk of falls in older adults.',
  ],
  [
    'Vitamin D supplementation reduced the risk of falls in older adults.',
    'We studied older adults. Vitamin D supplementation and placebo were similar in the risk of falls in older adults. No fall was reduced.',
  ],
  [
    'Probiotics shortened the duration of acute diarrhoea in children.',
    'Probiotics shortened the duration of acute diarrhoea in children by two hours (P = 0.41).',
  ],
  [
    'Fish oil lowered cardiovascular mortality in adults with diabetes.',
    'Fish oil might have lowered cardiovascular mortality in adults with diabetes.',
  ],
  [
    'Fish oil lowered cardiovascular mortality in adults with diabetes.',
    'Fish oil lowered cardiovascular mortality in adults with diabetes, which was not statistically significant.',
  ],
  [
    'Melatonin improved sleep quality in hospitalised patients.',
    'There was no difference in sleep quality between melatonin and placebo in hospitalised patients.',
  ],
  [
    'Exercise training had no effect on depressive symptoms in adolescents.',
    'Exercise training reduced depressive symptoms in adolescents.',
  ],
  ['维生素D可降低老年人的跌倒风险。', '维生素D未能降低老年人的跌倒风险。'],
  ['益生菌缩短了儿童急性腹泻的病程。', '益生菌缩短了儿童急性腹泻的病程，但差异无统计学意义（P=0.41）。'],
  ['鱼油可降低糖尿病患者的心血管死亡率。', '鱼油可能降低糖尿病患者的心血管死亡率。'],
  ['褪黑素改善了住院患者的睡眠质量。', '褪黑素组与安慰剂组住院患者的睡眠质量差异无统计学意义。'],
  ['维生素D可降低老年人的跌倒风险。', 'Vitamin D did not reduce the risk of falls in older adults.'],
];

/** The findings reported correctly. */
const supported: [statement: string, abstract: string][] = [
  [
    'Vitamin D supplementation reduced the risk of falls in older adults.',
    'Vitamin D supplementation significantly reduced the risk of falls in older adults (P = 0.01).',
  ],
  [
    'Vitamin D supplementation did not reduce the risk of falls in older adults.',
    'Vitamin D supplementation did not reduce the risk of falls in older adults (P = 0.62).',
  ],
  ['益生菌缩短了儿童急性腹泻的病程。', '结果：益生菌缩短了儿童急性腹泻的病程（P=0.01）。'],
];

/** Claims that the first sentence of the abstract supports everything, and copies it. */
const credulous = scriptedModel({
  async verifies({ abstract }) {
    const end = abstract.search(/[.。]/) + 1;
    const evidence = { text: abstract.slice(0, end), start: 0, end };
    return { score: 2, evidence, parts: [], deviation: undefined, explanation: '', suggestion: '' };
  },
});
const sceptical = scriptedModel({ verifies: async () => undefined });

async function supportOf(statement: string, abstract: string, model: Model) {
  const article = anArticle('101', { title: 'A study.', abstract: [{ text: abstract }] });
  const { article: found } = await findSupport(
    statement,
    { end: Number.MAX_SAFE_INTEGER, verifications: 1, unavailable: new Set() },
    {
      model,
      literature: { remote: [], library: scriptedRetriever('library', [article]) },
      clock: { now: () => Date.UTC(2026, 10, 21) },
      log: () => {},
    },
    {
      ...{ requestId: 'r', signal: new AbortController().signal, meter: countingMeter(), work: inlineWork },
      emit: () => undefined,
    },
  );
  return found?.pmid;
}

const worker = { work: inlineWork, signal: new AbortController().signal };
const han = /\p{Script=Han}/u;

/** Returns the text sent if the writer cited a paper on something else and this abstract is evidence too. */
async function leaving(statement: string, abstract: string): Promise<string> {
  const records = [
    anArticle('7', {
      title: 'Lupus.',
      abstract: [
        { text: han.test(statement) ? '使用者中有视网膜毒性。' : 'Retinal toxicity was found in users.' },
      ],
    }),
    anArticle('101', { title: 'A study.', abstract: [{ text: abstract }] }),
  ];
  const passages = records.map((article, at) => ({
    ...{ id: `E${at + 1}`, article: toCitable(article), start: 0, score: 1 },
    ...{ text: article.abstract[0]?.text ?? '', end: article.abstract[0]?.text.length ?? 0 },
  }));
  const articles = new Map(
    records.map(({ pmid, title, abstract: [section] }) => [
      pmid,
      { title, abstract: section?.text ?? '', publicationTypes: undefined },
    ]),
  );
  const citations = new VerifiedCitations(passages, articles, { keep: false }, worker);
  const [, body = '', stop = ''] = /^(.*)([.。])$/.exec(statement) ?? [];
  const leave = () => undefined;
  await citations.write(`${body} [E1]${stop}`, leave);
  await citations.end(leave);
  return citations.references.map(({ pmid }) => pmid).join();
}

describe('a new citation', () => {
  for (const [statement, abstract] of unsupported)
    it(`is not inserted after “${statement}” for “${abstract}”`, async () => {
      assert.equal(await supportOf(statement, abstract, sceptical), undefined, 'by rules');
      assert.equal(await supportOf(statement, abstract, credulous), undefined, 'by a credulous model');
      assert.notEqual(await leaving(statement, abstract), '101', 'in an answer');
    });
  for (const [statement, abstract] of supported)
    it(`is inserted after “${statement}” for “${abstract}”`, async () => {
      assert.equal(await supportOf(statement, abstract, sceptical), '101');
      assert.equal(await leaving(statement, abstract), '101');
    });
});
