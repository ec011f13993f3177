import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildTestApp } from '../../testing/app/build-test-app.ts';

type Schema = {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
};
type Operation = {
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const question = 'Does metformin lower HbA1c?';
const pmid = '9900000001';
const sentence = 'Metformin lowered HbA1c.';

/** The shortest request that each route accepts; a list has one item, whose own optional fields are tried as well. */
const shortest: Record<string, Record<string, unknown>> = {
  '/ai/api/ask': { question },
  '/ai/api/ask_stream': { question },
  '/ai/api/expert': { question },
  '/ai/api/expert_stream': { question },
  '/ai/api/factcheck_verify': { sentence, pmid, abstract: 'Metformin lowered HbA1c in adults.' },
  '/ai/api/factcheck_batch': { pairs: [{ sentence, pmid, abstract: 'Metformin lowered HbA1c in adults.' }] },
  '/ai/api/polish': { text: 'Metformin lower HbA1c.' },
  '/ai/api/avatar_chat': { message: question },
  '/ai/api/local_advanced_search': { terms: [{ field: 'title', value: 'metformin' }] },
  '/ai/api/my_usage': {},
  '/apply': { name: 'Wei Li', email: 'li@example.org', purpose: 'To find literature for a course.' },
  '/v1/chat/completions': {
    model: 'citewell',
    messages: [{ role: 'user', content: 'Does metformin work?' }],
  },
  '/v1/responses': { model: 'citewell', input: 'Does metformin work?' },
};

describe('an optional field of any route', () => {
  it('is absent if it is null, and a text field also if it is empty', async (t) => {
    const { app, key } = await buildTestApp(t);
    const document = (await app.inject({ url: '/openapi.json' })).json<Document>();
    const resolve = (schema: Schema): Schema =>
      schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
    const tried: string[] = [];
    let sent = 0;
    const send = async (path: string, body: object, query = '') => {
      const isRead = path === '/ai/api/my_usage';
      const reply = await app.inject({
        ...{ method: isRead ? 'GET' : 'POST', url: path + query, headers: { 'x-api-key': key } },
        ...(isRead ? {} : { payload: body }),
        // Submissions of applications are limited by network.
        remoteAddress: `10.0.${sent++}.1`,
      });
      return { status: reply.statusCode, text: reply.body };
    };
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
    for (const { path, operation } of operations) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      const names = (operation.parameters ?? []).filter(
        ({ in: place, required }) => place === 'query' && required !== true,
      );
      const fields = schema ? optionalFields(resolve(schema), resolve) : [];
      if (fields.length === 0 && names.length === 0 && !(path in shortest)) continue;
      const body = shortest[path];
      assert.ok(body, `no request for ${path}`);
      const base = await send(path, body);
      assert.notEqual(base.status, 400, `${path}: ${base.text}`);
      const same = async (changed: object, what: string, query = '') => {
        const { status, text } = await send(path, changed, query);
        assert.equal(status, base.status, `${path} ${what}: ${text}`);
        tried.push(`${path} ${what}`);
      };
      for (const { name } of names) await same(body, `${name}=`, `?${name}=`);
      if (!schema) continue;
      for (const { name, isText } of fields) {
        if (name in body && path !== '/ai/api/factcheck_verify') continue;
        if (name === 'abstract') continue;
        await same({ ...body, [name]: null }, `${name}: null`);
        if (isText) await same({ ...body, [name]: '' }, `${name}: ""`);
      }
      for (const [name, value] of Object.entries(body)) {
        if (!Array.isArray(value)) continue;
        const items = resolve(resolve(resolve(schema).properties?.[name] ?? {}).items ?? {});
        for (const field of optionalFields(items, resolve)) {
          if (field.name in value[0]) continue;
          await same(
            { ...body, [name]: [{ ...value[0], [field.name]: null }] },
            `${name}[].${field.name}: null`,
          );
          if (field.isText)
            await same(
              { ...body, [name]: [{ ...value[0], [field.name]: '' }] },
              `${name}[].${field.name}: ""`,
            );
        }
      }
    }
    assert.deepEqual(
      Object.keys(shortest).filter((path) => !tried.some((what) => what.startsWith(`${path} `))),
      [],
    );
  });

  it('triggers the abstract look-up of a check if the abstract is null or empty', async (t) => {
    const { app, key } = await buildTestApp(t);
    const check = async (abstract: object) => {
      const reply = await app.inject({
        ...{ method: 'POST', url: '/ai/api/factcheck_verify', headers: { 'x-api-key': key } },
        payload: { sentence, pmid, ...abstract },
      });
      return [reply.statusCode, reply.json().code];
    };
    const absent = await check({});
    assert.notEqual(absent[0], 400);
    assert.deepEqual(await check({ abstract: null }), absent);
    assert.deepEqual(await check({ abstract: '' }), absent);
  });
});

/** The optional fields of an object, and whether each is a text; a union of texts counts as one, too. */
function optionalFields(
  schema: Schema,
  resolve: (schema: Schema) => Schema,
): { name: string; isText: boolean }[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !schema.required?.includes(name))
    .map(([name, field]) => {
      const { type, enum: choices } = resolve(field);
      return { name, isText: type === 'string' || typeof choices?.[0] === 'string' };
    });
}
