/** JSON Schema with the few keywords that every server with structured output supports. */
type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Object that a reply must be, as its prompt describes it. It only helps a model to keep to the form: each reply is
 * validated when it is read, whatever the server claims to enforce.
 */
export type ReplySchema = {
  /** Letters, digits and underscores. */
  name: string;
  schema: JsonSchema;
  /** Indicates an object whose properties are all known in advance: strict servers reject any other. */
  strict: boolean;
};

/** Ways to request a JSON object: by its schema, as JSON of any shape, or by the prompt alone. */
export const structuredOutputs = ['schema', 'json', 'text'] as const;
export type StructuredOutput = (typeof structuredOutputs)[number];

export const text: JsonSchema = { type: 'string' };
export const flag: JsonSchema = { type: 'boolean' };
export const oneOf = (names: readonly (string | number)[]): JsonSchema => ({
  type: typeof names[0] === 'number' ? 'integer' : 'string',
  enum: names,
});
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** Creates the schema of an object with these properties and no others, in this order. */
export const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Creates the schema of a reply whose properties are known in advance. */
export const strictReply = (name: string, properties: Record<string, JsonSchema>): ReplySchema => ({
  name,
  schema: object(properties),
  strict: true,
});
