/**
 * The specialties of a service, and a question restricted to one of them.
 *
 *   CITEWELL_API_KEY=cw_… npx node examples/categories.ts
 */
import assert from 'node:assert/strict';
import { Citewell } from '@citewell/sdk';
import { assertCited } from './cited.ts';

const citewell = new Citewell({
  baseUrl: process.env.CITEWELL_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.CITEWELL_API_KEY ?? '',
});

const { categories } = await citewell.categories();
for (const { id, name } of categories) process.stdout.write(`${id.padEnd(28)}${name.en} ${name.zh}\n`);
const endocrinology = categories.find(({ id }) => id === 'endocrinology');
assert.ok(endocrinology);

const reply = await citewell.ask({
  question: 'Does metformin lower body weight in adults with type 2 diabetes?',
  category_id: endocrinology.id,
});
assertCited(reply);
process.stdout.write(`\n${reply.answer}\n`);
for (const [index, { title, year }] of reply.references.entries())
  process.stdout.write(`[${index + 1}] ${title} ${year}\n`);
