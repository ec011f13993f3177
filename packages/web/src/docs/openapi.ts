/** The parts of an OpenAPI document that the reference shows. */
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
  anyOf?: Schema[];
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

/** "string", "array of Reference", "string or null", "answer | discussion" */
export function typeText(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const inner = schema.anyOf ?? schema.oneOf;
  if (inner) return inner.map(typeText).join(' | ');
  if (schema.items) return `array of ${typeText(schema.items)}`;
  return [schema.type ?? 'any'].flat().join(' | ');
}
