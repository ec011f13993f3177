import { indexTerms } from '@citewell/core/text/words.ts';
import { z } from 'zod';
import { loadJsonCatalog } from '../../platform/load-json-catalog.ts';

/** Options of a rule with its messages in both languages. */
function rule(en: string, zh: string) {
  return { error: en, params: { zh } };
}

const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .meta({ allowed: { en: 'a name of 1 to 80 characters', zh: '1 到 80 个字符的名称' } });

/** `allowed`: list of values for HTTP errors. */
export const categorySchema = z.strictObject({
  /** Value of `category_id`. */
  id: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{1,40}$/, 'must be 2 to 41 of a-z, 0-9, _ and -, a letter first')
    .meta({
      allowed: {
        en: '2 to 41 characters (a-z, 0-9, _ and -), starting with a letter',
        zh: '2 到 41 个字符，可用 a-z、0-9、_ 和 -，以字母开头',
      },
    }),
  name: z
    .strictObject({ en: name, zh: name })
    .meta({ allowed: { en: 'an object with "en" and "zh"', zh: '含 "en" 和 "zh" 的对象' } }),
  /** Filter in PubMed's own syntax, combined with every query by AND. */
  pubmed: z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .refine(
      isPaired,
      rule(
        'must be a search of PubMed whose brackets and quotation marks come in pairs',
        '须为括号和引号成对的 PubMed 检索式',
      ),
    )
    .refine(
      hasKnownTags,
      rule(
        'must use field tags that PubMed has, such as [MeSH Terms] or [tiab]',
        '字段标签须为 PubMed 所有，如 [MeSH Terms] 或 [tiab]',
      ),
    )
    .refine(
      isWhole,
      rule(
        'must not begin or end with AND, OR or NOT, nor hold empty brackets or quotation marks',
        '首尾不得为 AND、OR 或 NOT，也不得含空的括号或引号',
      ),
    )
    .meta({
      allowed: {
        en: 'a PubMed search of 1 to 4,000 characters with balanced, non-empty brackets and quotation marks, valid PubMed field tags such as [tiab], and no AND, OR or NOT at either end',
        zh: '1 到 4,000 个字符的 PubMed 检索式：括号和引号须成对且不为空，字段标签须为 PubMed 所有（如 [tiab]），首尾不得为 AND、OR 或 NOT',
      },
    }),
  /**
   * Words for the library: a record belongs to the category if one of them is in its MeSH, keywords, title or journal.
   */
  terms: z
    .array(z.string().trim().min(1).max(100).refine(isWord, rule('must be a word or phrase', '须为词语')))
    .min(1)
    .max(200)
    .meta({
      allowed: {
        en: '1 to 200 words or phrases of up to 100 characters each',
        zh: '1 到 200 个词语，每个不超过 100 个字符',
      },
    }),
});

/** Medical specialty to which a question can be restricted. */
export type Category = z.output<typeof categorySchema>;

/** Categories shipped with the service. */
export const shippedCategories = new URL('./categories.json', import.meta.url);

/**
 * Loads the categories of a file, by default those shipped.
 *
 * @throws CatalogError if the file is invalid.
 */
export function loadCategories(file: URL | string = shippedCategories): ReadonlyMap<string, Category> {
  return loadJsonCatalog(file, categorySchema);
}

/** Rejects unbalanced brackets, which would end the filter and search the whole of PubMed. */
function isPaired(filter: string): boolean {
  let depth = 0;
  const outsideOfQuotes = filter.replace(/"[^"]*"/g, '');
  for (const character of outsideOfQuotes) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0 || character === '"') return false;
  }
  return depth === 0;
}

/** PubMed's field tags for a filter of subjects, in lower case; PubMed searches for unknown ones as words. */
const tags = new Set(
  `mesh|mesh terms|mh|mesh:noexp|mesh terms:noexp|mh:noexp|mesh major topic|majr|majr:noexp|mesh subheading|sh|subheading|tiab|title/abstract|ti|title|tw|text word|
  ab|abstract|ot|other term|ta|journal|pt|publication type|sb|subset|filter|all|all fields|nm|supplementary concept|la|lang|language|ps|pa|pharmacological action|jour|dp|ad|affiliation`
    .split(/[|\n]/)
    .map((name) => name.trim())
    .filter(Boolean),
);

function hasKnownTags(filter: string): boolean {
  return Array.from(filter.matchAll(/\[([^[\]]*)\]/g), ([, tag = '']) => tag.trim().toLowerCase()).every(
    (tag) =>
      // [tiab:~3] means words near each other.
      tags.has(tag.replace(/:~\d+$/, '')),
  );
}

function isWhole(filter: string): boolean {
  const operators = /(?:^|\()\s*(?:AND|OR|NOT)\b|\b(?:AND|OR|NOT)\s*(?:$|\))|\b(?:AND|OR)\s+(?:AND|OR)\b/;
  return !operators.test(filter) && !/\(\s*\)|""|"\s+"(?=\[|$)/.test(filter);
}

function isWord(term: string): boolean {
  return indexTerms(term).length > 0;
}
