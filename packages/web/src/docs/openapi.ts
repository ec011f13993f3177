/** Parts of an OpenAPI document that the reference shows. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  contentSchema?: Schema;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  additionalProperties?: Schema | boolean;
};

type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
};

export type Media = { schema?: Schema; examples?: Record<string, { value: unknown }> };

export type OperationDoc = {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
  security?: object[];
};

export type OpenApi = {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, OperationDoc>>;
  components: { schemas: Record<string, Schema> };
};

export function resolveSchema(document: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name !== undefined && document.components.schemas[name]) || schema;
}

/** Removes null from a schema: an optional field may be null wherever it may be absent. */
export function withoutNull(schema: Schema): Schema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  if (others?.length === 1 && others[0]) return { ...schema, ...others[0], anyOf: undefined };
  if (!Array.isArray(schema.type)) return schema;
  return { ...schema, type: schema.type.filter((type) => type !== 'null') };
}

/** Returns the events of a stream, each as its own schema; empty if the schema is not that of a stream. */
export function eventsIn(document: OpenApi, schema: Schema): Schema[] {
  const inner = (schema.anyOf ?? schema.oneOf ?? []).map((each) => resolveSchema(document, each));
  return inner.flatMap((each) => (each.properties ? [each] : eventsIn(document, each)));
}

/** Formats "string", "array of Reference", "string or null", "answer | discussion". */
export function typeText(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const inner = schema.anyOf ?? schema.oneOf;
  if (inner) return inner.map(typeText).join(' | ');
  if (schema.items) return `array of ${typeText(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' | ');
}
