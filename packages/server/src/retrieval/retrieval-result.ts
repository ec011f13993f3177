import type { Article, Pmid, SourceName } from '@citewell/core/records/article.ts';
import type { TermStatistics } from '@citewell/core/records/term-statistics.ts';
import type { ExecutedQuery, RelaxationStep, Spelling } from '../literature/sources/retriever.ts';

/** Records and metadata collected for one question. */
export type RetrievalResult = {
  /** One ranked list a source that answered. */
  rankings: Article[][];
  /** Whose list each of them is. */
  rankedBy: SourceName[];
  searched: Searched[];
  unavailable: SourceName[];
  /** Sources that were not asked because our queue for them was too long, and another one was. */
  busy: SourceName[];
  /** Sources that had nothing to ask for: no word of the question could be put into their language. */
  notAsked: SourceName[];
  /** What sources that answered did not give. */
  shortfalls: Shortfall[];
  /** How common the question's terms are, by the library's count; undefined where it was not asked. */
  statistics?: TermStatistics;
  /** How the question's words are spelled, where a source was asked. */
  spelling?: Spelling;
};

/** A query that was run. */
export type Searched = ExecutedQuery & {
  source: SourceName;
  /** The looser step it belongs to; absent for a first search. */
  step?: RelaxationStep;
  /** Epoch milliseconds of the reply. */
  at: number;
};

/** What a source that answered found, or was to search for, and did not give. */
export type Shortfall = {
  source: SourceName;
  /** Records it named without giving them. */
  pmids: Pmid[];
  /** Records it counted without naming them. */
  withheld: number;
  /** Searches it did not run, in its syntax. */
  failed: string[];
};
