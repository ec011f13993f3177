/**
 * A chat with each persona of the service: a greeting, a question with cited facts, and a follow-up.
 *
 *   CITEWELL_API_KEY=cw_… npx node examples/avatar-chat.ts
 */
import assert from 'node:assert/strict';
import { Citewell, type HistoryItem } from '@citewell/sdk';
import { assertCited } from './cited.ts';

const citewell = new Citewell({
  baseUrl: process.env.CITEWELL_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.CITEWELL_API_KEY ?? '',
});

const { personas } = await citewell.personas();
assert.equal(personas.filter((persona) => persona.default).length, 1);
for (const { id, name } of personas) {
  const history: HistoryItem[] = [];
  process.stdout.write(`\n# ${name.en} ${name.zh}\n`);
  for (const message of ['Hello!', 'Does metformin reduce body weight in type 2 diabetes?', 'Thank you.']) {
    const { reply, references } = await citewell.avatarChat({ message, persona: id, history });
    process.stdout.write(`> ${message}\n${reply}\n`);
    history.push({ q: message, a: reply });
    if (message.endsWith('?')) assertCited({ answer: reply, references });
    else assert.deepEqual(references, []);
  }
}

// The same as a stream.
const stream = citewell.avatarChatStream({ message: '二甲双胍对体重有什么影响？', lang: 'zh' });
for await (const { event, data } of stream) if (event === 'answer_chunk') process.stdout.write(data.text);
process.stdout.write('\n');
assertCited(await stream.final());

// Whoever may be in danger gets the fixed reply, at no cost.
const { reply } = await citewell.avatarChat({ message: "My father can't breathe" });
assert.match(reply, /Call your emergency number now/);
