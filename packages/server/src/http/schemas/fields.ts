import type { LocalizedMessage } from '@citewell/core/errors.ts';
import { fileContentMaxBytes, fileContentMaxMegabytes, includable, reviewIncludable } from '@citewell/sdk';
import { z } from 'zod';
import { rejectedFileFormats } from '../body/file-kind.ts';
import {
  contentPattern,
  fitsCodePoints,
  hasContent,
  normalizeText,
  withoutControls,
} from '../body/normalize-text.ts';
import type { Objection } from '../body/validate.ts';

const halfCharacter: Objection = {
  got: {
    en: 'text that contains a lone surrogate such as \\ud800',
    zh: '含有半个字符（单独的代理项，如 \\ud800）的文本',
  },
};
const nothingSaid: Objection = {
  got: { en: 'text without a word in it', zh: '不含任何文字的文本' },
};

/**
 * Maximum number of code units per character before a text is cleaned, which removes control characters and composes letters
 * written as several code points. Longer texts are rejected unread, because cleaning takes time.
 */
const uncleanedPerCharacter = 8;

const tooLarge: Objection = { tooLarge: true };

/** Schema of a text by a user: cleaned, limited in code points, and with content. */
export function text(max: number, allowed: LocalizedMessage) {
  return boundedText(max)
    .refine(hasContent, { params: nothingSaid })
    .meta({ allowed, minLength: 1, maxLength: max, pattern: contentPattern });
}

/** Schema of a text that is returned to its author: line ends and the form of accents stay unchanged. */
export function manuscriptText(max: number, allowed: LocalizedMessage) {
  return wholeCharacters(max * uncleanedPerCharacter)
    .overwrite(withoutControls)
    .refine((value) => fitsCodePoints(value, max), { abort: true })
    .refine(hasContent, { params: nothingSaid })
    .meta({ allowed, minLength: 1, maxLength: max, pattern: contentPattern });
}

/** Schema of a cleaned text, limited in code points, with any content. */
export function boundedText(max: number) {
  return wholeCharacters(max * uncleanedPerCharacter)
    .overwrite(normalizeText)
    .refine((value) => fitsCodePoints(value, max), { abort: true });
}

/** Schema of a text that may be empty: 413 above `maxLength`, which its container may reduce. */
export function anyText(allowed: LocalizedMessage, maxLength: number) {
  return wholeCharacters(maxLength, tooLarge).overwrite(normalizeText).meta({ allowed, maxLength });
}

/** Schema of an unchanged text, for texts that are returned with positions in them. */
export function verbatimText(allowed: LocalizedMessage, maxLength: number) {
  return wholeCharacters(maxLength, tooLarge).meta({ allowed, maxLength });
}

/** Checks the length first, before the text is read. */
function wholeCharacters(maxCodeUnits: number, objection?: Objection) {
  return z
    .string()
    .refine((value) => value.length <= maxCodeUnits, {
      abort: true,
      ...(objection && { params: objection }),
    })
    .refine((value) => value.isWellFormed(), { params: halfCharacter, abort: true });
}

export const year = z
  .string()
  .regex(/^[12]\d{3}$/)
  .meta({
    allowed: { en: 'a year of four digits as text, such as "2020"', zh: '四位数字的年份文本，例如 "2020"' },
    examples: ['2020'],
  });

/** Maximum value of `max_refs`, and its default for answers. */
export const maxReferencesLimit = 30;
export const maxReferencesDefault = 10;

export const maxReferences = z
  .int()
  .min(1)
  .max(maxReferencesLimit)
  .meta({
    allowed: {
      en: `a whole number from 1 to ${maxReferencesLimit}`,
      zh: `1 到 ${maxReferencesLimit} 的整数`,
    },
    default: maxReferencesDefault,
    examples: [maxReferencesDefault],
  });

/**
 * Supplements to include in a reply. Unknown values are rejected; otherwise a caller would not notice that they are missing.
 * `names` are the supplements of the reply.
 */
function includeOf<const Name extends string>(names: readonly [Name, ...Name[]]) {
  const [en, zh] = [', ', '、'].map((separator) => names.map((name) => `"${name}"`).join(separator));
  return z
    .array(z.enum(names).meta({ allowed: { en: `one of ${en}`, zh: `${zh} 之一` } }))
    .max(names.length)
    .meta({ allowed: { en: `an array of ${en}`, zh: `由 ${zh} 组成的数组` }, examples: [['trust']] });
}

export const include = includeOf(includable);
export const reviewInclude = includeOf(reviewIncludable);

export const categoryId = z.string().meta({
  allowed: { en: 'the id of a category', zh: '一个学科分类的 id' },
  choices: 'categories',
  description: 'Defined by the operator; the error for an unknown id lists them all.',
  examples: ['cardiology'],
});

const excludedMax = 100;

/** Papers that must not be cited. */
export const excludedPmids = z
  .array(
    z
      .string()
      .regex(/^\d{1,10}$/)
      .meta({ allowed: { en: 'a PMID: digits as text', zh: 'PMID：数字文本' } }),
  )
  .max(excludedMax)
  .meta({
    allowed: {
      en: `an array of at most ${excludedMax} PMIDs to exclude`,
      zh: `最多 ${excludedMax} 个不予引用的 PMID 组成的数组`,
    },
    examples: [['31733182']],
  });

/** Option to read open-access full texts in addition to abstracts. */
export const fullText = z.boolean().meta({
  allowed: {
    en: 'true (default) or false: only abstracts are read',
    zh: 'true（默认）或 false：仅读取摘要',
  },
});

const bounded = z
  .string()
  .refine((value) => Buffer.byteLength(value) <= fileContentMaxBytes, { params: tooLarge, abort: true });

export const fileContent = rejectedFileFormats
  .reduce(
    (schema, { is, got }) =>
      schema.refine((value) => !is(value), { params: { got } satisfies Objection, abort: true }),
    bounded,
  )
  .refine((value) => value.isWellFormed(), { params: halfCharacter, abort: true })
  .overwrite(normalizeText)
  // An empty text means no attachment; a scan without a text layer must not count as read.
  .refine((value) => value === '' || hasContent(value), { params: nothingSaid })
  .meta({
    allowed: {
      en: `text extracted from a PDF or TXT file, at most ${fileContentMaxMegabytes} MB`,
      zh: `从 PDF 或 TXT 文件中提取的文本，最多 ${fileContentMaxMegabytes} MB`,
    },
    // In characters, each of which takes at least one byte.
    maxLength: fileContentMaxBytes,
    pattern: contentPattern,
  });

/** Named schemas of /openapi.json. */
export const fieldComponents = {
  CategoryId: categoryId,
  Includable: include.element,
  ReviewIncludable: reviewInclude.element,
};
