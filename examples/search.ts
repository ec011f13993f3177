/**
 * Every record of the library that meets some conditions, page by page, and what that cost.
 *
 *   CITEWELL_API_KEY=cw_… npx node examples/search.ts
 */
import assert from 'node:assert/strict';
import { Citewell, type LocalSearchArticle, type LocalSearchRequest } from '@citewell/sdk';

const citewell = new Citewell({
  baseUrl: process.env.CITEWELL_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.CITEWELL_API_KEY ?? '',
});

const request: LocalSearchRequest = {
  // Both must hold. In a value, "…" is a phrase; everything else is words, in Chinese too.
  terms: [
    { field: 'title_abstract', value: 'metformin' },
    { field: 'keyword', value: '"type 2 diabetes"' },
  ],
  year_from: '2000',
  limit: 3,
};

const before = await citewell.usage({ limit: 1 });
const articles: LocalSearchArticle[] = [];
let pages = 0;
let total = 0;
for (let offset: number | null = 0; offset !== null; pages += 1) {
  const page = await citewell.search({ ...request, offset });
  articles.push(...page.articles);
  total = page.total;
  offset = page.next_offset;
}
for (const { pmid, year, journal, title, retracted } of articles)
  process.stdout.write(`${year}  ${pmid}  ${title} ${journal}${retracted ? '  RETRACTED' : ''}\n`);

// Newest first, each record once, and as many as the first page promised.
assert.ok(total > 0, 'the library has some');
assert.equal(articles.length, total);
assert.equal(new Set(articles.map(({ pmid }) => pmid)).size, total);
assert.deepEqual(
  articles.map(({ year }) => year),
  articles.map(({ year }) => year).toSorted((one, other) => Number(other) - Number(one)),
);

// The same in Chinese, best match first.
const chinese = await citewell.search({
  terms: [{ field: 'title', value: '二甲双胍' }],
  sort: 'relevance',
  limit: 1,
});
process.stdout.write(`二甲双胍: ${chinese.total}\n`);
assert.ok(chinese.total > 0);

// Each of these calls was one of the quota, and 200 to 500 tokens.
const after = await citewell.usage({ limit: 1, endpoint: 'local_advanced_search' });
const charged = after.balance.charged - before.balance.charged;
process.stdout.write(`${pages + 1} calls, ${charged} tokens\n`);
assert.ok(charged >= 200 * (pages + 1) && charged <= 500 * (pages + 1));
