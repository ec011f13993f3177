import { readFileSync } from 'node:fs';
import { z } from 'zod';

const categorySchema = z.strictObject({
  /** What `category_id` names. */
  id: z.string().regex(/^[a-z][a-z0-9_-]{1,40}$/),
  name: z.strictObject({ en: z.string().min(1), zh: z.string().min(1) }),
  /** In PubMed's own syntax, ANDed to every query. */
  pubmed: z.string().min(1),
  /** For the library: a record belongs where one of these words is in its MeSH, keywords, title or journal. */
  terms: z.array(z.string().min(1)).min(1),
});

/** A medical specialty a question can be restricted to. */
export type Category = z.output<typeof categorySchema>;

const shipped = new URL('./categories.json', import.meta.url);

/** The categories of a file, the shipped ones by default. Throws where the file is not in shape or an id stands twice. */
export function loadCategories(file: URL = shipped): ReadonlyMap<string, Category> {
  const list = z.array(categorySchema).parse(JSON.parse(readFileSync(file, 'utf8')));
  const byId = new Map(list.map((category) => [category.id, category]));
  if (byId.size !== list.length) throw new Error('categories: an id stands twice');
  return byId;
}
