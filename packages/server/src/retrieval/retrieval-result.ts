import type { Article, Pmid, SourceName } from '@citewell/core/records/article.ts';
import type { TermStatistics } from '@citewell/core/records/term-statistics.ts';
import type { ExecutedQuery, RelaxationStep, Spelling } from '../literature/sources/retriever.ts';

/** Records and metadata collected for one question. */
export type RetrievalResult = {
  /** One ranked list a source that answered. */
  rankings: Article[][];
  /** Sources of the lists, in their order. */
  rankedBy: SourceName[];
  searched: Searched[];
  unavailable: SourceName[];
  /** Sources that were not asked because our queue for them was too long, and another one was. */
  busy: SourceName[];
  /** Sources that had nothing to ask for: no word of the question could be put into their language. */
  notAsked: SourceName[];
  /** Shortfalls of sources that responded. */
  shortfalls: Shortfall[];
  /** Frequencies of the question's terms by the library's count; undefined if it was not asked. */
  statistics?: TermStatistics;
  /** Spelling corrections of the sources, if any were asked. */
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

/** Records that a source announced, or was asked for, but did not return. */
export type Shortfall = {
  source: SourceName;
  /** Records it named without giving them. */
  pmids: Pmid[];
  /** Records it counted without naming them. */
  withheld: number;
  /** Searches it did not run, in its syntax. */
  failed: string[];
};
