/**
 * A structured review, with its references as a list.
 *
 *   CITEWELL_API_KEY=cw_… npx node examples/review.ts "Metformin and cardiovascular outcomes in type 2 diabetes"
 */

import assert from 'node:assert/strict';
import { Citewell } from '@citewell/sdk';
import { citedNumbers } from '@citewell/sdk/citation-markers';

const citewell = new Citewell({
  baseUrl: process.env.CITEWELL_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.CITEWELL_API_KEY ?? '',
});
const question = process.argv[2] ?? 'Metformin and cardiovascular outcomes in type 2 diabetes';

const review = await citewell.review({ question, max_refs: 10 });
process.stdout.write(`${review.review}\n`);
for (const [index, { authors, title, journal, year, pmid }] of review.references.entries())
  process.stdout.write(`[${index + 1}] ${authors}. ${title} ${journal}. ${year}. PMID: ${pmid}\n`);

// Every citation has its reference, and every reference is cited.
const cited = new Set(citedNumbers(review.review));
assert.deepEqual(
  [...cited].sort((one, other) => one - other),
  review.references.map((_, index) => index + 1),
);

// The same while it grows.
let parts = 0;
for await (const { event, data } of citewell.reviewStream({ question, max_refs: 10 }))
  if (event === 'answer_chunk') parts += /^\s*## /.test(data.text) ? 1 : 0;
assert.ok(parts > 0, 'it came in parts');
