import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { indexTerms } from '@citewell/core/text/words.ts';

/** Minimum share of common terms at which two titles, and two abstracts, count as versions of one. */
const alikeMin = 0.8;

/**
 * Detects records that repeat an earlier one: a preprint and its paper, a review and its update, or a duplicate
 * record. Both count as one finding.
 */
export class NearDuplicates {
  readonly #taken: { title: ReadonlySet<string>; abstract: ReadonlySet<string> }[] = [];

  /** Accepts the record; returns false if it repeats an earlier one. */
  take(article: Pick<Article, 'title' | 'abstract'>): boolean {
    const own = {
      title: new Set(indexTerms(article.title)),
      abstract: new Set(indexTerms(abstractText(article))),
    };
    if (this.#taken.some((other) => alike(own.title, other.title) && alike(own.abstract, other.abstract)))
      return false;
    this.#taken.push(own);
    return true;
  }
}

function alike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = one.intersection(other).size;
  return common >= alikeMin * (one.size + other.size - common);
}
