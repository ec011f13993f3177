import { hash } from 'node:crypto';
import { type Article, abstractText } from '@citewell/core/records/article.ts';

/** Characters of a record that are embedded: models read at most about 500 words and ignore the rest. */
const textMax = 4_000;

/** Returns the text of a record for an embedding model: title and abstract. */
export function embeddedText(article: Article): string {
  // A cut between the halves of a surrogate pair would be invalid text.
  return `${article.title}\n${abstractText(article)}`
    .trim()
    .slice(0, textMax)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** Hashes a text, to detect whether its vector is out of date. */
export function textHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 12);
}
