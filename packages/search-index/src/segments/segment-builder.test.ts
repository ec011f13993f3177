import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import fc from 'fast-check';
import { createSegmentBuilder, type SegmentBuilder } from './segment-builder.ts';

const word = fc.oneof(
  fc.constantFrom('the', 'of', 'patients', 'Stents', 'stent', 'IL', '6', 'hydroxychloroquine', 'β-blocker'),
  fc.constantFrom('二甲双胍', '糖尿病', '肾', 'Müller'),
  fc.stringMatching(/^[a-c]{1,3}$/),
);
const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
const article = fc
  .record({
    pmid: fc.integer({ min: 1, max: 10 ** 6 }),
    title: text,
    text,
    author: text,
    year: fc.integer({ min: 2015, max: 2026 }),
  })
  .map(({ pmid, title, text, author, year }) =>
    anArticle(String(pmid), { title, abstract: [{ text }], authors: [`${author} J`], year: String(year) }),
  );
const segments = fc.array(
  fc.uniqueArray(article, { selector: ({ pmid }) => pmid, minLength: 1, maxLength: 40 }),
  {
    minLength: 2,
    maxLength: 5,
  },
);

function written(build: SegmentBuilder, articles: Parameters<SegmentBuilder>[0]) {
  const { encoder, info } = build(articles);
  return { info, chunks: encoder.takeChunks(1) };
}

test('a segment has the same bytes whatever was built before and however many terms were cached', () => {
  fc.assert(
    fc.property(segments, fc.constantFrom(0, 60, undefined), (drawn, termsKept) => {
      const build = createSegmentBuilder(termsKept);
      for (const articles of drawn)
        assert.deepEqual(written(build, articles), written(createSegmentBuilder(), articles));
    }),
    { numRuns: 40 },
  );
});
