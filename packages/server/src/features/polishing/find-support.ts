import { ServiceError } from '@citewell/core/errors.ts';
import type { Article, Pmid, SourceName } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { unlessTooLong } from '../../language-work/task-timeout.ts';
import { type CitableArticle, toCitable } from '../../literature/ranking/passage.ts';
import { type Engine, EngineError } from '../../llm/engine.ts';
import type { AnswerDependencies, CallContext } from '../../pipeline/context.ts';
import { toCheckedArticle } from '../../retrieval/checked-article.ts';
import { candidatesOf } from '../../retrieval/rank-candidates.ts';
import type { RetrievalResult, Shortfall } from '../../retrieval/retrieval-result.ts';
import { realLibrary, retrieve } from '../../retrieval/retrieve.ts';
import { openBusy, openShortfalls } from '../../retrieval/shortfall.ts';
import { supportsCitation } from '../answers/verification/supports-citation.ts';
import { checkSentence } from '../citation-checks/check-sentence.ts';

/** An article whose abstract supports a sentence; undefined where none that was found does. */
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
  /** Epoch milliseconds after which nothing is searched for any more. */
  end: number;
  /** Remaining requests to the model about sentences that rules leave open. */
  verifications: number;
  /** Sources that could not be asked: they are not asked again in this call. */
  unavailable: Set<SourceName>;
};

/** Records that a source is asked for. */
const candidates = 20;
/** Time limit of one sentence's searches in all sources together, in milliseconds. */
const searchMs = 10_000;

/**
 * Searches for an article that supports a sentence, through the sources of answers. The citation checker decides: rules first,
 * the model for the likeliest one that they leave open.
 */
export async function findSupport(
  sentence: string,
  search: SupportSearch,
  { engine, literature, clock, log }: Pick<AnswerDependencies, 'engine' | 'literature' | 'clock' | 'log'>,
  context: CallContext,
): Promise<Support> {
  const { requestId, signal, emit, work } = context;
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
    // A manuscript is no place for an invented paper, whatever else there is to cite.
    { remote, library: library && realLibrary(library) },
    {
      ...{
        limit: candidates,
        signal,
        clock,
        log,
        requestId,
        emit,
        sourceTimeouts: literature.sourceTimeouts,
      },
      end: Math.min(search.end, now + searchMs),
    },
  );
  for (const source of found.unavailable) search.unavailable.add(source);
  const article = await best(statement, found, { query, thisYear }, search, { engine, log }, context);
  return {
    article: article && toCitable(article),
    unavailable: found.unavailable,
    answered: found.rankings.length > 0,
    shortfalls: openShortfalls(found),
    busy: openBusy(found),
    searched: found.rankedBy,
  };
}

/** The article that a statement can be put to; where rules know none, the likeliest one is shown to the model. */
async function best(
  statement: string,
  found: RetrievalResult,
  { query, thisYear }: { query: SearchQuery; thisYear: number },
  search: SupportSearch,
  dependencies: { engine: Engine; log: AnswerDependencies['log'] },
  context: CallContext,
): Promise<Article | undefined> {
  const { work, signal } = context;
  const given = { found: candidatesOf(found), query, statement, thisYear };
  // What takes too long to compare supports nothing.
  const compared = await unlessTooLong(work('compareCandidates', given, signal), () => undefined);
  if (!compared) return undefined;
  const record = (wanted: Pmid | undefined) => found.rankings.flat().find(({ pmid }) => pmid === wanted);
  const surest = record(compared.surest);
  if (surest) return surest;
  const likely = record(compared.likely);
  if (!likely || search.verifications <= 0 || dependencies.engine.verifyHold === 0) return undefined;
  search.verifications -= 1;
  try {
    const article = toCheckedArticle(likely);
    const check = await checkSentence({ sentence: statement, article }, dependencies, context);
    const isBorne = check.method === 'model' && supportsCitation(statement, check, article.abstract);
    return isBorne ? likely : undefined;
  } catch (error) {
    // A verifier that says nothing supports nothing; whatever else is wrong is not its fault.
    if (
      error instanceof EngineError ||
      (error instanceof ServiceError && error.code === 'upstream_unavailable')
    )
      return undefined;
    throw error;
  }
}
