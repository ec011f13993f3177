import type { Clock } from '@citewell/core/clock.ts';
import { type Article, abstractText, type SourceName } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import {
  type RelaxationStep,
  type Retriever,
  type SearchResult,
  SourceError,
} from '../literature/sources/retriever.ts';
import { defaultSourceTimeouts, type SourceTimeouts } from '../literature/sources/source-timeouts.ts';
import type { Emit, PipelineEvent } from '../pipeline/events.ts';
import { mapWithConcurrency } from '../platform/concurrency/map-with-concurrency.ts';
import { settledWithin } from '../platform/concurrency/settled-within.ts';
import type { Log } from '../platform/log.ts';
import { nextSourceAfterMs } from './query-in-turn.ts';
import type { RetrievalResult } from './retrieval-result.ts';
import { shortfallOf, toRunShortfall } from './shortfall.ts';

type Sources = { remote: readonly Retriever[]; library: Retriever | undefined };
/** Options for searching sources. */
export type SourceSearchOptions = {
  limit: number;
  signal: AbortSignal;
  clock: Clock;
  /** Epoch milliseconds by which all sources together must have answered, queues and retries included. */
  end: number;
  log: Log;
  requestId: string;
  /** Id of the calling key; absent if there is none. */
  caller?: string | undefined;
  emit: Emit;
  /** Time limits per source; the defaults if absent. */
  sourceTimeouts?: SourceTimeouts | undefined;
};

/** Maximum number of items in a tool_result, each with its whole abstract: enough to show the results, few enough for a stream. */
const itemsMax = 20;

/**
 * Searches the library and the first remote source at once, and each further source if the previous ones failed or are late, or
 * our queue for the first is too long. All must answer within the time of one source. If a late source answers after all, its
 * result is used and those after it are aborted. If the others find nothing, a busy source is waited for. Failures of sources do
 * not throw: a source that could not be searched is in `unavailable`, and nothing follows from its lack of results.
 */
export async function retrieve(
  query: SearchQuery,
  { remote, library }: Sources,
  options: SourceSearchOptions,
): Promise<RetrievalResult> {
  const { emit, clock, signal } = options;
  const found: RetrievalResult = {
    rankings: [],
    rankedBy: [],
    searched: [],
    unavailable: [],
    busy: [],
    notAsked: [],
    shortfalls: [],
  };
  const [first, ...fallbacks] = remote;
  const sourceTimeouts = options.sourceTimeouts ?? defaultSourceTimeouts;
  const deadline = Math.min(options.end, clock.now() + sourceTimeouts.sourceMs);
  const queueUntil = fallbacks.length > 0 ? clock.now() + sourceTimeouts.queueMs : undefined;
  const asked = [library, first].filter((source) => source !== undefined);
  for (const retriever of asked) await emit(toolCall(retriever, query));
  let remoteAnswered = false;
  // Kept until it is known whether a remote source answers, because demonstration records are used only if none does.
  let invented: SearchResult | undefined;
  let busy: Retriever | undefined;
  const ended = new Map(remote.map((retriever) => [retriever, Promise.withResolvers<void>()]));
  const answered = new Map(remote.map((retriever) => [retriever, new AbortController()]));

  const search = async (retriever: Retriever, inner: AbortSignal): Promise<Answered> => {
    const waits = retriever === first && queueUntil !== undefined;
    const result = await searchSource(
      retriever,
      query,
      { deadline, ...(waits && { queueUntil }) },
      { ...options, signal: inner },
    );
    if (isAnswer(result)) answered.get(retriever)?.abort();
    ended.get(retriever)?.resolve();
    return result;
  };
  const searchFallback = async (retriever: Retriever, inner: AbortSignal): Promise<Answered> => {
    const before = remote.slice(0, remote.indexOf(retriever));
    const notNeeded = AbortSignal.any(before.flatMap((each) => answered.get(each)?.signal ?? []));
    for (const each of before)
      await settledWithin(
        ended.get(each)?.promise ?? Promise.resolve(),
        nextSourceAfterMs(sourceTimeouts, remote.length),
        inner,
      );
    if (notNeeded.aborted) return undefined;
    try {
      return await search(retriever, AbortSignal.any([inner, notNeeded]));
    } catch (error) {
      inner.throwIfAborted();
      if (notNeeded.aborted) return undefined;
      throw error;
    }
  };
  const all = [...asked, ...fallbacks];
  await mapWithConcurrency(
    all,
    { limit: all.length, signal },
    (retriever, inner) =>
      fallbacks.includes(retriever) ? searchFallback(retriever, inner) : search(retriever, inner),
    async (result, index) => {
      const retriever = all[index] as Retriever;
      if (retriever === library && isAnswer(result) && result.articles.some(isDemonstration)) {
        invented = result;
        return;
      }
      // A fallback that is no longer needed, because the late source answered, is not reported.
      if (remoteAnswered && fallbacks.includes(retriever)) return;
      if (result === 'busy') busy = retriever;
      if (retriever !== library) remoteAnswered = isAnswer(result) && (!busy || result.articles.length > 0);
      await emit(addSourceResult(found, retriever, result, options));
      const next = remote[remote.indexOf(retriever) + 1];
      if (retriever !== library && next && !remoteAnswered) await emit(toolCall(next, query));
    },
  );
  if (busy && !remoteAnswered) {
    const { source } = busy;
    found.busy = found.busy.filter((each) => each !== source);
    await emit(toolCall(busy, query));
    const result = await searchSource(busy, query, { deadline: options.end }, options);
    await emit(addSourceResult(found, busy, result, options));
  }
  if (library && invented) {
    const isAlone = found.searched.every(({ source }) => source === 'library');
    const kept = isAlone ? invented : await withoutDemonstration(library, query, options);
    await emit(addSourceResult(found, library, kept, options));
  }
  return found;
}

/**
 * Searches the library again after a remote source answered, which permanently removed the demonstration records. Those restored
 * by a command are excluded from this question.
 */
async function withoutDemonstration(
  library: Retriever,
  query: SearchQuery,
  options: SourceSearchOptions,
): Promise<SearchResult | undefined> {
  const answered = await searchSource(library, query, { deadline: options.end }, options);
  return !answered || answered === 'busy' ? undefined : realOnly(answered);
}

/** Returns the library without its demonstration records. */
export function realLibrary(library: Retriever): Retriever {
  return { ...library, search: async (query, options) => realOnly(await library.search(query, options)) };
}

function realOnly(result: SearchResult): SearchResult {
  const articles = result.articles.filter(({ demonstration }) => !demonstration);
  const left = result.articles.length - articles.length;
  const executed = result.executed.map((each) => ({ ...each, total: Math.max(0, each.total - left) }));
  return { ...result, articles, executed };
}

/** Factor for the records requested from the library: they are free, and since it ranks by words alone, the best may be far down. */
const libraryDepth = 3;

type Answered = SearchResult | 'busy' | undefined;

function isAnswer(answered: Answered): answered is SearchResult {
  return answered !== undefined && answered !== 'busy';
}

function isDemonstration({ demonstration }: Article): boolean {
  return demonstration === true;
}

/** Deadline in epoch milliseconds, and options for searching a source. */
type Asking = { deadline: number; queueUntil?: number | undefined; step?: RelaxationStep };

/**
 * Searches a source. Returns its result, `busy` if its queue was longer than `queueUntil`, or undefined if it could not be
 * searched. Only an abort throws.
 */
export async function searchSource(
  retriever: Retriever,
  query: SearchQuery,
  { deadline: latest, queueUntil, step }: Asking,
  options: SourceSearchOptions,
): Promise<Answered> {
  const { signal, caller } = options;
  const { sourceMs } = options.sourceTimeouts ?? defaultSourceTimeouts;
  const deadline = Math.min(latest, options.clock.now() + sourceMs);
  const limit = retriever.source === 'library' ? options.limit * libraryDepth : options.limit;
  try {
    return await retriever.search(query, {
      ...{ limit, signal, deadline, caller },
      ...(queueUntil !== undefined && { queueUntil }),
      ...(step && { step }),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SourceError)) throw error;
    if (error.failure === 'busy') {
      options.log('info', 'source_busy', { requestId: options.requestId, source: error.source });
      return 'busy';
    }
    options.log('warn', 'source_unavailable', {
      requestId: options.requestId,
      source: error.source,
      failure: error.failure,
      ...(error.status && { status: error.status }),
    });
    return undefined;
  }
}

/** Adds a source's spelling corrections. A small library may lack the name of a new drug: what a remote source found as typed stays so. */
function addSpelling(found: RetrievalResult, { source, spelling }: SearchResult): void {
  const isRemote = found.searched.some((search) => search.source !== 'library');
  if (source === 'library') {
    if (spelling && !isRemote) Object.assign(found, { spelling, isSpelledByLibrary: true });
    return;
  }
  if (spelling || found.isSpelledByLibrary) {
    delete found.spelling;
    delete found.isSpelledByLibrary;
  }
  if (spelling) found.spelling = spelling;
}

/** Adds a source's result, or its failure, and creates the event that reports it. */
export function addSourceResult(
  found: RetrievalResult,
  { source }: Retriever,
  result: SearchResult | 'busy' | undefined,
  { log, requestId, clock }: SourceSearchOptions,
  step?: RelaxationStep,
): PipelineEvent {
  const tool = toolName(source);
  if (result === 'busy') {
    if (step) found.shortfalls.push({ source, pmids: [], withheld: 0, failed: [step] });
    else found.busy.push(source);
    return { event: 'tool_result', data: { tool, total: 0, items: [], busy: true } };
  }
  if (!result) {
    // A failed relaxation step does not affect the results of the first search, but its own results are unknown.
    if (step) found.shortfalls.push({ source, pmids: [], withheld: 0, failed: [step] });
    else found.unavailable.push(source);
    return { event: 'tool_result', data: { tool, total: 0, items: [], unavailable: true } };
  }
  if (result.executed.length === 0 && result.articles.length === 0) {
    if (!step) found.notAsked.push(source);
    return { event: 'tool_result', data: { tool, total: 0, items: [], not_asked: true } };
  }
  found.rankings.push(result.articles);
  found.rankedBy.push(source);
  const at = clock.now();
  found.searched.push(...result.executed.map((each) => ({ source, ...each, ...(step && { step }), at })));
  const shortfall = shortfallOf(result);
  if (shortfall) found.shortfalls.push(shortfall);
  if (result.statistics) found.statistics = result.statistics;
  addSpelling(found, result);
  const lacking = result.missing.length + (result.withheld ?? 0);
  if (lacking > 0) log('warn', 'records_missing', { requestId, source, count: lacking });
  if (result.failed) log('warn', 'searches_failed', { requestId, source, count: result.failed.length });
  const translation = result.executed.find((executed) => executed.translation)?.translation;
  return {
    event: 'tool_result',
    data: {
      tool,
      total: Math.max(0, ...result.executed.map(({ total }) => total)),
      items: result.articles.slice(0, itemsMax).map((article) => ({
        pmid: article.pmid,
        title: article.title,
        journal: article.journal,
        year: article.year,
        abstract: abstractText(article),
        ...(article.retracted && { retracted: true }),
        ...(article.demonstration && { demonstration: true }),
      })),
      ...(translation && { translation }),
      ...(step && { step }),
      ...(shortfall && { shortfall: toRunShortfall(shortfall) }),
      searches: result.executed.map(({ query, total, translation, notFound }) => ({
        query,
        total,
        ...(translation && { translation }),
        ...(notFound && { not_found: notFound }),
      })),
    },
  };
}

/**
 * Describes a search that is about to run: the question's terms in English, the Chinese terms they translate, and its
 * queries.
 */
export function toolCall(
  { source, render }: Retriever,
  query: SearchQuery,
  step?: RelaxationStep,
): PipelineEvent {
  const sent = render?.(query, step) ?? [];
  const { from, to } = query.years;
  return {
    event: 'tool_call',
    data: {
      tool: toolName(source),
      input: {
        concepts: source === 'library' ? [...query.concepts, ...query.hanConcepts] : query.concepts,
        ...(from !== undefined && { date_from: String(from) }),
        ...(to !== undefined && { date_to: String(to) }),
        ...(query.hanConcepts.length > 0 && source !== 'library' && { terms: query.hanConcepts }),
        ...(query.categoryId !== undefined && { category_id: query.categoryId }),
        ...(query.pubmedFilter && source === 'pubmed' && { filter: query.pubmedFilter }),
        ...(sent.length > 0 && { queries: sent }),
        ...(step && { step }),
      },
    },
  };
}

function toolName(source: SourceName): string {
  return `${source}_search`;
}
