import { hash } from 'node:crypto';
import { type Article, abstractText } from '@citewell/core/records/article.ts';

/** Characters of a record that are embedded: models read about 500 words at most and ignore the rest. */
const textMax = 4_000;

/** A record as an embedding model reads it: the title and the abstract. */
export function embeddedText(article: Article): string {
  // A cut between the halves of a surrogate pair would not be text.
  return `${article.title}\n${abstractText(article)}`
    .trim()
    .slice(0, textMax)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** Names a text, to tell whether its vector is still the right one. */
export function textHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12);
}
