import type { Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { unknownWords } from '../literature/query/unknown-words.ts';
import type { RelaxationStep, Retriever } from '../literature/sources/retriever.ts';
import { defaultSourceTimeouts } from '../literature/sources/source-timeouts.ts';
import { thinking } from '../pipeline/events.ts';
import { spellingCorrections } from './apply-spelling.ts';
import type { Messages } from './progress-messages.ts';
import type { RetrievalResult } from './retrieval-result.ts';
import { addSourceResult, type SourceSearchOptions, searchSource, toolCall } from './retrieve.ts';

/** Minimum time for a step; with less, it could not finish. */
const stepMinMs = 3_000;

/**
 * Searches the sources that answered with ever broader conditions, until there are enough records to choose from, or no steps or
 * time are left. Each step emits its own tool_call and tool_result.
 */
export async function broadenSearch(
  found: RetrievalResult,
  query: SearchQuery,
  enough: number,
  { remote, texts }: { remote: readonly Retriever[]; texts: Messages },
  options: SourceSearchOptions,
): Promise<void> {
  const { queueMs } = options.sourceTimeouts ?? defaultSourceTimeouts;
  const mended = spellingCorrections(found.spelling);
  if (mended.length > 0) await options.emit(thinking(texts.corrected(mended)));
  const answered = remote.filter(({ source }) => found.searched.some((search) => search.source === source));
  for (const retriever of answered)
    for (const step of retriever.relaxations ?? []) {
      const worthwhile =
        step === 'spelling' ? mayBeMisspelt(found, retriever, query) : candidates(found, retriever) < enough;
      if (!worthwhile) continue;
      if (options.clock.now() + stepMinMs > options.end) return;
      if (step !== 'spelling' && !asksAnythingNew(found, retriever, query, step)) continue;
      await options.emit(thinking(texts.broadening[step]));
      await options.emit(toolCall(retriever, query, step));
      // With some records to choose from, a search does not queue for more.
      const queueUntil = candidates(found, retriever) > 0 ? options.clock.now() + queueMs : undefined;
      const result = await searchSource(
        retriever,
        query,
        { deadline: options.end, queueUntil, step },
        options,
      );
      await options.emit(addSourceResult(found, retriever, result, options, step));
      const corrected = step === 'spelling' ? spellingCorrections(found.spelling) : [];
      if (corrected.length > 0) await options.emit(thinking(texts.corrected(corrected)));
      // A source that cannot be searched now could not be searched with broader conditions either.
      if (!result || result === 'busy') break;
    }
}

/** Counts the candidates of this source alone, because results from the library say nothing about PubMed (ADR 0004). */
function candidates({ rankings, rankedBy }: RetrievalResult, { source }: Retriever): number {
  const own = rankings.filter((_, index) => rankedBy[index] === source);
  return new Set<Pmid>(own.flat().map(({ pmid }) => pmid)).size;
}

/**
 * Returns true if nothing was found, or if the source reported a word of the question as unknown and no other spelling was
 * searched.
 */
function mayBeMisspelt(found: RetrievalResult, retriever: Retriever, query: SearchQuery): boolean {
  const searched = new Set(query.suggestions?.map(({ typed }) => typed));
  const unknown = found.searched
    .flatMap(({ notFound = [] }) => unknownWords(notFound, query))
    .filter((word) => !searched.has(word));
  return unknown.length > 0 || candidates(found, retriever) === 0;
}

function asksAnythingNew(
  found: RetrievalResult,
  retriever: Retriever,
  query: SearchQuery,
  step: RelaxationStep,
): boolean {
  const sent = retriever.render?.(query, step) ?? [];
  const run = new Set(found.searched.map((search) => search.query));
  return sent.some((each) => !run.has(each));
}
