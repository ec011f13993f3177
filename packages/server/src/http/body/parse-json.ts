import { isUtf8 } from 'node:buffer';
import { invalidRequest } from '@citewell/core/errors.ts';

/** Limits of a body; valid requests are at most 3 levels deep and have at most a few thousand elements. */
const depthMax = 32;
const elementsMax = 20_000;

/**
 * Parses a body that is a JSON object. Throws 400 invalid_request for anything else: bytes that are not UTF-8, missing or
 * invalid JSON, a type other than an object, prototype keys, and excessive nesting or numbers of elements.
 */
export function parseJsonObject(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0)
    throw invalidRequest({
      en: 'The body is empty; send a JSON object.',
      zh: '请求体为空；请发送一个 JSON 对象。',
    });
  // Decoding alone would convert GBK to U+FFFD, and an unintended question would be answered and billed.
  if (!isUtf8(bytes))
    throw invalidRequest({ en: 'The body is not valid UTF-8.', zh: '请求体不是有效的 UTF-8 编码。' });
  rejectJsonBombs(bytes);
  const value = parse(bytes);
  if (!isPlainObject(value))
    throw invalidRequest({
      en: `The body must be a JSON object; got ${value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`}.`,
      zh: '请求体应为一个 JSON 对象。',
    });
  rejectProtoKeys(value);
  return value;
}

function parse(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  try {
    // Some clients begin with a byte order mark.
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    throw invalidRequest({ en: 'The body is not valid JSON.', zh: '请求体不是有效的 JSON。' });
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** Rejects JSON bombs in one pass over the bytes, before the parser allocates anything. */
function rejectJsonBombs(bytes: Uint8Array): void {
  let depth = 0;
  let elements = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (inString) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    else if (byte === comma) elements += 1;
    if (depth > depthMax)
      throw invalidRequest({
        en: `The body is nested more than ${depthMax} levels deep.`,
        zh: `请求体嵌套超过 ${depthMax} 层。`,
      });
    if (elements > elementsMax)
      throw invalidRequest({
        en: `The body contains more than ${elementsMax} elements.`,
        zh: `请求体包含的元素超过 ${elementsMax} 个。`,
      });
  }
}

/** Rejects keys that reach a prototype in careless code. Ours is not affected, but valid requests never contain them. */
function rejectProtoKeys(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) rejectProtoKeys(item);
  if (!isPlainObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (
      key === '__proto__' ||
      (key === 'constructor' && isPlainObject(inner) && Object.hasOwn(inner, 'prototype'))
    )
      throw invalidRequest({
        en: 'The body contains a prototype key ("__proto__" or "constructor.prototype").',
        zh: '请求体包含原型键（"__proto__" 或 "constructor.prototype"）。',
      });
    rejectProtoKeys(inner);
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
