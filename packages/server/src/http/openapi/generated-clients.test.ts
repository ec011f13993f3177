import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { hasWords } from '../../features/citation-checks/sentence.ts';
import { buildAdminTest } from '../../testing/app/build-admin-app.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { hasContent, normalizeText } from '../body/normalize-text.ts';

type Json = Record<string, unknown>;

const isHidden = /[\p{Default_Ignorable_Code_Point}\u2800]/u;
const isPictograph = /\p{Extended_Pictographic}/u;
type Operation = {
  tags: string[];
  parameters?: { schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content: Record<string, { schema: Json }> }>;
};
type Document = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};

async function readDocument(t: TestContext): Promise<Document> {
  const { app } = await buildTestApp(t);
  return (await app.inject({ url: '/openapi.json' })).json();
}

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  );

/** Every schema below a component, with its path. */
function* schemasIn(value: unknown, place: string): Generator<{ place: string; schema: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { place, schema: value as Json };
  for (const [name, inner] of Object.entries(value)) yield* schemasIn(inner, `${place}/${name}`);
}

/** The data of streams whose events are distinguished by their data. */
const dataOfUnnamed: Record<string, string> = {
  ChatCompletionEventStream: 'ChatCompletionChunk',
  ResponseEventStream: 'ResponseStreamEvent',
};

/** Client generators turn each schema into a class, named after the schema if it has a name. */
describe('/openapi.json for generated clients', () => {
  it('names every object schema, and every union that occurs twice or may be null', async (t) => {
    const { components } = await readDocument(t);
    const places = new Map<string, string[]>();
    for (const [id, component] of Object.entries(components.schemas))
      for (const { place, schema } of schemasIn(component, id)) {
        if (place === id) continue;
        assert.ok(schema.type !== 'object' || !schema.properties, place);
        if (!Array.isArray(schema.enum)) continue;
        assert.doesNotMatch(place, /\/(?:anyOf|oneOf)\/\d+$/, place);
        const key = JSON.stringify(schema.enum);
        places.set(key, [...(places.get(key) ?? []), place]);
      }
    for (const [values, found] of places) assert.equal(found.length, 1, `${values}: ${found}`);
  });

  it('refers to named schemas in every request and reply', async (t) => {
    const document = await readDocument(t);
    for (const { path, operation } of operationsOf(document)) {
      const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((message) =>
        Object.entries(message?.content ?? {}),
      );
      assert.ok(contents.length > 0);
      for (const [type, { schema }] of contents)
        if (type === 'application/json' || type === 'text/event-stream')
          assert.match(String(schema.$ref), /^#\/components\/schemas\/\w+$/, `${path} ${type}`);
        else {
          const isBytes = type.endsWith('.wordprocessingml.document');
          const file = { type: 'string', ...(isBytes && { format: 'binary' }) };
          const list = { type: 'array', items: { $ref: '#/components/schemas/CslItem' } };
          assert.deepEqual(schema, type.endsWith('+json') ? list : file, `${path} ${type}`);
        }
    }
  });

  it('describes streams as events with a named schema for their JSON data', async (t) => {
    const document = await readDocument(t);
    const { schemas } = document.components;
    const at = (reference: unknown) => schemas[String(reference).split('/').at(-1) ?? ''] ?? {};
    const streams = operationsOf(document).flatMap(({ operation }) => {
      const content = operation.responses['200']?.content['text/event-stream'];
      return content ? [content.schema.$ref] : [];
    });
    assert.equal(streams.length, 7);
    for (const stream of new Set(streams)) {
      const [item, whole] = (at(stream).anyOf ?? []) as Json[];
      assert.equal(whole?.type, 'string');
      const { oneOf = [], discriminator } = at(item?.$ref) as {
        oneOf?: { $ref: string }[];
        discriminator?: { propertyName: string; mapping: Record<string, string> };
      };
      const unnamed = dataOfUnnamed[String(stream).split('/').at(-1) ?? ''];
      if (unnamed) {
        const { data } = at(item?.$ref).properties as Record<string, Json>;
        const [json, error, end] = (data?.anyOf ?? [data]) as Json[];
        assert.deepEqual(json?.contentSchema, { $ref: `#/components/schemas/${unnamed}` });
        if (unnamed === 'ChatCompletionChunk') {
          assert.deepEqual(error?.contentSchema, { $ref: '#/components/schemas/OpenAiError' });
          assert.equal(end?.const, '[DONE]');
        }
        continue;
      }
      assert.equal(discriminator?.propertyName, 'event');
      for (const { $ref } of oneOf) {
        const { properties, required } = at($ref) as { properties: Record<string, Json>; required: string[] };
        assert.deepEqual(required, ['event', 'data']);
        assert.equal(discriminator.mapping[String(properties.event?.const)], $ref);
        assert.equal(properties.data?.type, 'string');
        assert.equal(properties.data?.contentMediaType, 'application/json');
        const data = properties.data?.contentSchema as Json | undefined;
        assert.ok(Object.keys(at(data?.$ref)).length > 0, $ref);
      }
    }
  });

  it('has only string and number constants, and no type that is only null', async (t) => {
    const { components } = await readDocument(t);
    for (const [id, component] of Object.entries(components.schemas))
      for (const { place, schema } of schemasIn(component, id)) {
        if ('const' in schema) assert.match(typeof schema.const, /^(?:string|number)$/, place);
        if (schema.type === 'null') assert.match(place, /\/anyOf\/\d+$/);
      }
  });

  it('allows null only in the optional fields of requests', async (t) => {
    const document = await readDocument(t);
    const { AskRequest, AskResponse } = document.components.schemas as Record<
      string,
      { properties: Record<string, Json> } | undefined
    >;
    assert.deepEqual(AskRequest?.properties.max_refs?.type, ['integer', 'null']);
    assert.deepEqual(AskRequest?.properties.category_id?.anyOf, [
      { $ref: '#/components/schemas/CategoryId' },
      { type: 'null' },
    ]);
    assert.equal(AskRequest?.properties.question?.type, 'string');
    assert.deepEqual(AskResponse?.properties.trust?.type, 'array');
  });

  it('describes the characters allowed in a text, a sentence and a search term as the service accepts them', async (t) => {
    const { components } = await readDocument(t);
    const patternOf = (id: string, field: string) => {
      const { properties } = components.schemas[id] as { properties: Record<string, Json> };
      return new RegExp(String(properties[field]?.pattern), 'u');
    };
    const question = patternOf('AskRequest', 'question');
    const sentence = patternOf('CitationCheckRequest', 'sentence');
    const wrong: string[] = [];
    // The rules treat all characters beyond the BMP alike, so every 97th of these is tested.
    for (let code = 0; code <= 0x10ffff; code += code < 0xffff ? 1 : 97) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCodePoint(code);
      const cleaned = normalizeText(character);
      const [says, states] = [question.test(character), sentence.test(character)];
      const isRight =
        says === hasContent(cleaned) &&
        (states === hasWords(cleaned) || isPictograph.test(character)) &&
        // None of our own rules excludes a character that Unicode classifies as a letter, number or symbol.
        (says || isHidden.test(character) || !/[\p{L}\p{N}\p{S}]/u.test(character)) &&
        (states || isHidden.test(character) || !/\p{L}/u.test(character));
      if (!isRight) wrong.push(`U+${code.toString(16)}`);
    }
    assert.deepEqual(wrong, []);
    assert.doesNotMatch('0.05 ≥ 5 % (1,2) [3] ↑ ½', sentence);
    assert.ok(!hasWords('👍 → 50'));
  });

  it("tags every operation, also in the administration's document", async (t) => {
    const admin = await buildAdminTest(t);
    const auditor = await admin.signIn('auditor');
    for (const document of [await readDocument(t), await auditor.get<Document>('/admin/api/openapi.json')]) {
      const used = operationsOf(document).map(({ path, operation }) => {
        assert.equal(operation.tags.length, 1, path);
        return operation.tags[0];
      });
      assert.deepEqual([...new Set(used)].sort(), document.tags.map(({ name }) => name).sort());
      for (const { description } of document.tags) assert.ok(description);
    }
  });
});
