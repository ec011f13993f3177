import type { Article } from '@citewell/core/records/article.ts';
import type { Topic } from './topics.ts';

/**
 * Returns true if a sentence of a paper's findings, or its title, gives what is asked for. `head` says what the paper is about: its title,
 * or without one its aims.
 */
export type GivesFinding = (text: string, head: string) => boolean;

/** Kind of finding: the words in which questions ask for it, in either language, and how a sentence gives it. */
export type FindingForm = {
  asked: Pick<RegExp, 'test'>;
  /** Returns how sentences give what `part` of a question asks for; undefined if it cannot be told. */
  given(part: string, topics: readonly Topic[]): GivesFinding | undefined;
  /** Returns true if a paper of this kind cannot give it: one on mice, for a treatment. */
  excludes?(article: Article, question: string): boolean;
};
