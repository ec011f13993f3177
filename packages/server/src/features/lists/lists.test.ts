import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CategoriesResponse, PersonasResponse } from '@citewell/sdk';
import { z } from 'zod';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { assertErrorResponse } from '../../testing/app/error-response.ts';
import { categoriesResponse, personasResponse } from './lists-schema.ts';

const lists = [
  ['/ai/api/categories', categoriesResponse],
  ['/ai/api/personas', personasResponse],
] as const;

for (const [url, schema] of lists)
  describe(`GET ${url}`, () => {
    it('answers any valid key, whatever its modules, quota and balance, for free', async (t) => {
      const { app, key, createKey, settled } = await buildTestApp(t);
      const poor = await createKey({ modules: [], balance: 0, dailyQuota: 0 });
      for (const secret of [key, poor]) {
        const reply = await app.inject({ url, headers: { 'x-api-key': secret } });
        assert.equal(reply.statusCode, 200, reply.body);
        z.strictObject(schema.shape).parse(reply.json());
        assert.equal(reply.headers['x-tokens-charged'], undefined);
      }
      assert.deepEqual(settled, []);
    });

    it('requires a key and rejects other methods', async (t) => {
      const { app, key, createKey } = await buildTestApp(t);
      const disabled = await createKey({ status: 'disabled' });
      for (const [headers, code] of [
        [{}, 'missing_key'],
        [{ 'x-api-key': `${key}x` }, 'invalid_key'],
        [{ 'x-api-key': disabled }, 'key_disabled'],
      ] as const) {
        const reply = await app.inject({ url, headers: { ...headers } });
        assertErrorResponse(
          { status: reply.statusCode, headers: reply.headers, body: reply.body },
          401,
          code,
        );
      }
      const posted = await app.inject({ method: 'POST', url, headers: { 'x-api-key': key } });
      assert.equal(posted.statusCode, 405);
      assert.match(String(posted.headers.allow), /GET/);
    });
  });

describe('the lists', () => {
  it('contain every category with its names and both filters', {
    tags: ['ask.request.category_id.listed'],
  }, async (t) => {
    const { app, key, services } = await buildTestApp(t);
    const reply = await app.inject({ url: '/ai/api/categories', headers: { 'x-api-key': key } });
    const { categories } = reply.json() as CategoriesResponse;
    assert.deepEqual(
      categories,
      [...services.categories.values()].map(({ id, name, pubmed, terms }) => ({
        ...{ id, name, pubmed_filter: pubmed, library_terms: terms },
      })),
    );
  });

  it('contain every persona with its names and the default, without its instructions', {
    tags: ['personas'],
  }, async (t) => {
    const { app, key, services } = await buildTestApp(t);
    const reply = await app.inject({ url: '/ai/api/personas', headers: { 'x-api-key': key } });
    const { personas } = reply.json() as PersonasResponse;
    assert.deepEqual(
      personas.map((persona) => [persona.id, persona.default]),
      [...services.personas.keys()].map((id, at) => [id, at === 0]),
    );
    for (const { style } of services.personas.values())
      for (const text of Object.values(style)) assert.ok(!reply.body.includes(text));
  });
});
