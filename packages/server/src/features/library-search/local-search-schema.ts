import type { LocalizedMessage } from '@citewell/core/errors.ts';
import {
  type LocalSearchArticle,
  type LocalSearchRequest,
  type LocalSearchResponse,
  type SearchTerm,
  searchFields,
} from '@citewell/sdk';
import { z } from 'zod';
import type { Objection } from '../../http/body/validate.ts';
import { boundedText, year } from '../../http/schemas/fields.ts';
import { bibliographicRecord, reference } from '../../http/schemas/reference.ts';

const termsMax = 20;
const valueMax = 500;
const limitMax = 100;
export const limitDefault = 50;

const fieldNames = searchFields.map((name) => `"${name}"`);

const nothingVisible: Objection = {
  got: { en: 'text that contains only spaces', zh: '仅含空白的文本' },
};

/** White space and invisible characters. A symbol counts as text: `*` is searched for literally. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Ranges of these characters in a form that every OpenAPI tool can read. */
const invisible =
  '\\u0000-\\u0020\\u007F\\s\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8';

const value = boundedText(valueMax)
  .refine((text) => visible.test(text), { params: nothingVisible })
  .meta({
    allowed: {
      en: 'text of 1 to 500 characters, in Chinese or English',
      zh: '1 到 500 个字符的文本，中文或英文',
    },
    description:
      'Words that must all appear in the field; use double quotes for phrases, and * after a word for all that begin with it.',
    minLength: 1,
    maxLength: valueMax,
    pattern: `[^${invisible}]`,
    examples: ['metformin "type 2 diabetes"', '二甲双胍'],
  });

const term = z
  .object({
    field: z.enum(searchFields).meta({
      allowed: { en: `one of ${fieldNames.join(', ')}`, zh: `下列之一：${fieldNames.join('、')}` },
      examples: ['title'],
    }),
    value,
  })
  .meta({
    allowed: {
      en: 'an object with the text fields "field" and "value"',
      zh: '含 "field" 和 "value" 两个文本字段的对象',
    },
  }) satisfies z.ZodType<SearchTerm>;

const sortOrder = z.enum(['date_desc', 'relevance']).meta({
  allowed: { en: '"date_desc" or "relevance"', zh: '"date_desc" 或 "relevance"' },
  default: 'date_desc',
});

export const offsetAllowed: LocalizedMessage = {
  en: 'a whole number from 0 to 10,000 (to reach later records, narrow the years or conditions)',
  zh: '0 到 10,000 的整数（更靠后的结果请缩小年份范围或增加条件）',
};

/** POST /ai/api/local_advanced_search. Unknown fields are ignored and named in a header. */
export const localSearchRequest = z.object({
  terms: z
    .array(term)
    .max(termsMax)
    .meta({
      allowed: { en: 'an array of at most 20 conditions', zh: '最多含 20 个条件的数组' },
      maxItems: termsMax,
    })
    .exactOptional(),
  year_from: year.exactOptional(),
  year_to: year.exactOptional(),
  sort: sortOrder.exactOptional(),
  limit: z
    .int()
    .min(1)
    .max(limitMax)
    .meta({
      allowed: { en: 'a whole number from 1 to 100', zh: '1 到 100 的整数' },
      default: limitDefault,
      examples: [limitDefault],
    })
    .exactOptional(),
  offset: z
    .int()
    .min(0)
    .meta({
      allowed: offsetAllowed,
      description: 'Above 10,000 only if there are no further results.',
      default: 0,
      examples: [0],
    })
    .exactOptional(),
  include: z
    .array(z.enum(['bibliography']).meta({ allowed: { en: '"bibliography"', zh: '"bibliography"' } }))
    .max(1)
    .meta({ allowed: { en: 'an array that may contain "bibliography"', zh: '可含 "bibliography" 的数组' } })
    .exactOptional(),
}) satisfies z.ZodType<LocalSearchRequest>;

const article = reference.extend({
  abstract: z.string().meta({ description: 'Sections as "LABEL: text", separated by line breaks' }),
  keywords: z.array(z.string()).meta({ description: 'MeSH headings, followed by author keywords' }),
  publication_types: z.array(z.string()).meta({ examples: [['Journal Article', 'Review']] }),
  doi: z.string().meta({ description: 'Empty if the record has none' }),
  retracted: z.boolean(),
}) satisfies z.ZodType<LocalSearchArticle>;

export const localSearchResponse = z.object({
  total: z.int().meta({ description: 'Exact number of matching records' }),
  articles: z.array(article),
  next_offset: z
    .int()
    .nullable()
    .meta({ description: 'Null on the last page, and if the next page would start above 10,000' }),
  bibliography: z.array(bibliographicRecord).exactOptional().meta({
    description: 'With include: ["bibliography"]: the full records of the articles, in order.',
  }),
}) satisfies z.ZodType<LocalSearchResponse>;

/** Named schemas of /openapi.json. */
export const localSearchComponents = {
  LocalSearchRequest: localSearchRequest,
  SearchTerm: term,
  SortOrder: sortOrder,
  LocalSearchArticle: article,
  LocalSearchResponse: localSearchResponse,
};
