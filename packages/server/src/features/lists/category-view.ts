import type { Category } from '../../literature/query/category.ts';

/** A category as callers and operators see it. */
export function categoryJson({ id, name, pubmed, terms }: Category) {
  return { id, name, pubmed_filter: pubmed, library_terms: terms };
}
