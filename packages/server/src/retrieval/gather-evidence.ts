import { isDeepStrictEqual } from 'node:util';
import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import type { Pmid, SourceName } from '@citewell/core/records/article.ts';
import type { SearchQuery, SpellingSuggestion } from '@citewell/core/records/query.ts';
import type { BibliographicRecord, Language, TrustCard } from '@citewell/sdk';
import { withPlan } from '../literature/query/plan-query.ts';
import { citableOf, type Passage } from '../literature/ranking/passage.ts';
import type { Retriever } from '../literature/sources/retriever.ts';
import { defaultSourceTimeouts } from '../literature/sources/source-timeouts.ts';
import type { AnswerDependencies, AnswerRequest, PipelineContext } from '../pipeline/context.ts';
import { thinking } from '../pipeline/events.ts';
import { settledWithin } from '../platform/concurrency/settled-within.ts';
import { appliedCorrections } from './apply-spelling.ts';
import { broadenSearch } from './broaden-search.ts';
import {
  type Added,
  countReadable,
  type PaperReadings,
  readFullTexts,
  withFullTexts,
} from './full-text/add-full-texts.ts';
import { modelScores, planSecondSearch } from './planning/refine-with-model.ts';
import { messages, sourcesUnavailableError } from './progress-messages.ts';
import { candidateLimit, candidatesOf, candidatesPerReference } from './rank-candidates.ts';
import { rerankerScores } from './reranker-scores.ts';
import {
  allSourcesFailed,
  excludeArticles,
  mergeResults,
  type RetrievalResult,
  type Shortfall,
} from './retrieval-result.ts';
import { retrieve } from './retrieve.ts';
import { mergeShortfalls, unsearchedBusySources } from './shortfall.ts';
import type { PendingPlan } from './start-plan.ts';
import type { GateVerdict } from './subject-gate.ts';

export type Evidence = Pick<RetrievalResult, 'searched' | 'unavailable' | 'notAsked'> & {
  query: SearchQuery;
  shortfalls: Shortfall[];
  /** Sources that were too busy and were replaced by another. */
  busy: SourceName[];
  /** Words of the question that were searched as they were probably meant. */
  corrections: SpellingSuggestion[];
  /** Indicates that the planner's concepts are part of the query. */
  planned: boolean;
  passages: Passage[];
  /** Coverage of the question's subjects by the records. */
  verdict: GateVerdict;
  /** Retracted papers that mention all subjects, if no other record does. */
  retractedOnly: Pmid[];
  /** Numbers of candidates, and of those excluded as retracted. */
  counts: { candidates: number; retracted: number };
  /** Trust cards of records with a passage, if requested. */
  trust: ReadonlyMap<Pmid, TrustCard>;
  /** Complete records of the passages; empty unless requested. */
  bibliography: ReadonlyMap<Pmid, BibliographicRecord>;
  hashes: ReadonlyMap<Pmid, string>;
  /** Records with a passage: about a dozen abstracts, against which the answer's sentences are checked. */
  checkable: ReadonlyMap<Pmid, CheckedArticle>;
  /** Full texts of these records that were read. */
  readings: PaperReadings;
};

/** Maximum number of sentences chosen from a paper; models also see those around them. */
const passagesPerArticle = 3;

/** Minimum time for a further search in milliseconds, however long the first ones took. */
const secondSearchMs = 4_000;

/**
 * Maximum number of papers that an answer quotes, or that a model reads to write it, even if `max_refs` of the request
 * permits more: they would take longer to read without improving the answer.
 */
const answerPapersMax = 12;

/**
 * Gathers the evidence for a question: searches, merges and ranks records, and selects sentences. A second search with the
 * planner's concepts follows only if the first found too little. Throws upstream_unavailable if nothing was found and no remote
 * source could be searched.
 */
export async function gatherEvidence(
  request: AnswerRequest,
  {
    language,
    plan,
    imageDescription,
    isForModel = false,
  }: {
    language: Language;
    plan: PendingPlan;
    imageDescription: string | undefined;
    /** Indicates that a model writes the answer: it gets whole abstracts and may review the first results. */
    isForModel?: boolean;
  },
  { model, secondSearch = false, literature, reranker, clock, log }: AnswerDependencies,
  context: PipelineContext,
): Promise<Evidence> {
  const { requestId, caller, signal, emit, work } = context;
  const texts = messages[language];
  const started = clock.now();
  const thisYear = new Date(started).getUTCFullYear();
  const { question, history, years, category, fileContent } = request;
  const asked = { question, history, years, category, thisYear, imageDescription, fileContent };
  let query = await work('planQuestion', asked, signal);
  await emit(thinking(texts.searching(query.concepts.length > 0 ? query.concepts : query.hanConcepts)));

  const limit = candidateLimit(request.maxReferences);
  const sourceTimeouts = literature.sourceTimeouts ?? defaultSourceTimeouts;
  const end = started + sourceTimeouts.totalMs;
  const options = { limit, signal, clock, end, log, requestId, caller, emit, sourceTimeouts };
  const found = await retrieve(query, literature, options);
  const short = isShort(found, query, request.maxReferences);
  const planned = short ? await settledWithin(plan.result, end - clock.now(), signal) : plan.ready;
  const byRules = query;
  if (planned) query = withPlan(query, planned);
  if (planned && short && !searchesAlike(byRules, query)) {
    await emit(thinking(texts.widening));
    mergeResults(found, await retrieve(query, answering(literature, found), options));
  }
  const enough = candidatesPerReference * request.maxReferences;
  await broadenSearch(found, query, enough, { remote: literature.remote, texts }, options);
  excludeArticles(found, request.excludedPmids);

  const look = { question, history, language };
  if (isForModel && model && secondSearch) {
    const first = { found: candidatesOf(found), query, thisYear };
    const second = await planSecondSearch(look, first, { model, log }, context);
    const further = second && withPlan(byRules, second);
    if (further && ![byRules, query].some((asked) => searchesAlike(asked, further))) {
      await emit(thinking(texts.searchingAgain));
      const more = await retrieve(further, answering(literature, found), {
        ...options,
        end: Math.max(end, clock.now() + secondSearchMs),
      });
      // These sources answered the first search, so a failure in the second one is not a shortcoming of the answer.
      mergeResults(found, { ...more, unavailable: [], shortfalls: [] });
      excludeArticles(found, request.excludedPmids);
      query = further;
    }
  }

  const given = { found: candidatesOf(found), query, thisYear };
  const { include } = request;
  const { fullTexts } = request.fullText === false ? {} : literature;
  const wanted = {
    ...given,
    scores:
      isForModel && model?.has('reranker')
        ? await modelScores(look, given, { model, log }, context)
        : await rerankerScores(given, reranker, work, signal),
    language,
    articlesMax: Math.min(request.maxReferences, answerPapersMax),
    perArticleMax: passagesPerArticle,
    isIncomplete: found.shortfalls.length > 0,
    wants: {
      ...{ trust: include.includes('trust'), hashes: include.includes('run') },
      ...{ abstracts: isForModel, bibliography: include.includes('bibliography') },
    },
  };
  const readsFullTexts = fullTexts !== undefined;
  const first = await work('selectEvidence', { ...wanted, readsFullTexts }, signal);
  await emit(thinking(texts.weighing(first.candidates)));
  if (first.retractedCount > 0) await emit(thinking(texts.retractedExcluded(first.retractedCount)));
  if (first.passages.length === 0 && allSourcesFailed(found, literature))
    throw sourcesUnavailableError(found);
  const papers = citableOf(first.passages).flatMap(({ pmid }) => {
    const checked = first.checkable.get(pmid);
    return checked ? [{ pmid, checked, ...first.fullTextSources.get(pmid) }] : [];
  });
  // Records that lack a part of the question are quoted from their abstracts only.
  const isRead = fullTexts && first.verdict.kind !== 'apart';
  const readable = isRead ? countReadable(papers) : 0;
  if (readable > 0) await emit(thinking(texts.readingFullTexts(readable)));
  const read = isRead
    ? await readFullTexts(papers, { asked: first.asked, question, end }, { fullTexts, clock }, context)
    : undefined;
  const {
    passages,
    candidates,
    retractedCount,
    fullTextSources: _,
    asked: __,
    isOpen: ___,
    ...selected
  } = first.isOpen
    ? await work('selectEvidence', { ...wanted, fullTexts: betterSentences(read) }, signal)
    : first;
  const added = selected.verdict.kind === 'apart' ? undefined : read;
  const evidence = asPieces(passages, selected.checkable);
  // Not `found` itself, which would keep every candidate in memory while the answer streams.
  const { searched, unavailable, notAsked } = found;
  const shortfalls = mergeShortfalls(found, request.excludedPmids);
  return {
    query,
    corrections: [...(query.corrected ?? []), ...appliedCorrections(query, found.spelling)],
    planned: query !== byRules,
    ...selected,
    passages: added ? withFullTexts(evidence, added, { isForModel }) : evidence,
    readings: added?.readings ?? new Map(),
    counts: { candidates, retracted: retractedCount },
    searched,
    unavailable,
    notAsked,
    shortfalls,
    busy: unsearchedBusySources(found),
  };
}

/** Returns the sentences of full texts that answer better than the abstracts, by their papers. */
function betterSentences(read: Added | undefined): Map<Pmid, string[]> {
  return new Map(
    [...(read?.selected ?? [])].flatMap(([pmid, { better }]) =>
      better ? [[pmid, [better.text]] as const] : [],
    ),
  );
}

/** Converts passages to slices of their abstracts rather than copies, because an answer keeps both in memory while it streams. */
function asPieces(passages: readonly Passage[], abstracts: ReadonlyMap<Pmid, CheckedArticle>): Passage[] {
  return passages.map((passage) => {
    const piece = abstracts.get(passage.article.pmid)?.abstract.slice(passage.start, passage.end);
    return piece === passage.text ? { ...passage, text: piece } : passage;
  });
}

/** Returns the sources that have not failed; a failed one is not tried again. */
function answering(
  { remote, library }: AnswerDependencies['literature'],
  { unavailable }: RetrievalResult,
): { remote: Retriever[]; library: Retriever | undefined } {
  const hasFailed = ({ source }: Retriever) => unavailable.includes(source);
  return {
    remote: remote.filter((each) => !hasFailed(each)),
    library: library && hasFailed(library) ? undefined : library,
  };
}

/** Returns true if there are too few candidates, or a Chinese word that only a planner can translate. */
function isShort(found: RetrievalResult, query: SearchQuery, maxReferences: number): boolean {
  const candidates = new Set(found.rankings.flat().map(({ pmid }) => pmid)).size;
  return candidates < candidatesPerReference * maxReferences || hasUntranslated(query);
}

const isHan = /\p{Script=Han}/u;

/** Returns true if a Chinese word has no English, or only the drug class indicated by its name. */
function hasUntranslated({ facets, subjects = [] }: SearchQuery): boolean {
  return (
    facets.some((wordings) => wordings.every((wording) => isHan.test(wording))) ||
    subjects.some(({ name, kind }) => kind === 'unknown' && isHan.test(name))
  );
}

/** Returns true if a planner's query has the concepts of the rules' query and no new wordings: nothing new would be searched. */
function searchesAlike(byRules: SearchQuery, planned: SearchQuery): boolean {
  const folded = (terms: readonly string[]) => terms.map((term) => term.toLowerCase()).toSorted();
  const known = new Set(folded([...byRules.facets.flat(), ...byRules.concepts]));
  return (
    isDeepStrictEqual(folded(byRules.concepts), folded(planned.concepts)) &&
    isDeepStrictEqual(folded(byRules.hanConcepts), folded(planned.hanConcepts)) &&
    folded(planned.facets.flat()).every((wording) => known.has(wording))
  );
}
