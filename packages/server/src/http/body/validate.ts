import { invalidRequest, type LocalizedMessage, ServiceError } from '@citewell/core/errors.ts';
import { z } from 'zod';
import { withoutBlanks } from './blank-fields.ts';

/** Schema metadata for error messages: `allowed` completes "… must be" in both languages. */
type FieldMeta = { allowed: LocalizedMessage };

/** Reason of a custom check: the value received instead, or `tooLarge` for 413. */
export type Objection = { got: LocalizedMessage } | { tooLarge: true };

/**
 * Validates a caller's request, dropping blank optional fields. Requests of operators go through `validate` instead,
 * where an empty label or reason is an error.
 * @throws 400 (or 413) naming the first invalid field, the reason, and the permitted values.
 */
export function validateCall<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  return validate(schema, withoutBlanks(schema, given));
}

/**
 * Validates a body and returns the schema's output.
 * @throws 400 (or 413) naming the first invalid field, the reason, and the permitted values.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  // Only the issues, because creating zod's error from them takes as long as finding them and it is not used.
  const result = schema['~standard'].validate(body);
  if (result instanceof Promise) {
    // A check of the schema threw, which this interface returns as a promise; here it is thrown.
    result.catch(() => {});
    return schema.parse(body);
  }
  if (!result.issues) return result.value as z.output<Schema>;
  throw issueError(schema, body, result.issues[0] as z.core.$ZodIssue);
}

/** Creates a 400 error in the standard wording. */
export function validationError(
  field: string,
  allowed: LocalizedMessage,
  got: LocalizedMessage,
): ServiceError {
  return invalidRequest(
    {
      en: `"${field}" must be ${allowed.en}; got ${got.en}.`,
      zh: `"${field}" 应为${spaced(allowed.zh)}；收到的是${spaced(got.zh)}。`,
    },
    field,
  );
}

/** Creates a 413 error for a field whose content, rather than the whole body, is too large. */
export function fieldSizeError(field: string, allowed: LocalizedMessage): ServiceError {
  return new ServiceError('payload_too_large', {
    detail: {
      en: `"${field}" is too large: it must be ${allowed.en}.`,
      zh: `"${field}" 过大：应为${spaced(allowed.zh)}。`,
    },
    field,
  });
}

function issueError(schema: z.ZodType, body: unknown, issue: z.core.$ZodIssue): ServiceError {
  const field = issue.path.reduce<string>(
    (name, key) =>
      typeof key === 'number' ? `${name}[${key}]` : name ? `${name}.${String(key)}` : String(key),
    '',
  );
  const allowed = allowedAt(schema, issue.path);
  const value = issue.path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    body,
  );
  const objection = issue.code === 'custom' ? (issue.params as Objection | undefined) : undefined;
  if (objection && 'tooLarge' in objection) return fieldSizeError(field, allowed);
  if (value === undefined)
    return invalidRequest(
      {
        en: `"${field}" is required: ${allowed.en}.`,
        zh: `缺少必填字段 "${field}"：应为${spaced(allowed.zh)}。`,
      },
      field,
    );
  return validationError(field, allowed, objection?.got ?? describe(value));
}

/** Maximum length of a value repeated in full: enough for "24" or "2020-01", but never a whole question. */
const echoMax = 24;

/** Maximum count of characters in a message; beyond it, an exact number is of no use. */
const countedMax = 100_000;

/** Describes a value in a few words. */
export function describe(value: unknown): LocalizedMessage {
  if (value === null) return { en: 'null', zh: 'null' };
  if (Array.isArray(value))
    return { en: `an array of ${value.length}`, zh: `含 ${value.length} 个元素的数组` };
  switch (typeof value) {
    case 'string': {
      if (value.length <= echoMax) return { en: JSON.stringify(value), zh: JSON.stringify(value) };
      const length = countedMax.toLocaleString('en-US');
      if (value.length > countedMax)
        return { en: `text of more than ${length} characters`, zh: `长度超过 ${length} 个字符的文本` };
      const counted = [...value].length.toLocaleString('en-US');
      return { en: `text of ${counted} characters`, zh: `长度为 ${counted} 个字符的文本` };
    }
    case 'number':
      return { en: `the number ${value}`, zh: `数字 ${value}` };
    case 'boolean':
      return { en: String(value), zh: String(value) };
    default:
      return { en: 'an object', zh: '一个对象' };
  }
}

/** Adds spaces between Chinese and adjacent Latin letters, digits and quotes. */
function spaced(chinese: string): string {
  return /^[!-~]/.test(chinese) ? ` ${chinese}` : chinese;
}

/** Returns the nearest `allowed` on the path to the field. */
function allowedAt(root: z.ZodType, path: readonly PropertyKey[]): LocalizedMessage {
  let schema: z.core.$ZodType = root;
  let found: LocalizedMessage = { en: 'a valid value', zh: '有效的值' };
  for (const key of path) {
    schema = child(bare(schema), key);
    found = allowedOf(bare(schema)) ?? found;
  }
  return found;
}

/** Returns `allowed` of a schema, also inside transformations. */
function allowedOf(schema: z.core.$ZodType): LocalizedMessage | undefined {
  const meta = z.globalRegistry.get(schema) as Partial<FieldMeta> | undefined;
  return meta?.allowed ?? (schema instanceof z.ZodPipe ? allowedOf(schema.in) : undefined);
}

function child(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType {
  if (schema instanceof z.ZodObject) return schema.shape[String(key)] ?? schema;
  if (schema instanceof z.ZodArray) return schema.element;
  return schema;
}

/** Returns the schema inside `optional` and similar wrappers. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional
    ? bare(schema.unwrap())
    : schema;
}
