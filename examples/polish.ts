/**
 * 润色一段文字，并为其中的论断添加文献。A text polished, with references for what it states.
 *
 *   CITEWELL_API_KEY=cw_… npx node examples/polish.ts
 */
import assert from 'node:assert/strict';
import { Citewell } from '@citewell/sdk';

const citewell = new Citewell({
  baseUrl: process.env.CITEWELL_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.CITEWELL_API_KEY ?? '',
});

const text = `The patients was treated with 500mg of metformin [4]. Trials have shown that metformin reduced body weight in adults with type 2 diabetes compared with placebo.

本研究共纳入１２０例患者,随访24周.`;

const stream = citewell.polish({ text, requirement: 'For a medical journal.' });
for await (const { event, data } of stream) {
  if (event === 'thinking') process.stdout.write(`… ${data.message}\n`);
  if (event === 'answer_chunk') process.stdout.write(data.text);
}
const { answer: polished, references } = await stream.final();
process.stdout.write('\n');

// Every number and every mark that was there is there still.
for (const number of ['500', '120', '24', '[4]']) assert.ok(polished.includes(number), number);
// New references go on behind the highest one there was.
const [first] = references;
if (first) {
  assert.ok(polished.includes('[5]'));
  process.stdout.write(`[5] ${first.title} ${first.journal}, ${first.year}\n`);
}
assert.doesNotMatch(polished, new RegExp(`\\[${5 + references.length}\\]`));
