/**
 * One question, one answer with its references.
 *
 *   CITEWELL_API_KEY=cw_… npx node examples/ask.ts
 */
import { Citewell } from '@citewell/sdk';
import { assertCited } from './cited.ts';

const citewell = new Citewell({
  baseUrl: process.env.CITEWELL_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.CITEWELL_API_KEY ?? '',
});

const reply = await citewell.ask({
  question: 'Does metformin lower cardiovascular mortality in type 2 diabetes?',
  date_from: '2000',
  max_refs: 5,
});

process.stdout.write(`${reply.answer}\n\n`);
for (const [index, { authors, title, journal, year, pmid }] of reply.references.entries()) {
  process.stdout.write(`[${index + 1}] ${authors}. ${title} ${journal}. ${year}. PMID ${pmid}\n`);
}

assertCited(reply);
