import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { jsonOfReply } from '../json-reply.ts';
import { checkPrompt } from './check.ts';
import type { ChatMessage } from './message.ts';
import { planPrompt } from './plan.ts';
import { type ReplySchema, replySchemas } from './reply-schemas.ts';
import {
  reviewOutlinePrompt,
  reviewScopePrompt,
  reviewSectionPrompt,
  reviewStudiesPrompt,
} from './review.ts';
import { scoreRecordsPrompt } from './score-records.ts';
import { secondSearchPrompt } from './second-search.ts';

const evidence = { topic: 't', passages: [] };
const claim = { sentence: 's', title: 't', abstract: 'a' };
const alignment = { verdict: 'undetermined' as const, passages: [], differences: [] };
const section = {
  ...{ section: 'frame' as const, heading: 'h', outline: [] },
  ...evidence,
};

/** Prompt of each kind of reply in a language. */
const prompts: Record<
  Exclude<keyof typeof replySchemas, 'ready'>,
  (language: 'en' | 'zh') => ChatMessage[]
> = {
  plan: (language) => planPrompt({ question: 'q', history: [], language }, 'b'),
  secondSearch: (language) =>
    secondSearchPrompt({ question: 'q', history: [], language, titles: ['t'] }, 'b'),
  relevance: (language) => scoreRecordsPrompt({ question: 'q', language, records: [] }, 'b'),
  verification: (language) => checkPrompt({ ...claim, alignment, language }, 'b'),
  scope: (language) => reviewScopePrompt({ topic: 't', language }, 'b'),
  outline: (language) => reviewOutlinePrompt({ ...evidence, language }, 'b'),
  studies: (language) => reviewStudiesPrompt({ language, studies: [] }, 'b'),
  frame: (language) => reviewSectionPrompt({ ...section, language }, 'b'),
};

/** Returns the example in a prompt: the last object on the line that begins with one. */
function exampleOf(messages: ChatMessage[]): unknown {
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
  for (const [name, promptOf] of Object.entries(prompts))
    for (const language of ['en', 'zh'] as const)
      it(`${name}: accepts the example of its prompt (${language})`, () => {
        const { schema }: ReplySchema = replySchemas[name as keyof typeof prompts];
        const example = exampleOf(promptOf(language));
        assert.ok(example, 'there is no example');
        assert.doesNotThrow(() => z.fromJSONSchema(schema as never).parse(example));
      });

  it('use only what strict servers accept: every property required, no others, no bounds', () => {
    for (const { name, schema, strict } of Object.values<ReplySchema>(replySchemas)) {
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
