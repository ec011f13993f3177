import { type ErrorCode, ServiceError } from '@citewell/core/errors.ts';
import { z } from 'zod';
import { docxType } from '../../documents/docx.ts';
import { productName, version } from '../../platform/version.ts';
import { errorBodyAt, openAiPaths } from '../schemas/error-shape.ts';
import { cslItem } from '../schemas/reference.ts';
import { responseComponents } from '../schemas/responses.ts';
import { allowNulls } from './nullable-fields.ts';
import { eventSchemas, type Stream, type StreamEnds } from './openapi-events.ts';
import { headerParameters, responseHeaders } from './openapi-headers.ts';
import type { Operation } from './operation.ts';

/** A registered route. */
export type DescribedRoute = { method: string; path: string; operation: Operation };

type Json = Record<string, unknown>;

type ApiTag = { name: string; description: string; paths: readonly string[] };

/** One API of the service: its named schemas, and the authentication of its callers. */
export type ApiSurface = {
  summary: string;
  schemas: Record<string, z.ZodType>;
  /** The streams that it sends. */
  events?: Record<string, Stream>;
  /** Last events of streams that are not part of their event types. */
  streamEnds?: StreamEnds;
  /** Groups of operations, each with the prefixes of its paths; an operation belongs to the first that matches. */
  tags: readonly ApiTag[];
  securitySchemes: Json;
  /** Returns the security requirement of an operation. */
  security(operation: Operation): Json[];
};

/** The ids currently in the operator's lists. */
export type Choices = { categories: readonly string[]; personas: readonly string[] };

export type DocumentOptions = {
  serverUrl: string;
  surface: ApiSurface;
  choices: Choices;
  /** Paths of operations that also return a page on GET. */
  pages: readonly string[];
};

/** Describes these routes in OpenAPI 3.1, from the schemas that validate them. */
export function openApiDocument(
  routes: readonly DescribedRoute[],
  { serverUrl, surface, choices, pages }: DocumentOptions,
): Json {
  const components = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(surface.schemas)) components.add(schema, { id });
  const streams = eventSchemas(surface.events ?? {}, components, surface.streamEnds);
  const streamIds = new Map<unknown, string>(
    Object.entries(surface.events ?? {}).map(([id, stream]) => [stream, `${id}Stream`]),
  );
  const reference = (schema: z.ZodType): Json => ({
    $ref: `#/components/schemas/${components.get(schema)?.id ?? 'unregistered'}`,
  });
  const streamReference = (stream: z.ZodType): Json => ({
    $ref: `#/components/schemas/${streamIds.get(stream) ?? 'unregistered'}`,
  });

  const tagsOf = (path: string) =>
    surface.tags.filter((tag) => tag.paths.some((start) => path.startsWith(start))).slice(0, 1);

  const paths: Record<string, Json> = {};
  for (const { method, path, operation } of routes) {
    const template = path.replace(/:(\w+)/g, '{$1}');
    const description = {
      tags: tagsOf(path).map(({ name }) => name),
      ...describeOperation(path, operation, reference, streamReference),
      parameters: [
        ...pathParameters(path),
        ...queryParameters(operation.query, components),
        ...headerParameters(operation),
      ],
      security: surface.security(operation),
    };
    paths[template] = { ...paths[template], [method.toLowerCase()]: description };
  }
  for (const path of pages)
    if (paths[path])
      paths[path].get ??= { tags: tagsOf(path).map(({ name }) => name), ...pageOperation(path) };
  const schemas = schemasOf(components, choices);
  const requests = routes.flatMap(({ operation: { request } }) => (request ? [components.get(request)] : []));
  allowNulls(
    schemas,
    requests.flatMap((component) => (component ? [component.id] : [])),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: productName,
      version,
      summary: surface.summary,
      description:
        "Every error response is JSON with exactly two string fields, `error` and `code`; under `/v1/` it has the shape of OpenAI's API. Send `Accept-Language: zh` for messages in Chinese.",
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: surface.tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas, ...streams },
      securitySchemes: surface.securitySchemes,
    },
  };
}

/** Describes a path that has both a page and an operation. */
function pageOperation(path: string): Json {
  return {
    operationId: `page${path.replace(/(?<!\W)\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: 'The web page',
    security: [],
    responses: { 200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } } },
  };
}

/** Describes the path parameters, such as the one in "/keys/:id". */
function pathParameters(path: string): Json[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function errorSchemaAt(path: string): z.ZodType {
  return path.startsWith(openAiPaths) ? responseComponents.OpenAiError : responseComponents.Error;
}

function describeOperation(
  path: string,
  operation: Operation,
  reference: (schema: z.ZodType) => Json,
  streamReference: (stream: z.ZodType) => Json,
): Json {
  const { response } = operation;
  const { status = 200 } = response;
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    ...(operation.request && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(operation.request) } },
      },
    }),
    responses: {
      [status]: {
        description: response.description,
        headers: responseHeaders(operation, status),
        content:
          'json' in response
            ? {
                'application/json': { schema: reference(response.json) },
                ...(response.csv && { 'text/csv': { schema: { type: 'string' } } }),
                ...(response.html && { 'text/html': { schema: { type: 'string' } } }),
                ...formsContent(operation, reference),
                ...(response.orEvents && {
                  'text/event-stream': { schema: streamReference(response.orEvents) },
                }),
              }
            : { 'text/event-stream': { schema: streamReference(response.events) } },
      },
      ...errorResponses(path, operation, reference(errorSchemaAt(path))),
    },
  };
}

/** Describes the content of files and documents: Word files are bytes, and CSL-JSON is JSON. */
function formsContent({ forms = [] }: Operation, reference: (schema: z.ZodType) => Json): Json {
  const schemaOf = (type: string): Json =>
    type.endsWith('+json')
      ? { type: 'array', items: reference(cslItem) }
      : { type: 'string', ...(type === docxType && { format: 'binary' }) };
  return Object.fromEntries(forms.map((type) => [type, { schema: schemaOf(type) }]));
}

/** Describes query parameters by their meaning rather than as the text received. */
function queryParameters(
  query: z.ZodObject | undefined,
  components: z.core.$ZodRegistry<{ id: string }>,
): Json[] {
  if (!query) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'output', override: tellAllowed });
  const { required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    // An empty string means that the parameter is absent.
    ...(required.includes(name) ? { required: true } : { allowEmptyValue: true }),
    schema: referenceTo(query.shape[name], components) ?? schema,
  }));
}

/** Returns a reference to the component of a field, required or not. */
function referenceTo(
  field: z.core.$ZodType | undefined,
  components: z.core.$ZodRegistry<{ id: string }>,
): Json | undefined {
  const schema = field instanceof z.ZodExactOptional ? field.unwrap() : field;
  const id = schema && components.get(schema as z.ZodType)?.id;
  return id === undefined ? undefined : { $ref: `#/components/schemas/${id}` };
}

/** Errors that any request can receive, whatever its path. */
const anywhere: readonly ErrorCode[] = [
  'invalid_request',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'payload_too_large',
  'expectation_failed',
  'headers_too_large',
  'internal_error',
  'not_implemented',
  'overloaded',
];

/** Describes one response per status, with its codes as examples, and `default` for errors that any request can receive. */
function errorResponses(path: string, operation: Operation, schema: Json): Json {
  const { errors: codes } = operation;
  const statusOf = (code: ErrorCode) => new ServiceError(code).status;
  const response = (description: string, listed: readonly ErrorCode[], status = 400): Json => {
    const examples = listed.map(
      (code) => [code, { value: errorBodyAt(path, new ServiceError(code), 'en') }] as const,
    );
    return {
      description,
      headers: responseHeaders(operation, status),
      content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
    };
  };
  const responses: Json = {};
  for (const [status, listed] of Map.groupBy(codes, statusOf))
    responses[status] = response(listed.join(', '), listed, status);
  const rest = anywhere.filter((code) => !codes.includes(code));
  const named = rest.map((code) => `${statusOf(code)} ${code}`).join(', ');
  responses.default = response(
    `Any other error response. To a request to this address with another method, or to one that HTTP does not allow: ${named}`,
    rest,
  );
  return responses;
}

function schemasOf(components: z.core.$ZodRegistry<{ id: string }>, choices: Choices): Record<string, Json> {
  const { schemas } = z.toJSONSchema(components, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override(context) {
      listChoices(context.jsonSchema, choices);
      withoutTrue(context.jsonSchema);
      tellAllowed(context);
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema as Json]),
  );
}

/** Replaces the name of an operator's list by its ids. */
function listChoices(jsonSchema: object, choices: Choices): void {
  const schema = jsonSchema as { choices?: keyof Choices; enum?: readonly string[] };
  if (!schema.choices) return;
  schema.enum = choices[schema.choices];
  delete schema.choices;
}

/** Describes a field that is true or absent as a boolean: client generators interpret its constant as the text "true". */
function withoutTrue(jsonSchema: object): void {
  const schema = jsonSchema as { const?: unknown; description?: string };
  if (schema.const !== true) return;
  delete schema.const;
  schema.description ??= 'True if present';
}

/** Adds the permitted values of a field to its description, with the text of its error message. */
function tellAllowed({ jsonSchema }: { jsonSchema: object }): void {
  const schema = jsonSchema as { allowed?: { en: string }; description?: string };
  if (!schema.allowed) return;
  const { en } = schema.allowed;
  delete schema.allowed;
  const sentence = `${en[0]?.toUpperCase()}${en.slice(1)}.`;
  schema.description = schema.description ? `${sentence} ${schema.description}` : sentence;
}
