import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { verifyTask } from '../../features/citation-checks/verifier/verify-task.ts';
import { frameTask, outlineTask, scopeTask, studiesTask } from '../../features/reviews/model/review-tasks.ts';
import { jsonOfReply } from '../../llm/json-reply.ts';
import type { ReplyTask } from '../../llm/model.ts';
import type { ChatMessage } from '../../llm/prompts/message.ts';
import type { ReplySchema } from '../../llm/reply-schema.ts';
import { planTask, scoreTask, secondSearchTask } from '../../retrieval/planning/search-tasks.ts';
import { boundary } from '../../testing/app/prompt-snapshot.ts';

type Case = { json: ReplySchema; promptIn(language: 'en' | 'zh'): readonly ChatMessage[] };

/** A task whose reply is JSON, with an input for its prompt. */
function caseOf<Input>(task: ReplyTask<Input, unknown>, inputIn: (language: 'en' | 'zh') => Input): Case {
  assert.ok(task.json);
  const setting = { boundary, contextTokens: 32_000, maxTokens: 1_000, again: false };
  return { json: task.json, promptIn: (language) => task.prompt(inputIn(language), setting) };
}

const question = { question: 'q', history: [] };
const evidence = { topic: 't', passages: [] };
const claim = { sentence: 's', title: 't', abstract: 'a' };
const alignment = { verdict: 'undetermined' as const, passages: [], differences: [] };

const cases = [
  caseOf(planTask, (language) => ({ ...question, language })),
  caseOf(secondSearchTask, (language) => ({ ...question, language, titles: ['t'] })),
  caseOf(scoreTask, (language) => ({ question: 'q', language, records: [] })),
  caseOf(verifyTask, (language) => ({ ...claim, alignment, language })),
  caseOf(scopeTask, (language) => ({ topic: 't', language })),
  caseOf(outlineTask, (language) => ({ ...evidence, language })),
  caseOf(studiesTask, (language) => ({ topic: 't', language, studies: [] })),
  caseOf(frameTask, (language) => ({
    ...{ section: 'frame' as const, heading: 'h', outline: [] },
    ...{ ...evidence, language },
  })),
];

/** Returns the example in a prompt: the last object on the line that begins with one. */
function exampleOf(messages: readonly ChatMessage[]): unknown {
  const line = messages[0]?.text.split('\n').find((each) => each.startsWith('{')) ?? '';
  return jsonOfReply(line.split(/ or (?=\{)|，或 ?(?=\{)|或 ?(?=\{)/).at(-1) ?? '');
}

function everySchemaIn(schema: unknown): Record<string, unknown>[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(everySchemaIn);
  // One has a property of that name.
  return 'type' in schema && typeof schema.type === 'string'
    ? [schema as Record<string, unknown>, ...inner]
    : inner;
}

describe('the schemas of replies', () => {
  for (const { json, promptIn } of cases)
    for (const language of ['en', 'zh'] as const)
      it(`${json.name}: accepts the example of its prompt (${language})`, () => {
        const example = exampleOf(promptIn(language));
        assert.ok(example, 'there is no example');
        assert.doesNotThrow(() => z.fromJSONSchema(json.schema as never).parse(example));
      });

  it('use only what strict servers accept: every property required, no others, no bounds', () => {
    for (const { name, schema, strict } of cases.map(({ json }) => json)) {
      assert.match(name, /^\w{1,64}$/);
      for (const part of everySchemaIn(schema)) {
        for (const keyword of Object.keys(part))
          assert.ok(
            ['type', 'properties', 'required', 'additionalProperties', 'items', 'enum'].includes(keyword),
          );
        if (part.type !== 'object' || !strict) continue;
        assert.deepEqual(part.required, Object.keys(part.properties as object));
        assert.equal(part.additionalProperties, false);
      }
    }
  });
});
