import { z } from 'zod';
import { type ErrorCode, ServiceError } from '../errors.ts';
import { productName, version } from '../version.ts';
import type { Operation } from './operation.ts';
import { askRequest } from './schemas/ask.ts';
import { askStreamRequest } from './schemas/ask-stream.ts';
import { responseComponents } from './schemas/responses.ts';

/** A route as it was registered. */
export type DescribedRoute = { method: string; path: string; operation: Operation };

type Json = Record<string, unknown>;

const componentSchemas = {
  AskRequest: askRequest,
  AskStreamRequest: askStreamRequest,
  ...responseComponents,
};

/** The OpenAPI 3.1 description of these routes, from the schemas that validate them. */
export function openApiDocument(routes: readonly DescribedRoute[], serverUrl: string): Json {
  const components = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(componentSchemas)) components.add(schema, { id });
  const reference = (schema: z.ZodType): Json => ({
    $ref: `#/components/schemas/${components.get(schema)?.id ?? 'unregistered'}`,
  });

  const paths: Record<string, Json> = {};
  for (const { method, path, operation } of routes) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation, reference) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: productName,
      version,
      summary: 'Medical questions answered with cited literature',
      description:
        'Every refusal is JSON of exactly two strings, `error` and `code`. Send `Accept-Language: zh` for Chinese messages.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: schemasOf(components),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function describeOperation(operation: Operation, reference: (schema: z.ZodType) => Json): Json {
  const { response } = operation;
  const headers = {
    'X-Request-Id': { description: 'Names this request in the logs', schema: { type: 'string' } },
  };
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    security: operation.module ? [{ apiKey: [] }, { bearer: [] }] : [],
    ...(operation.request && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(operation.request) } },
      },
    }),
    responses: {
      200: {
        description: response.description,
        headers,
        content:
          'json' in response
            ? { 'application/json': { schema: reference(response.json) } }
            : { 'text/event-stream': { schema: reference(response.events) } },
      },
      ...refusalResponses(operation.errors, reference(responseComponents.Error), headers),
    },
  };
}

/** One response a status, its codes as examples, and `default` for what can meet any request. */
function refusalResponses(codes: readonly ErrorCode[], schema: Json, headers: Json): Json {
  const byStatus = Map.groupBy(codes, (code) => new ServiceError(code).status);
  const responses: Json = {};
  for (const [status, ofStatus] of byStatus) {
    const examples = ofStatus.map((code) => [code, { value: new ServiceError(code).body('en') }] as const);
    responses[status] = {
      description: ofStatus.join(', '),
      headers,
      content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
    };
  }
  responses.default = {
    description: 'Any other refusal',
    headers,
    content: { 'application/json': { schema } },
  };
  return responses;
}

function schemasOf(components: z.core.$ZodRegistry<{ id: string }>): Record<string, Json> {
  const { schemas } = z.toJSONSchema(components, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      const { allowed } = jsonSchema as { allowed?: { en: string } };
      if (!allowed) return;
      delete jsonSchema.allowed;
      jsonSchema.description = `${allowed.en[0]?.toUpperCase()}${allowed.en.slice(1)}.`;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema as Json]),
  );
}
