import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Article } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { Reference } from '@citewell/sdk';
import type { Model } from '../../llm/model.ts';
import { parseEvents } from '../process/sse-reader.ts';
import { buildTestApp, type TestAppOptions } from './build-test-app.ts';
import { assertErrorResponse } from './error-response.ts';
import { scriptedRetriever } from './scripted.ts';

const path = '/ai/api/polish';

export const trial = anArticle('9900000001', {
  title: 'Metformin and body weight in adults with type 2 diabetes: a randomized trial.',
  abstract: [
    { text: 'Metformin reduced body weight by 1.9 kg in adults with type 2 diabetes compared with placebo.' },
  ],
});
export const other = anArticle('9900000002', {
  title: 'Statins and stroke.',
  abstract: [{ text: 'Statins lowered the risk of stroke in adults with hypertension.' }],
});
export const weightClaim =
  'Studies have shown that metformin reduced body weight in adults with type 2 diabetes compared with placebo.';
export const strokeClaim =
  'Trials have shown that statins lowered the risk of stroke in adults with hypertension.';
export const unsupported =
  'Studies have shown that metformin reduces the prevalence of glaucoma in astronauts.';

export type Options = TestAppOptions & {
  model?: Model | undefined;
  has?: readonly Article[] | Error;
};

export async function open(t: TestContext, { model, has = [], ...options }: Options = {}) {
  const library = scriptedRetriever('library', has);
  const test = await buildTestApp(t, {
    ...options,
    services: {
      model,
      literature: { remote: [], library },
      ...options.services,
    },
  });
  const post = (body: unknown, headers?: Record<string, string>) => test.postTo(path, body, headers);
  return {
    ...test,
    library,
    post,
    async polished(body: object) {
      const reply = await post(body);
      assert.equal(reply.status, 200, reply.body);
      const events = parseEvents(reply.body);
      assert.deepEqual(events.at(-1), { event: 'done', data: {} });
      const of = (name: string) => events.filter(({ event }) => event === name).map(({ data }) => data);
      return {
        events,
        names: events.map(({ event }) => event),
        text: of('answer_chunk')
          .map(({ text }) => text)
          .join(''),
        thinking: of('thinking').map(({ message }) => String(message)),
        refs: (of('references')[0]?.refs ?? []) as Reference[],
        error: of('error')[0]?.message,
      };
    },
    async refused(body: unknown, status = 400, code = 'invalid_request') {
      const before = test.settled.length;
      const sentence = assertErrorResponse(await post(body), status, code);
      assert.equal(test.settled.length, before);
      return sentence;
    },
  };
}
