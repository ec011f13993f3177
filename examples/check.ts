/**
 * Sentences of a draft against the articles they cite: what agrees, what deviates, and a corrected sentence.
 *
 *   CITEWELL_API_KEY=cw_… npx node examples/check.ts
 */
import assert from 'node:assert/strict';
import { Citewell } from '@citewell/sdk';

const citewell = new Citewell({
  baseUrl: process.env.CITEWELL_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.CITEWELL_API_KEY ?? '',
});

// A trial of the demonstration records; any PMID will do where the service may ask PubMed.
const pmid = '9900000001';
const draft = [
  'Body weight fell by 1.9 kg with metformin and by 0.6 kg with placebo.',
  'Body weight fell by 4.9 kg with metformin and by 0.6 kg with placebo.',
  'Body weight rose by 1.9 kg with metformin and by 0.6 kg with placebo.',
  '二甲双胍组体重下降4.9 kg，安慰剂组下降0.6 kg。',
  'Statins prevent stroke in smokers.',
];

for (const sentence of draft) {
  const { consistent, reason, deviation_analysis, suggestion, abstract, verification } =
    await citewell.checkCitation({
      sentence,
      pmid,
      include: ['verification'],
    });
  process.stdout.write(
    `${consistent ? 'ok ' : '?! '} ${sentence}\n    ${consistent ? reason : deviation_analysis}\n`,
  );
  if (suggestion) process.stdout.write(`    → ${suggestion}\n`);
  // The evidence stands in the abstract, at its place.
  for (const { text, start, end } of verification?.evidence ?? [])
    assert.equal(abstract.slice(start, end), text);
  assert.equal(consistent, sentence === draft[0]);
}

// An abstract that comes with the request is not looked up.
const { consistent, is_review_citation } = await citewell.checkCitation({
  sentence: 'Coffee was associated with a lower risk of stroke.',
  pmid: '1',
  abstract: 'In this systematic review, coffee was associated with a lower risk of stroke in women.',
});
assert.deepEqual([consistent, is_review_citation], [true, true]);

// Without a model no token is used, and none is charged.
const usage = await citewell.usage({ limit: 1, endpoint: 'factcheck_verify' });
process.stdout.write(`${usage.records[0]?.charged} tokens\n`);
