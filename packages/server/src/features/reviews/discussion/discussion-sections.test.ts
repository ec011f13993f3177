import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { toCitable } from '../../../literature/ranking/passage.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { compareFindings } from './compare-findings.ts';
import { readFindings } from './discussion-findings.ts';
import { type DiscussionPart, quotedPart } from './discussion-sections.ts';

const parts = [
  ['colchicine', '秋水仙碱'],
  ['gout', '痛风'],
];

/** Builds a discussion without a model from the findings given and sentences of prior studies, one per study. */
function discussed(given: string, texts: readonly string[], language: 'en' | 'zh') {
  const units = texts.map(
    (text, at): EvidenceUnit => ({
      ...{ id: `E${at + 1}`, text, start: 0, end: text.length, score: 1, role: 'finding' },
      article: toCitable(anArticle(`700${at}`, {})),
    }),
  );
  const findings = readFindings(given);
  const compared = compareFindings({ ...findings, units, articles: [], studies: new Map(), parts });
  const seen = new Set<string>();
  const order: DiscussionPart[] = ['comparison', 'mechanisms', 'implications', 'conclusion'];
  return Object.fromEntries(
    order.map((part) => [
      part,
      quotedPart(part, findings, compared, units, { language, incomplete: false, isSeen: true, parts, seen }),
    ]),
  ) as Record<DiscussionPart, string>;
}

const lower = 'Colchicine reduced mortality in gout, which supports the use of colchicine.';
const higher = 'Colchicine increased mortality in gout.';

describe('a discussion without a model', () => {
  for (const [language, given, one, both] of [
    [
      'en',
      'Colchicine lowered mortality in gout.',
      /: 1 study agrees, 0 disagree\. The sentences are in the comparison/,
      /: 1 study agrees, 1 disagrees\. The comparison with prior work quotes both sides\./,
    ],
    [
      'zh',
      '秋水仙碱降低痛风患者死亡率。',
      /一致 1 项，不一致 0 项。原文见上文/,
      /一致 1 项，不一致 1 项。双方原文见上文/,
    ],
  ] as const)
    it(`states disagreement only if both sides are quoted: ${language}`, () => {
      assert.match(discussed(given, [lower], language).conclusion, one);
      assert.match(discussed(given, [lower, higher], language).conclusion, both);
    });

  for (const [language, given, said] of [
    ['en', 'Colchicine lowered mortality in gout.', '- Quoted above: [E1]'],
    ['zh', '秋水仙碱降低痛风患者死亡率。', '- 原文见上：[E1]'],
  ] as const)
    it(`calls no quoted work missing: ${language}`, () =>
      assert.equal(discussed(given, [lower], language).implications, said));

  for (const language of ['en', 'zh'] as const)
    it(`quotes of prior work on a topic what names all of it, and no search for studies: ${language}`, () => {
      const own = 'Colchicine lowered the pain of gout.';
      const other = 'Colchicine had no effect on haemodialysis.';
      const method =
        'Two investigators independently identified studies of colchicine in gout and extracted data.';
      const { comparison } = discussed('', [other, method, own], language);
      assert.ok(comparison.includes(own), comparison);
      assert.ok(!comparison.includes(other) && !comparison.includes(method), comparison);
    });

  for (const [language, given] of [
    ['en', 'Colchicine lowered mortality in gout.'],
    ['zh', '秋水仙碱降低痛风患者死亡率。'],
  ] as const)
    it(`quotes repeated sentences once: ${language}`, () => {
      const { comparison } = discussed(given, [higher, `CONCLUSION: ${higher}`, ` ${higher}`], language);
      assert.equal(comparison.split(higher).length, 2);
    });

  for (const [language, given, said] of [
    ['en', 'Colchicine lowered mortality in gout.', /No sentence found in prior work could be compared/],
    ['zh', '秋水仙碱降低痛风患者死亡率。', /没有可与所给结果比较的句子/],
  ] as const)
    it(`states that found studies could not be compared, not that there are none: ${language}`, () => {
      const { comparison, conclusion } = discussed(given, ['Sodium intake raised blood pressure.'], language);
      for (const text of [comparison, conclusion]) {
        assert.match(text, said);
        assert.doesNotMatch(text, /No prior study|未找到/);
      }
    });
});
