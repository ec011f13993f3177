import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** Maximum number of names in the header, and the maximum length of each. */
const namesMax = 10;
const nameLengthMax = 40;

/** Lists fields that are not in the schema: "foo", "history[0].bar". At most ten. */
export function unknownFields(schema: z.core.$ZodType, body: unknown, path = ''): string[] {
  const found: string[] = [];
  const visit = (inner: z.core.$ZodType, value: unknown, at: string): void => {
    if (found.length >= namesMax || typeof value !== 'object' || value === null) return;
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodExactOptional)
      visit(inner.unwrap(), value, at);
    else if (inner instanceof z.ZodArray && Array.isArray(value))
      for (const [index, item] of value.entries()) visit(inner.element, item, `${at}[${index}]`);
    else if (inner instanceof z.ZodObject)
      for (const [name, field] of Object.entries(value)) {
        const known = Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined;
        const place = at ? `${at}.${name}` : name;
        if (known) visit(known, field, place);
        else if (found.length < namesMax) found.push(place);
      }
  };
  visit(schema, body, path);
  return found;
}

/** Lists the ignored fields of a body in the header `X-Unknown-Fields`, percent-encoded. */
export function reportUnknownFields(names: readonly string[], reply: FastifyReply): void {
  if (names.length > 0) reply.header('X-Unknown-Fields', names.map(escapeName).join(', '));
}

function escapeName(name: string): string {
  const short = name.slice(0, nameLengthMax).toWellFormed();
  return encodeURIComponent(short).replace(/%5B/g, '[').replace(/%5D/g, ']');
}
