import type { XmlReason } from './xml-error.ts';
import { createNameTable, matchesAt, type NameTable, type XmlName } from './xml-names.ts';
import { resolveReferences } from './xml-references.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

type OpenTag = {
  name: XmlName;
  /** Attributes of the tag; not always parsed where nobody needs them. */
  attributes: XmlAttributes;
  isEmpty: boolean;
  /** Length in bytes, including "<" and ">". */
  length: number;
};

/** Maximum number of attributes of a tag: Word's root elements have about 40, including namespaces. */
const attributesMax = 256;

const noAttributes: XmlAttributes = Object.freeze({});
const [slash, equals, greater, less, ampersand, doubleQuote, singleQuote] = [47, 61, 62, 60, 38, 34, 39];

/** Bytes that end a name: white space, "/", ">" and, in attributes, "=". */
const endsName = new Uint8Array(256);
for (const byte of [9, 10, 13, 32, slash, greater, equals]) endsName[byte] = 1;

/**
 * Reads the tag that begins at `start` with its "<". Returns undefined if it is incomplete, and a string that names the
 * error if it is invalid.
 */
export type TagReader = (
  bytes: Buffer,
  start: number,
  wantsAttributes: boolean,
) => OpenTag | XmlReason | undefined;

type KnownTag = { bytes: Uint8Array; tag: OpenTag; hasAttributes: boolean };

const slots = 4096;
/** Longer ones hardly recur. */
const knownMax = 80;

/**
 * Reads the tags of a document. Many of them recur millions of times per file, so a tag with the same bytes as an earlier
 * one is not parsed again.
 */
export function createTagReader(): TagReader {
  const names = createNameTable();
  const known = new Array<KnownTag | undefined>(slots).fill(undefined);
  return (bytes, start, wantsAttributes) => {
    const last = Math.min(start + knownMax, bytes.length) - 1;
    let hash = 0;
    let at = start + 1;
    for (; at < last && bytes[at] !== greater; at++) hash = Math.imul(hash, 33) ^ (bytes[at] ?? 0);
    const length = at + 1 - start;
    const slot = (hash ^ (hash >>> 12)) & (slots - 1);
    const seen = known[slot];
    if (
      seen?.bytes.length === length &&
      (seen.hasAttributes || !wantsAttributes) &&
      matchesAt(seen.bytes, bytes, start)
    )
      return seen.tag;
    const tag = readOpenTag(bytes, start, names, wantsAttributes);
    // The first ">" may be inside a value: then it is not the end of the tag.
    if (typeof tag === 'object' && tag.length === length)
      known[slot] = {
        bytes: Uint8Array.from(bytes.subarray(start, at + 1)),
        tag,
        hasAttributes: wantsAttributes,
      };
    return tag;
  };
}

function readOpenTag(
  bytes: Buffer,
  start: number,
  names: NameTable,
  wantsAttributes: boolean,
): ReturnType<TagReader> {
  const at = nameEndOf(bytes, start + 1);
  if (at >= bytes.length) return undefined;
  const name = names(bytes, start + 1, at);
  if (!name) return 'name';
  if (bytes[at] === greater)
    return { name, attributes: noAttributes, isEmpty: false, length: at + 1 - start };
  return readAttributes(bytes, start, at, name, names, wantsAttributes);
}

function readAttributes(
  bytes: Buffer,
  start: number,
  from: number,
  name: XmlName,
  names: NameTable,
  wanted: boolean,
): ReturnType<TagReader> {
  let attributes: Record<string, string> | undefined;
  for (let at = from, count = 0; ; count++) {
    const nameAt = skipSpace(bytes, at);
    if (bytes[nameAt] === greater || bytes[nameAt] === slash) {
      const isEmpty = bytes[nameAt] === slash;
      const end = isEmpty ? nameAt + 1 : nameAt;
      if (end === bytes.length) return undefined;
      if (bytes[end] !== greater) return 'tag';
      return {
        name,
        attributes: wanted && attributes ? attributes : noAttributes,
        isEmpty,
        length: end + 1 - start,
      };
    }
    const nameEnd = nameEndOf(bytes, nameAt);
    const sign = skipSpace(bytes, nameEnd);
    const valueAt = skipSpace(bytes, sign + 1);
    if (valueAt >= bytes.length) return undefined;
    const quote = bytes[valueAt];
    if (bytes[sign] !== equals || (quote !== doubleQuote && quote !== singleQuote)) return 'tag';
    let valueEnd = valueAt + 1;
    let isPlain = true;
    for (; valueEnd < bytes.length && bytes[valueEnd] !== quote; valueEnd++) {
      const byte = bytes[valueEnd] ?? 0;
      if (byte === less) return 'attribute';
      if (byte < 32 || byte === ampersand) isPlain = false;
    }
    if (valueEnd === bytes.length) return undefined;
    const attribute = names(bytes, nameAt, nameEnd)?.text;
    const value =
      wanted || !isPlain ? attributeValue(bytes.toString('utf8', valueAt + 1, valueEnd), isPlain) : '';
    if (attribute === undefined || value === undefined || nameAt === at) return 'attribute';
    attributes ??= {};
    if (Object.hasOwn(attributes, attribute)) return 'attribute_twice';
    if (count === attributesMax) return 'attributes_many';
    attributes[attribute] = value;
    at = valueEnd + 1;
  }
}

function nameEndOf(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && endsName[bytes[at] ?? 0] === 0) at++;
  return at;
}

/** White space becomes a space, as XML 1.0, section 3.3.3, requires for every attribute without a declaration. */
function attributeValue(raw: string, isPlain: boolean): string | undefined {
  if (isPlain) return raw;
  if (/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(raw)) return undefined;
  return resolveReferences(raw.replace(/\r\n|[\t\n\r]/g, ' '));
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && isSpace(bytes[at])) at++;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 10 || byte === 9 || byte === 13;
}
