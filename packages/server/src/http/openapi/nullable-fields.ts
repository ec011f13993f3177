type Json = Record<string, unknown>;

const referenced = /"#\/components\/schemas\/(\w+)"/g;

/**
 * Allows null in every optional field of a request, and an empty string in text fields: the service treats both as absent,
 * because typed clients and forms send them.
 * @param requests ids of the schemas of requests, which include the schemas they refer to.
 */
export function allowNulls(schemas: Record<string, Json>, requests: readonly string[]): void {
  for (const id of reachable(schemas, requests)) {
    const { properties = {}, required = [] } = schemas[id] as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    for (const [name, schema] of Object.entries(properties))
      if (!required.includes(name)) properties[name] = orNull(schema);
  }
}

function reachable(schemas: Record<string, Json>, ids: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const [, inner = ''] of JSON.stringify(schemas[id]).matchAll(referenced)) visit(inner);
  };
  for (const id of ids) visit(id);
  return found;
}

function orNull(schema: Json): Json {
  const { description, default: fallback, examples, ...value } = schema;
  const meta = {
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
    ...(examples !== undefined && { examples }),
  };
  if (typeof value.type === 'string' && !('const' in value) && !('enum' in value))
    return { ...value, ...orEmpty(value), type: [value.type, 'null'], ...meta };
  // A field that accepts anything accepts null, and so does an enum that includes it.
  if (!('$ref' in value || 'type' in value || 'enum' in value)) return schema;
  return { anyOf: [value, { type: 'null' }], ...meta };
}

function orEmpty({ type, pattern, minLength }: Json): Json {
  if (type !== 'string') return {};
  return {
    ...(minLength !== undefined && { minLength: 0 }),
    ...(pattern !== undefined && { pattern: `^$|${pattern}` }),
  };
}
