import type { Article } from '@citewell/core/records/article.ts';
import { NumberedTerms } from '@citewell/core/text/numbered-terms.ts';

/** Texts of a record that are searched for terms. */
type TermSource = Pick<Article, 'title' | 'vernacularTitle' | 'mesh' | 'keywords' | 'abstract'>;

/** Index terms of a record as numbers, scanned once for all steps that look for words in it. */
export type ArticleTerms = {
  numbered: NumberedTerms;
  terms: Int32Array;
  /** Texts in order, each with the end of its terms: those of the next begin there. */
  texts: readonly { field: TermField; end: number }[];
};
export type TermField = 'title' | 'vernacularTitle' | 'subject' | 'label' | 'abstract';

/** Numbers of the terms of records, which repeat each other's words; begun anew when there are too many. */
let numbered = new NumberedTerms();
const termsMax = 50_000;

const known = new WeakMap<TermSource, ArticleTerms>();

/** Returns the terms of each of these records, all by the same numbers. */
export function termsOfArticles(articles: readonly TermSource[]): ArticleTerms[] {
  if (numbered.terms.length > termsMax) numbered = new NumberedTerms();
  return articles.map((article) => {
    const found = known.get(article);
    if (found?.numbered === numbered) return found;
    const read = readTerms(article);
    known.set(article, read);
    return read;
  });
}

function readTerms({ title, vernacularTitle, mesh, keywords, abstract }: TermSource): ArticleTerms {
  const texts: { field: TermField; end: number }[] = [];
  const scan = (field: TermField, text: string) => texts.push({ field, end: numbered.scan(text) });
  scan('title', title);
  if (vernacularTitle) scan('vernacularTitle', vernacularTitle);
  for (const subject of mesh) scan('subject', subject);
  for (const subject of keywords) scan('subject', subject);
  for (const { label, text } of abstract) {
    if (label) scan('label', label);
    scan('abstract', text);
  }
  return { numbered, terms: numbered.take(), texts };
}
