import type { Article, Pmid, SourceName } from '@citewell/core/records/article.ts';
import type { TermStatistics } from '@citewell/core/records/term-statistics.ts';
import type { ExecutedQuery, RelaxationStep, Spelling } from '../literature/sources/retriever.ts';

/** Records and metadata collected for one question. */
export type RetrievalResult = {
  /** One ranked list per source that answered. */
  rankings: Article[][];
  /** Sources of the lists, in the same order. */
  rankedBy: SourceName[];
  searched: Searched[];
  unavailable: SourceName[];
  /** Sources that were not searched because our queue for them was too long; another one was searched instead. */
  busy: SourceName[];
  /** Sources that were not searched because no word of the question could be translated into their language. */
  notAsked: SourceName[];
  /** Shortfalls of sources that responded. */
  shortfalls: Shortfall[];
  /** Frequencies of the question's terms in the library; undefined if it was not searched. */
  statistics?: TermStatistics;
  /** Spelling corrections of the sources, if any were requested. */
  spelling?: Spelling;
};

/** A query that was run. */
export type Searched = ExecutedQuery & {
  source: SourceName;
  /** Relaxation step to which it belongs; absent for a first search. */
  step?: RelaxationStep;
  /** Epoch milliseconds of the reply. */
  at: number;
};

/** Records that a source announced, or was asked for, but did not return. */
export type Shortfall = {
  source: SourceName;
  /** Records it named but did not return. */
  pmids: Pmid[];
  /** Number of records it counted but did not name. */
  withheld: number;
  /** Searches it did not run, in its syntax. */
  failed: string[];
};
