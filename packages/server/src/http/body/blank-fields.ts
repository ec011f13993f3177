import { z } from 'zod';

/**
 * Removes optional fields that are `null`, or an empty string where text is expected, because both mean that the field is absent.
 * If a schema accepts `null` as a value, as for a quota without a limit, the field stays.
 */
export function withoutBlanks(schema: z.core.$ZodType, body: unknown): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(body)) {
    const items = body.map((item) => withoutBlanks(schema.element, item));
    return items.some((item, at) => item !== body[at]) ? items : body;
  }
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return body;
  let changed: Record<string, unknown> | undefined;
  for (const [name, field] of Object.entries(schema.shape)) {
    if (!Object.hasOwn(body, name)) continue;
    const given = (body as Record<string, unknown>)[name];
    const inner = bare(field);
    const isNothing = given === null && !z.safeParse(inner, null).success;
    const isBlank = isNothing || (given === '' && isText(inner));
    if (isBlank && inner !== field) {
      changed ??= { ...body };
      delete changed[name];
    } else if (typeof given === 'object' && given !== null) {
      const read = withoutBlanks(inner, given);
      if (read === given) continue;
      changed ??= { ...body };
      changed[name] = read;
    }
  }
  return changed ?? body;
}

/** Returns the schema inside `optional`; a required schema unchanged. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional
    ? bare(schema.unwrap())
    : schema;
}

/** Returns true for strings and enums, and for values parsed from a string, such as a number in a query. */
function isText(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodPipe) return isText(schema.in);
  return schema instanceof z.ZodString || schema instanceof z.ZodEnum;
}
