/** Keywords permitted in strict schemas, as far as needed here. */
const keywords = ['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'description'];

/** Returns what a strict server rejects in a schema; undefined if it accepts it. */
export function strictProblem(schema: unknown): string | undefined {
  const part = Object(schema) as Record<string, unknown>;
  const unknown = Object.keys(part).find((name) => !keywords.includes(name));
  if (unknown) return `'${unknown}' is not permitted.`;
  if (part.type === 'array') return strictProblem(part.items);
  if (part.type !== 'object') return undefined;
  const names = Object.keys(Object(part.properties));
  if (part.additionalProperties !== false)
    return "'additionalProperties' is required to be supplied and to be false.";
  if (!Array.isArray(part.required) || names.some((name) => !(part.required as unknown[]).includes(name)))
    return "'required' is required to be supplied and to be an array including every key in properties.";
  return Object.values(Object(part.properties)).map(strictProblem).find(Boolean);
}
