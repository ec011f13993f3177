import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { AskResponse } from '@citewell/sdk';
import { type DialectName, dialects } from '@citewell/simulators/llm/dialects/dialects.ts';
import { readConfig } from '../../platform/config.ts';
import { buildModelApp } from '../../testing/app/build-model-app.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';

/** Exercises answers over the protocol of each model server, with a model that reasons before it writes. */
const question = 'Does zelparin prevent stroke in atrial fibrillation?';
const secret = 'PRIVATE-THOUGHT';
const reasoning = `Okay, ${secret}: zelparin prevents stroke. `.repeat(5);
const isVendor = (name: DialectName) => name === 'openai' || name === 'anthropic';

for (const name of Object.keys(dialects) as DialectName[])
  it(`an answer by ${dialects[name].name} is cited, free of reasoning and charged as the provider counts`, async (t) => {
    const settings = isVendor(name) ? { CITEWELL_LLM_PROVIDER: name } : undefined;
    const { llm, post, lastCall } = await buildModelApp(t, settings);
    llm.speak(name);
    llm.think({ reasoning });
    const reply = await post('ask', { question });
    assert.equal(reply.statusCode, 200);
    const { answer, references } = reply.json<AskResponse>();
    assert.match(answer, /The evidence found bears on this question\. .*\[1\]/);
    assert.ok(references.length > 0);
    assert.doesNotMatch(reply.body, new RegExp(secret));
    const { record, steps } = await lastCall();
    const used = steps.filter(({ total_tokens }) => total_tokens > 0);
    assert.deepEqual(
      used.map(({ kind, state, estimated }) => [kind, state, estimated]),
      [
        ['plan', 'finished', false],
        ['write', 'finished', false],
      ],
    );
    assert.equal(record.charged, record.total_tokens);
    // A rejected request that tests a feature costs nothing.
    assert.ok(steps.length >= used.length);
  });

it('the operator’s page has a row for each of these servers', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/operator/models.md'), 'utf8');
  const rows = Array.from(page.matchAll(/^\| (.+?) \|.*\|.*\|.*\|/gm), ([, server]) => server);
  for (const { name } of Object.values(dialects)) assert.ok(rows.includes(name), name);
});

it('the operator’s examples are valid settings', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/operator/models.md'), 'utf8');
  const examples = Array.from(page.matchAll(/^```sh\n(CITEWELL_[\s\S]*?)```/gm), ([, block = '']) =>
    Object.fromEntries(Array.from(block.matchAll(/^(\w+)=(\S+)/gm), ([, name, value]) => [name, value])),
  );
  const read = examples.map((example) => readConfig({ ...example, CITEWELL_LLM_API_KEY: 'sk' }).llm);
  assert.deepEqual(
    read.map((llm) => [llm?.provider, llm?.baseUrl, llm?.contextTokens]),
    [
      ['openai-compatible', 'http://127.0.0.1:11434/v1', 32_000],
      ['anthropic', 'https://api.anthropic.com/v1', 32_000],
    ],
  );
  assert.equal(read[0]?.models.planner, read[0]?.models.writer);
  assert.equal(new Set(Object.values(read[1]?.models ?? {}).filter(Boolean)).size, 3);
});

describe('a server without a parser for reasoning', () => {
  for (const reasoningAs of ['tags', 'end-tag'] as const)
    it(`sends none of it to callers (${reasoningAs}), streamed or not`, async (t) => {
      const { llm, post } = await buildModelApp(t);
      llm.speak('ollama');
      llm.think({ reasoning, reasoningAs });
      for (const path of ['ask', 'ask_stream']) {
        const reply = await post(path, { question });
        assert.match(reply.body, /The evidence found bears on this question\./);
        assert.doesNotMatch(reply.body, new RegExp(`${secret}|</?think>`));
      }
    });

  it('quotes first if only the end tag appears and no plan has revealed it, and then answers', async (t) => {
    const { llm, post } = await buildModelApp(t, { CITEWELL_LLM_PLANNER_MODEL: 'another' });
    llm.speak('llama.cpp');
    llm.setFault('server-error', { role: 'plan' });
    llm.think({ reasoning, reasoningAs: 'end-tag' });
    const first = parseEvents((await post('ask_stream', { question })).body);
    const texts = first.map(({ event, data }) => (event === 'answer_chunk' ? data.text : '')).join('');
    assert.match(texts, /\[1\]/);
    assert.doesNotMatch(JSON.stringify(first), new RegExp(`${secret}|</?think>`));
    assert.deepEqual(
      first.filter(({ event }) => event === 'done' || event === 'references').map(({ event }) => event),
      ['references', 'done'],
    );
    const second = await post('ask_stream', { question });
    assert.match(second.body, /The evidence found bears on this question\./);
    assert.doesNotMatch(second.body, new RegExp(`${secret}|</?think>`));
  });
});
