import { ServiceError } from '@citewell/core/errors.ts';
import type { Article, Pmid, SourceName } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { unlessTooLong } from '../../language-work/task-timeout.ts';
import { type CitableArticle, toCitable } from '../../literature/ranking/passage.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { AnswerDependencies, PipelineContext } from '../../pipeline/context.ts';
import { toCheckedArticle } from '../../retrieval/checked-article.ts';
import { candidatesOf } from '../../retrieval/rank-candidates.ts';
import type { RetrievalResult, Shortfall } from '../../retrieval/retrieval-result.ts';
import { realLibrary, retrieve } from '../../retrieval/retrieve.ts';
import { mergeShortfalls, unsearchedBusySources } from '../../retrieval/shortfall.ts';
import { supportsCitation } from '../answers/verification/supports-citation.ts';
import { type CheckDependencies, checkSentence } from '../citation-checks/check-sentence.ts';
import { type Verifiers, verifierOf } from '../citation-checks/verifier/verifier.ts';

/** Article whose abstract supports a sentence; undefined if none was found. */
export type Support = {
  article: CitableArticle | undefined;
  unavailable: SourceName[];
  answered: boolean;
  /** Shortfalls of sources that responded. */
  shortfalls: Shortfall[];
  /** Sources that were too busy to be asked. */
  busy: SourceName[];
  /** Sources that answered. */
  searched: SourceName[];
};

const nothingAsked = { shortfalls: [], busy: [], searched: [] };

/** State shared by all searches of one call. */
export type SupportSearch = {
  /** Epoch milliseconds after which no search starts. */
  end: number;
  /** Remaining requests to a verifier for sentences that the rules leave undecided. */
  verifications: number;
  /** Sources that failed and are not asked again in this call. */
  unavailable: Set<SourceName>;
};

/** Number of records requested from a source. */
const candidates = 20;
/** Time limit in milliseconds for searching all sources for one sentence. */
const searchMs = 10_000;

/**
 * Searches the sources of answers for an article that supports a sentence. The citation checker decides: rules first,
 * then the verifier, if there is one, for the most promising undecided article.
 */
export async function findSupport(
  sentence: string,
  search: SupportSearch,
  {
    literature,
    clock,
    log,
    ...verifiers
  }: Pick<AnswerDependencies, 'literature' | 'clock' | 'log'> & Verifiers,
  context: PipelineContext,
): Promise<Support> {
  const { requestId, caller, signal, emit, work } = context;
  const now = clock.now();
  const remote = literature.remote.filter(({ source }) => !search.unavailable.has(source));
  const library = literature.library && search.unavailable.has('library') ? undefined : literature.library;
  if (now >= search.end || (remote.length === 0 && !library))
    return { article: undefined, unavailable: [...search.unavailable], answered: false, ...nothingAsked };
  const thisYear = new Date(now).getUTCFullYear();
  const { query, statement } = await work('planSupport', { sentence, thisYear }, signal);
  if (query.facets.length === 0)
    return { article: undefined, unavailable: [], answered: true, ...nothingAsked };
  const found = await retrieve(
    query,
    // A manuscript must never cite an invented paper.
    { remote, library: library && realLibrary(library) },
    {
      ...{
        limit: candidates,
        signal,
        clock,
        log,
        requestId,
        caller,
        emit,
        sourceTimeouts: literature.sourceTimeouts,
      },
      end: Math.min(search.end, now + searchMs),
    },
  );
  for (const source of found.unavailable) search.unavailable.add(source);
  const article = await best(statement, found, { query, thisYear }, search, { ...verifiers, log }, context);
  return {
    article: article && toCitable(article),
    unavailable: found.unavailable,
    answered: found.rankings.length > 0,
    shortfalls: mergeShortfalls(found),
    busy: unsearchedBusySources(found),
    searched: found.rankedBy,
  };
}

/**
 * Selects the article that can be cited for a statement; if the rules find none, the verifier judges the most promising
 * one.
 */
async function best(
  statement: string,
  found: RetrievalResult,
  { query, thisYear }: { query: SearchQuery; thisYear: number },
  search: SupportSearch,
  dependencies: CheckDependencies,
  context: PipelineContext,
): Promise<Article | undefined> {
  const { work, signal } = context;
  const given = { found: candidatesOf(found), query, statement, thisYear };
  // An article that takes too long to compare supports nothing.
  const compared = await unlessTooLong(work('compareCandidates', given, signal), () => undefined);
  if (!compared) return undefined;
  const record = (wanted: Pmid | undefined) => found.rankings.flat().find(({ pmid }) => pmid === wanted);
  const surest = record(compared.surest);
  if (surest) return surest;
  const likely = record(compared.likely);
  if (!likely || search.verifications <= 0 || !verifierOf(dependencies)) return undefined;
  search.verifications -= 1;
  try {
    const article = toCheckedArticle(likely);
    const check = await checkSentence({ sentence: statement, article }, dependencies, context);
    const isSupported = check.method === 'model' && supportsCitation(statement, check, article.abstract);
    return isSupported ? likely : undefined;
  } catch (error) {
    // Without a verifier's verdict, nothing is supported; other errors are not the verifier's and propagate.
    if (
      error instanceof ModelError ||
      (error instanceof ServiceError && error.code === 'upstream_unavailable')
    )
      return undefined;
    throw error;
  }
}
