import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { askRequest, askResponse } from '../../features/answers/ask-schema.ts';
import { askStreamRequest } from '../../features/answers/ask-stream-schema.ts';
import { localSearchRequest } from '../../features/library-search/local-search-schema.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { answerEvent } from '../schemas/answer-events.ts';
import { errorBody, openAiErrorBody } from '../schemas/responses.ts';

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  security: Json[];
  parameters: { name: string; in: string; schema: Json }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Json;
      content: Record<string, { schema: Json; examples?: Record<string, { value: unknown }> }>;
    }
  >;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
};

async function readDocument(t: Parameters<typeof buildTestApp>[0]): Promise<Document> {
  const { app } = await buildTestApp(t);
  const reply = await app.inject({ url: '/openapi.json' });
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8');
  return reply.json();
}

/** Every object anywhere in a document. */
function* objectsIn(value: unknown): Generator<Json> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item);
  else if (typeof value === 'object' && value !== null) {
    yield value as Json;
    for (const inner of Object.values(value)) yield* objectsIn(inner);
  }
}

describe('GET /openapi.json', () => {
  it('is valid OpenAPI 3.1', async (t) => {
    const document = await readDocument(t);
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.ok(document.info.title && document.info.version);
    assert.ok(document.servers[0]?.url);
    assert.deepEqual(document.components.securitySchemes, {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
  });

  it('describes every existing route exactly once', { tags: ['rule.1'] }, async (t) => {
    const { app } = await buildTestApp(t);
    const { paths } = (await app.inject({ url: '/openapi.json' })).json<Document>();
    for (const [path, operations] of Object.entries(paths))
      for (const method of Object.keys(operations))
        assert.ok(
          app.hasRoute({ url: path.replace(/\{(\w+)\}/g, ':$1'), method: method.toUpperCase() as 'GET' }),
          `${method} ${path}`,
        );
    for (const name of [
      ...['ask', 'ask_stream', 'expert', 'expert_stream', 'factcheck_verify', 'polish'],
      ...['local_advanced_search', 'avatar_chat', 'my_usage'],
    ])
      assert.ok(paths[`/ai/api/${name}`], name);
    assert.deepEqual(Object.keys(paths).sort(), [
      '/ai/api/ask',
      '/ai/api/ask_stream',
      '/ai/api/avatar_chat',
      '/ai/api/categories',
      '/ai/api/expert',
      '/ai/api/expert_stream',
      '/ai/api/factcheck_batch',
      '/ai/api/factcheck_verify',
      '/ai/api/local_advanced_search',
      '/ai/api/my_usage',
      '/ai/api/my_usage/steps',
      '/ai/api/personas',
      '/ai/api/polish',
      '/apply',
      '/apply/claim',
      '/apply/confirm',
      '/apply/status',
      '/apply/withdraw',
      '/livez',
      '/readyz',
      '/v1/chat/completions',
      '/v1/models',
      '/v1/models/{model}',
      '/v1/responses',
    ]);
    const ids = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    assert.equal(new Set(ids).size, ids.length);
  });

  it('has no broken reference', async (t) => {
    const document = await readDocument(t);
    const references = [...objectsIn(document)].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    assert.ok(references.length > 5);
    for (const reference of references) {
      const found = reference
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((inner, key) => (inner as Json | undefined)?.[key], document);
      assert.ok(found, reference);
    }
  });

  it('gives every operation its error responses, with examples of the right shape', async (t) => {
    const { paths } = await readDocument(t);
    for (const [path, operations] of Object.entries(paths))
      for (const { responses, summary } of Object.values(operations)) {
        const [name, schema] = path.startsWith('/v1/')
          ? ['OpenAiError', openAiErrorBody]
          : ['Error', errorBody];
        assert.ok(summary);
        assert.ok(responses.default, 'a default response');
        for (const [status, { description, content }] of Object.entries(responses)) {
          assert.ok(description);
          assert.match(status, /^(?:default|[1-5]\d\d)$/);
          if (status.startsWith('2')) continue;
          const json = content['application/json'];
          assert.deepEqual(json?.schema, { $ref: `#/components/schemas/${name}` });
          for (const { value } of Object.values(json?.examples ?? {}))
            z.strictObject(schema.shape).parse(value);
        }
      }
    const ask = paths['/ai/api/ask']?.post;
    assert.deepEqual(Object.keys(ask?.responses ?? {}).sort(), [
      '200',
      '400',
      '401',
      '403',
      '408',
      '409',
      '413',
      '429',
      '500',
      '502',
      '503',
      'default',
    ]);
    assert.deepEqual(Object.keys(ask?.responses.default?.content['application/json']?.examples ?? {}), [
      'not_found',
      'method_not_allowed',
      'expectation_failed',
      'headers_too_large',
      'not_implemented',
    ]);
    assert.match(ask?.responses.default?.description ?? '', /405 method_not_allowed.*431 headers_too_large/);
    const headersOf = (status: string, operation = ask) =>
      Object.keys(operation?.responses[status]?.headers ?? {}).sort();
    const quota = ['RateLimit', 'RateLimit-Policy'];
    const replay = ['Idempotency-Replayed', 'X-Original-Request-Id'];
    assert.deepEqual(headersOf('200'), [...replay, ...quota, 'X-Request-Id', 'X-Tokens-Charged'].sort());
    assert.deepEqual(
      headersOf('200', paths['/ai/api/expert']?.post),
      [...replay, ...quota, 'X-Incomplete', 'X-Request-Id', 'X-Tokens-Charged'].sort(),
    );
    assert.deepEqual(headersOf('429'), [...quota, 'Retry-After', 'X-Request-Id']);
    assert.deepEqual(headersOf('401'), ['X-Request-Id']);
    assert.deepEqual(
      headersOf('200', paths['/ai/api/ask_stream']?.post),
      [...replay, ...quota, 'X-Request-Id', 'X-Tokens-Charged'].sort(),
    );
    assert.deepEqual(headersOf('200', paths['/ai/api/polish']?.post), [
      ...quota,
      'X-Request-Id',
      'X-Tokens-Charged',
    ]);
    assert.deepEqual(headersOf('200', paths['/ai/api/my_usage']?.get), ['X-Request-Id']);
    assert.deepEqual(ask?.security, [{ apiKey: [] }, { bearer: [] }]);
    assert.deepEqual(paths['/livez']?.get?.security, []);
  });

  it('states the enforced limits of requests in keywords that JSON Schema knows', async (t) => {
    const { components, paths } = await readDocument(t);
    const request = components.schemas.AskRequest as { properties: Record<string, Json>; required: string[] };
    assert.deepEqual(request.required, ['question']);
    assert.equal(request.properties.question?.maxLength, 4_000);
    assert.equal(request.properties.max_refs?.minimum, 1);
    assert.equal(request.properties.max_refs?.maximum, 30);
    assert.equal(request.properties.max_refs?.default, 10);
    assert.match(String(request.properties.date_from?.description), /^A year of four digits/);
    assert.equal(request.properties.file_content?.maxLength, 2 * 1024 * 1024);
    assert.match(String(request.properties.file_content?.description), /at most 2 MB/);
    assert.match(String(components.schemas.CategoryId?.description), /id of a category\. .*lists them all/);
    assert.deepEqual(Object.keys(request.properties), Object.keys(askRequest.shape));
    assert.deepEqual(components.schemas.Includable?.enum, ['trust', 'run', 'verification', 'bibliography']);
    const streamed = components.schemas.AskStreamRequest as { properties: Record<string, Json> };
    assert.deepEqual(components.schemas.AnswerMode?.enum, ['answer', 'discussion']);
    assert.match(String(streamed.properties.history?.description), /at most 64 KB in total/);
    const round = components.schemas.HistoryItem?.properties as Record<string, Json> | undefined;
    for (const side of ['q', 'a']) assert.equal(round?.[side]?.maxLength, 64 * 1024);
    assert.equal(streamed.properties.images?.maxItems, 4);
    for (const schema of objectsIn(components.schemas)) {
      assert.ok(!('allowed' in schema), 'our own annotations stay inside');
      assert.ok(schema.additionalProperties !== false, 'unknown fields are ignored, ours as well as yours');
    }
    const stream = paths['/ai/api/ask_stream']?.post;
    assert.deepEqual(stream?.responses['200']?.content, {
      'text/event-stream': { schema: { $ref: '#/components/schemas/AnswerEventStream' } },
    });
    const { AnswerEvent, ThinkingEvent, ThinkingEventData } = components.schemas;
    assert.deepEqual((AnswerEvent?.oneOf as Json[] | undefined)?.[0], {
      $ref: '#/components/schemas/ThinkingEvent',
    });
    const { event: name, data } = (ThinkingEvent?.properties ?? {}) as Record<string, Json>;
    assert.equal(name?.const, 'thinking');
    assert.equal(data?.type, 'string', 'the wire has a line of text');
    assert.deepEqual(data.contentSchema, { $ref: '#/components/schemas/ThinkingEventData' });
    assert.deepEqual(ThinkingEventData?.required, ['message']);
    assert.deepEqual(stream?.requestBody?.content['application/json']?.schema, {
      $ref: '#/components/schemas/AskStreamRequest',
    });
  });

  it('describes query parameters by their meaning, and both formats of the reply', async (t) => {
    const { paths } = await readDocument(t);
    const usage = paths['/ai/api/my_usage']?.get;
    assert.deepEqual(
      usage?.security,
      [{ apiKey: [] }, { bearer: [] }],
      'a key is needed, whatever its modules',
    );
    assert.deepEqual(
      usage.parameters.map((parameter) => `${parameter.in} ${parameter.name}`),
      ['from', 'to', 'group_by', 'endpoint', 'outcome', 'limit', 'cursor', 'format'].map(
        (name) => `query ${name}`,
      ),
    );
    const schemaOf = (name: string) => usage.parameters.find((parameter) => parameter.name === name)?.schema;
    assert.deepEqual(schemaOf('limit'), {
      type: 'integer',
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'A whole number from 1 to 200.',
    });
    assert.deepEqual(schemaOf('group_by')?.enum, ['day', 'endpoint', 'model']);
    assert.equal(schemaOf('from')?.format, 'date');
    assert.deepEqual(usage.responses['200']?.content, {
      'application/json': { schema: { $ref: '#/components/schemas/UsageResponse' } },
      'text/csv': { schema: { type: 'string' } },
    });
  });

  it('lists the ids that the operator defined, and marks required parameters', async (t) => {
    const { components, paths } = await readDocument(t);
    const property = (schema: string, field: string) =>
      (components.schemas[schema]?.properties as Record<string, Json> | undefined)?.[field];
    assert.ok((components.schemas.CategoryId?.enum as string[] | undefined)?.includes('cardiology'));
    assert.ok((components.schemas.PersonaId?.enum as string[] | undefined)?.includes('librarian'));
    const [requestId] = paths['/ai/api/my_usage/steps']?.get?.parameters ?? [];
    assert.deepEqual(
      { ...requestId, schema: undefined },
      {
        ...{ name: 'request_id', in: 'query', required: true, schema: undefined },
      },
    );
    assert.equal(property('ApplyRequest', 'purpose')?.minLength, 10);
  });

  it('describes the page that shares a path with an operation', async (t) => {
    const { app } = await buildTestApp(t);
    const { paths } = (await app.inject({ url: '/openapi.json' })).json<Document>();
    for (const [path, operations] of Object.entries(paths)) {
      const { headers } = await app.inject({ method: 'OPTIONS', url: path });
      const allowed = String(headers.allow)
        .toLowerCase()
        .split(', ')
        .filter((each) => each !== 'head');
      assert.deepEqual(Object.keys(operations).sort(), allowed.sort(), path);
    }
  });

  it('shows examples that the service accepts', async (t) => {
    const { components } = await readDocument(t);
    for (const [name, schema] of [
      ['AskRequest', askRequest],
      ['AskStreamRequest', askStreamRequest],
      ['LocalSearchRequest', localSearchRequest],
    ] as const) {
      const { properties } = components.schemas[name] as {
        properties: Record<string, { examples?: unknown[] }>;
      };
      for (const [field, { examples = [] }] of Object.entries(properties))
        for (const example of examples)
          assert.ok(schema.safeParse({ question: 'x', [field]: example }).success, `${field}: ${example}`);
    }
  });

  it('matches real replies', async (t) => {
    const { app, key } = await buildTestApp(t);
    const post = (url: string) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        payload: '{"question":"x"}',
      });
    z.strictObject(askResponse.shape).parse((await post('/ai/api/ask')).json());
    for (const [, event, data] of (await post('/ai/api/ask_stream')).body.matchAll(
      /event: (.*)\ndata: (.*)\n\n/g,
    ))
      answerEvent.parse({ event, data: JSON.parse(data ?? '') });
  });
});
