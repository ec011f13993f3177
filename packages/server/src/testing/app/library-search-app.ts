import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { LocalSearchResponse } from '@citewell/sdk';
import { z } from 'zod';
import { localSearchResponse } from '../../features/library-search/local-search-schema.ts';
import { memoryLibrary } from '../library/memory-library.ts';
import { buildTestApp, type TestAppOptions } from './build-test-app.ts';
import { assertErrorResponse } from './error-response.ts';

export const path = '/ai/api/local_advanced_search';

const trial = anArticle('101', {
  title: 'Metformin in adults with type 2 diabetes: a trial.',
  vernacularTitle: '二甲双胍治疗 2 型糖尿病的试验',
  abstract: [{ label: 'METHODS', text: 'We looked.' }, { text: 'It worked.' }],
  authors: ['Doe J', 'Li W'],
  journal: 'Journal of Tests',
  year: '2021',
  publicationTypes: ['Journal Article', 'Randomized Controlled Trial'],
  mesh: ['Metformin', 'Humans'],
  keywords: ['二甲双胍'],
  doi: '10.1000/XYZ',
});
const retracted = anArticle('102', { title: 'Metformin, retracted.', year: '2019', retracted: true });
export const many = Array.from({ length: 60 }, (_, index) =>
  anArticle(String(1_000 + index), { title: `Paper number ${index} on a subject of its own.`, year: '2015' }),
);

/** App over these records; `search` posts a body with a valid key. */
export async function open(
  t: TestContext,
  { articles = [trial, retracted, ...many], ...options }: TestAppOptions & { articles?: typeof many } = {},
) {
  const library = memoryLibrary(articles);
  const test = await buildTestApp(t, { ...options, services: { library, ...options.services } });
  const post = (body: unknown, headers?: Record<string, string>) => test.postTo(path, body, headers);
  return {
    ...test,
    library,
    post,
    async found(body: unknown): Promise<LocalSearchResponse> {
      const { status, body: text } = await post(body);
      assert.equal(status, 200, text);
      return z.strictObject(localSearchResponse.shape).parse(JSON.parse(text));
    },
    /** Error message, after asserting that nothing was searched or counted. */
    async refused(body: unknown, language = 'en'): Promise<string> {
      const before = library.queries.length;
      const sentence = assertErrorResponse(
        await post(body, { 'accept-language': language }),
        400,
        'invalid_request',
      );
      assert.equal(library.queries.length, before);
      assert.deepEqual(test.settled, []);
      return sentence;
    },
  };
}

export const term = (field: string, value: unknown) => ({ terms: [{ field, value }] });
