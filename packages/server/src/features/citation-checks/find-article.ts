import type { Clock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { FullTexts } from '../../literature/sources/full-text/full-texts.ts';
import { type RetrieveOptions, type Retriever, SourceError } from '../../literature/sources/retriever.ts';
import { defaultSourceTimeouts, type SourceTimeouts } from '../../literature/sources/source-timeouts.ts';
import type { Log } from '../../platform/log.ts';
import { nextSourceAfterMs, queryInTurn } from '../../retrieval/query-in-turn.ts';

export type FindArticle = {
  literature: {
    remote: readonly Retriever[];
    library: Retriever | undefined;
    sourceTimeouts?: SourceTimeouts | undefined;
    /** Full texts of open-access papers; absent if they are not read. */
    fullTexts?: FullTexts | undefined;
  };
  clock: Clock;
  log: Log;
};

/** Caller of a look-up, and the signal that ends it. */
export type LookUpContext = Pick<RetrieveOptions, 'signal' | 'caller'>;

/** Reason why there is no abstract to check against. */
export type NotFound = 'article_not_found' | 'abstract_unavailable' | 'upstream_unavailable';

/** Finds a record in the library; a failing library is treated as empty. */
export async function findInLibrary(
  pmid: Pmid,
  { literature: { library, sourceTimeouts = defaultSourceTimeouts }, clock, log }: FindArticle,
  context: LookUpContext,
): Promise<Article | undefined> {
  if (!library) return undefined;
  const deadline = clock.now() + sourceTimeouts.totalMs;
  return (await fetchFrom(library, [pmid], deadline, { ...context, log }))?.articles[0];
}

/**
 * Finds the record of a PMID, with an abstract: in the library, otherwise in the sources in order, each of which checks its
 * cache first. Throws `article_not_found` if every source answered and none has it, `abstract_unavailable` if it has no abstract,
 * and `upstream_unavailable` if a source that might have it could not be searched, or has the record but did not return it.
 */
export async function findArticle(
  pmid: Pmid,
  dependencies: FindArticle,
  context: LookUpContext,
): Promise<Article> {
  const found = (await findArticles([pmid], dependencies, context)).get(pmid) ?? 'article_not_found';
  if (typeof found === 'string') throw new ServiceError(found);
  return found;
}

/**
 * Finds many records, requesting all missing ones from each source at once. The next source is queried when the previous one has
 * ended or is late, all within the time of one (`nextSourceAfterMs`); requests still running when nothing is missing are aborted.
 */
export async function findArticles(
  pmids: readonly Pmid[],
  { literature: { remote, library, sourceTimeouts = defaultSourceTimeouts }, clock, log }: FindArticle,
  { signal, caller }: LookUpContext,
): Promise<Map<Pmid, Article | NotFound>> {
  const end = clock.now() + Math.min(sourceTimeouts.sourceMs, sourceTimeouts.totalMs);
  const known = new Map<Pmid, Article>();
  const missing = new Set<Pmid>();
  let failed = false;
  const lacking = () => [...new Set(pmids)].filter((pmid) => !known.get(pmid)?.abstract.length);
  const ask = async (retriever: Retriever, signal: AbortSignal): Promise<boolean> => {
    const wanted = lacking();
    if (wanted.length === 0) return true;
    const fetched = await fetchFrom(retriever, wanted, end, { log, signal, caller });
    for (const article of fetched?.articles ?? [])
      if (article.abstract.length > 0 || !known.has(article.pmid)) known.set(article.pmid, article);
    for (const pmid of fetched?.missing ?? []) missing.add(pmid);
    return fetched !== undefined;
  };
  // A record may be only in the library.
  if (library && !(await ask(library, signal))) failed = true;
  await queryInTurn(remote, {
    nextAfterMs: nextSourceAfterMs(sourceTimeouts, remote.length),
    signal,
    ask: async (retriever, inner) => {
      if (!(await ask(retriever, inner))) failed = true;
      return lacking().length === 0;
    },
  });
  return new Map(
    pmids.map((pmid): [Pmid, Article | NotFound] => {
      const article = known.get(pmid);
      if (article && article.abstract.length > 0) return [pmid, article];
      const reason = article ? 'abstract_unavailable' : 'article_not_found';
      return [pmid, failed || (!article && missing.has(pmid)) ? 'upstream_unavailable' : reason];
    }),
  );
}

/**
 * Fetches records from a source, and lists those that it has but did not return; undefined if it could not be searched. Only
 * an abort throws.
 */
async function fetchFrom(
  retriever: Retriever,
  pmids: readonly Pmid[],
  deadline: number,
  { log, signal, caller }: LookUpContext & { log: Log },
): Promise<{ articles: Article[]; missing: Pmid[] } | undefined> {
  try {
    const articles = await retriever.fetch(pmids, { signal, deadline, caller });
    const given = new Set(articles.map(({ pmid }) => pmid));
    const absent = pmids.filter((pmid) => !given.has(pmid));
    const missing = absent.length > 0 ? await retriever.confirm?.(absent, { signal, deadline }) : undefined;
    return { articles, missing: missing ?? [] };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceError)) throw error;
    log('warn', 'source_unavailable', { source: error.source, failure: error.failure });
    return undefined;
  }
}
