import { z } from 'zod';
import { readOperatorList } from '../operator-list.ts';

const filterMessage = 'must be a search of PubMed whose brackets and quotation marks come in pairs';

const categorySchema = z.strictObject({
  /** What `category_id` names. */
  id: z.string().regex(/^[a-z][a-z0-9_-]{1,40}$/, 'must be 2 to 41 of a-z, 0-9, _ and -, a letter first'),
  name: z.strictObject({ en: z.string().trim().min(1).max(80), zh: z.string().trim().min(1).max(80) }),
  /** In PubMed's own syntax, ANDed to every query. */
  pubmed: z.string().trim().min(1).max(4_000).refine(isPaired, filterMessage),
  /** For the library: a record belongs where one of these words is in its MeSH, keywords, title or journal. */
  terms: z.array(z.string().trim().min(1).max(100)).min(1).max(200),
});

/** A medical specialty a question can be restricted to. */
export type Category = z.output<typeof categorySchema>;

const shipped = new URL('./categories.json', import.meta.url);

/** The categories of a file, the shipped ones by default. Throws ListError where the file cannot be used. */
export function loadCategories(file: URL | string = shipped): ReadonlyMap<string, Category> {
  return readOperatorList(file, categorySchema);
}

/** A bracket too many would end the filter and begin another search, of the whole of PubMed. */
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
