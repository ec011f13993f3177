/** Encodes a parameter in PostgreSQL's text format; null for NULL. Objects are JSON, bytes are hexadecimal. */
export function encodeValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint8Array) return encodeBytes(value);
  if (Array.isArray(value)) return `{${value.map(encodeItem).join(',')}}`;
  return JSON.stringify(value);
}

/** Escapes an item of an array: https://www.postgresql.org/docs/18/arrays.html#ARRAYS-IO */
function encodeItem(item: unknown): string {
  if (typeof item === 'number' || typeof item === 'boolean') return String(item);
  const text = encodeValue(item);
  return text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function encodeBytes(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}

type Parse = (text: string) => unknown;

const parseBytes: Parse = (text) => Buffer.from(text.slice('\\x'.length), 'hex');
const parseBoolean: Parse = (text) => text === 't';

/** @throws RangeError if a number cannot hold it. */
const parseWhole: Parse = (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond 2^53`);
  return number;
};

/**
 * Parsers of columns, by the id of their type (PostgreSQL's pg_type.dat). All other types remain strings, including numeric, which
 * a number cannot represent.
 */
export const parsers: Readonly<Record<number, Parse>> = {
  16: parseBoolean,
  17: parseBytes,
  20: parseWhole,
  21: Number,
  23: Number,
  26: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  3802: JSON.parse,
  ...arraysOf(parseBoolean, 1000),
  ...arraysOf(parseBytes, 1001),
  ...arraysOf(Number, 1005, 1007, 1021, 1022),
  ...arraysOf((text) => text, 1009, 1015),
  ...arraysOf(parseWhole, 1016),
};

function arraysOf(parse: Parse, ...types: number[]): Record<number, Parse> {
  const parseItems: Parse = (text) => splitArray(text).map((item) => (item === null ? null : parse(item)));
  return Object.fromEntries(types.map((type) => [type, parseItems]));
}

/** Splits the text of an array with one dimension, like `{a,"b,c",NULL}`, into those of its items. */
function splitArray(text: string): (string | null)[] {
  const items: (string | null)[] = [];
  const end = text.length - 1;
  for (let at = 1; at < end; at += 1) {
    if (text[at] !== '"') {
      const comma = text.indexOf(',', at);
      const next = comma < 0 ? end : comma;
      const item = text.slice(at, next);
      items.push(item === 'NULL' ? null : item);
      at = next;
      continue;
    }
    let item = '';
    for (at += 1; at < end && text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1;
      item += text[at];
    }
    items.push(item);
    at += 1;
  }
  return items;
}
