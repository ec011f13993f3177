import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { type AnswerEvent, includable } from '@citewell/sdk';
import type { z } from 'zod';
import { answer } from '../features/answers/answer.ts';
import { askRequest } from '../features/answers/ask-schema.ts';
import { askStreamRequest } from '../features/answers/ask-stream-schema.ts';
import { avatarChatRequest } from '../features/chat/avatar-chat-schema.ts';
import { factcheckRequest } from '../features/citation-checks/factcheck-schema.ts';
import { localSearchRequest } from '../features/library-search/local-search-schema.ts';
import { polishRequest } from '../features/polishing/polish-schema.ts';
import { reviewRequest } from '../features/reviews/expert-schema.ts';
import { answerEvent } from '../http/schemas/answer-events.ts';
import { reference } from '../http/schemas/reference.ts';
import { buildTestApp } from '../testing/app/build-test-app.ts';
import { contractRows } from '../testing/app/contract-rows.ts';
import { scriptedRetriever } from '../testing/app/scripted.ts';
import { parseEvents } from '../testing/process/sse-reader.ts';

describe('the rows of the contract', () => {
  it('are distinct and cover every field and event', () => {
    const ids = contractRows.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      ids.filter((id) => id !== id.toLowerCase()),
      [],
      'tags of tests are in lower case',
    );
    const fieldsOf = (prefix: string, { shape }: z.ZodObject, without: z.ZodObject | undefined) =>
      Object.keys(shape)
        .filter((field) => !(without && field in without.shape))
        .map((field) => `${prefix}.request.${field}`);
    const fields = [
      ...fieldsOf('ask', askRequest, undefined),
      ...fieldsOf('ask_stream', askStreamRequest, askRequest),
      ...fieldsOf('expert', reviewRequest, undefined),
      ...fieldsOf('factcheck', factcheckRequest, undefined),
      ...fieldsOf('polish', polishRequest, undefined),
      ...fieldsOf('search', localSearchRequest, undefined),
      ...fieldsOf('avatar_chat', avatarChatRequest, undefined),
      ...Object.keys(reference.shape).map((field) => `reference.${field}`),
      ...answerEvent.options.map(({ shape }) => `event.${shape.event.value}`),
    ];
    assert.deepEqual(
      fields.filter((id) => !ids.includes(id)),
      [],
    );
  });
});

/** The real pipeline over one record, through HTTP. */
async function ask(t: Parameters<typeof buildTestApp>[0], body: object) {
  const article = anArticle('9900000001', {
    title: 'Metformin in type 2 diabetes: a randomized trial.',
    authors: ['Doe J', 'Li W'],
    abstract: [{ text: 'Metformin lowered HbA1c by 1.1% in adults with type 2 diabetes.' }],
  });
  const { app, key } = await buildTestApp(t, {
    answer,
    services: {
      literature: { remote: [], library: scriptedRetriever('library', [article]) },
    },
  });
  const reply = await app.inject({
    ...{ method: 'POST', url: '/ai/api/ask_stream', headers: { 'x-api-key': key } },
    payload: { question: 'Does metformin lower HbA1c in type 2 diabetes?', ...body },
  });
  return parseEvents(reply.body) as unknown as AnswerEvent[];
}

describe('replies to a caller', () => {
  it('have references with exactly the five strings of the contract', {
    tags: ['reference.pmid', 'reference.title', 'reference.authors', 'reference.journal', 'reference.year'],
  }, async (t) => {
    const refs = (await ask(t, {})).flatMap(({ event, data }) => (event === 'references' ? data.refs : []));
    assert.equal(refs.length, 1);
    for (const each of refs) {
      assert.deepEqual(Object.keys(each), ['pmid', 'title', 'authors', 'journal', 'year']);
      for (const value of Object.values(each)) assert.equal(typeof value, 'string');
    }
  });

  it('have no version in a path or a header', { tags: ['version.none'] }, async (t) => {
    const { app, key } = await buildTestApp(t);
    const { paths } = (await app.inject({ url: '/openapi.json' })).json<{ paths: object }>();
    const ours = Object.keys(paths).filter((path) => path.startsWith('/ai/'));
    for (const path of ours) assert.match(path, /^\/ai\/api\/[a-z_]+(?:\/[a-z_]+)?$/);
    assert.ok(ours.length >= 9);
    for (const url of ['/ai/api/my_usage', '/ai/api/v1/my_usage', '/ai/api/categories']) {
      const { headers } = await app.inject({ url, headers: { 'x-api-key': key } });
      assert.deepEqual(
        Object.keys(headers).filter((name) => /version/i.test(name)),
        [],
      );
    }
  });

  it('stream every event of the contract, valid and in a meaningful order, and no other', {
    tags: ['event.tool_call', 'event.tool_result', 'event.answer_chunk', 'event.references'],
  }, async (t) => {
    const events = await ask(t, {});
    for (const each of events) answerEvent.parse(each);
    const order = events.map(({ event }) => event);
    const contract = ['thinking', 'tool_call', 'tool_result', 'answer_chunk', 'references', 'done'];
    assert.deepEqual([...new Set(order)].sort(), [...contract].sort());
    const first = contract.map((event) => order.indexOf(event as AnswerEvent['event']));
    assert.deepEqual(
      first,
      first.toSorted((one, other) => one - other),
    );
  });

  it('include additions to the contract only on request', {
    tags: [
      'ask.request.exclude_pmids',
      'event.trust',
      'event.run',
      'event.verification',
      'event.bibliography',
    ],
  }, async (t) => {
    const plain = new Set((await ask(t, {})).map(({ event }) => event as string));
    for (const name of includable) {
      assert.ok(!plain.has(name));
      const events = await ask(t, { include: [name] });
      for (const each of events) answerEvent.parse(each);
      assert.equal(events.filter(({ event }) => event === name).length, 1, name);
    }
    const without = await ask(t, { exclude_pmids: ['9900000001'] });
    assert.deepEqual(
      without.flatMap(({ event, data }) => (event === 'references' ? data.refs : [])),
      [],
    );
  });
});
