import type { Article, Pmid, SourceName } from '@citewell/core/records/article.ts';
import type { TermStatistics } from '@citewell/core/records/term-statistics.ts';
import type { ExecutedQuery, RelaxationStep, Spelling } from '../literature/sources/retriever.ts';
import type { AnswerDependencies } from '../pipeline/context.ts';

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
  /** Indicates that only the library corrected them, and no remote source was searched. */
  isSpelledByLibrary?: true;
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

/** Returns remote sources that could not be searched. The answer names them, because nothing follows from their lack of results. */
export function failedSources(
  { unavailable }: Pick<RetrievalResult, 'unavailable'>,
  { remote }: AnswerDependencies['literature'],
): SourceName[] {
  return remote.map(({ source }) => source).filter((source) => unavailable.includes(source));
}

/** Adds the results of a further search. */
export function mergeResults(found: RetrievalResult, more: RetrievalResult): void {
  found.rankings.push(...more.rankings);
  found.rankedBy.push(...more.rankedBy);
  found.searched.push(...more.searched);
  found.shortfalls.push(...more.shortfalls);
  found.busy.push(...more.busy);
  found.notAsked = found.notAsked.filter((source) => more.notAsked.includes(source));
  const documentFrequencies = [found, more].flatMap(({ statistics }) => [
    ...(statistics?.documentFrequencies ?? []),
  ]);
  const statistics = more.statistics ?? found.statistics;
  if (statistics) found.statistics = { ...statistics, documentFrequencies: new Map(documentFrequencies) };
  found.unavailable = [...new Set([...found.unavailable, ...more.unavailable])];
  // The first search may have included only the library.
  if (found.searched.some(({ source }) => source !== 'library')) excludeDemonstration(found);
}

/** Removes demonstration records, which are used only if no source answers. */
function excludeDemonstration(found: RetrievalResult): void {
  const isReal = ({ demonstration }: Article) => !demonstration;
  if (found.rankings.every((ranking) => ranking.every(isReal))) return;
  const left = found.rankings.flat().filter((article) => !isReal(article)).length;
  found.rankings = found.rankings.map((ranking) => ranking.filter(isReal));
  found.searched = found.searched.map((search) =>
    search.source === 'library' ? { ...search, total: Math.max(0, search.total - left) } : search,
  );
}

/** Removes papers that the caller has excluded. */
export function excludeArticles(found: RetrievalResult, pmids: ReadonlySet<string> | undefined): void {
  if (!pmids?.size) return;
  found.rankings = found.rankings.map((ranking) => ranking.filter(({ pmid }) => !pmids.has(pmid)));
}

/** Returns true if no remote source could be searched; an empty library then says nothing about the literature. */
export function allSourcesFailed(
  found: RetrievalResult,
  { remote, library }: AnswerDependencies['literature'],
): boolean {
  const sources = remote.length > 0 ? remote : library ? [library] : [];
  return sources.every(({ source }) => found.unavailable.includes(source));
}
