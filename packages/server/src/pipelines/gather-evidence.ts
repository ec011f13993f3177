import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type { Language } from '@citewell/sdk';
import type { SearchPlan } from '../engines/engine.ts';
import { ServiceError } from '../errors.ts';
import type { Passage } from '../evidence/passage.ts';
import { selectPassages } from '../evidence/select-passages.ts';
import type { SourceName } from '../literature/article.ts';
import { planQuery, withPlan } from '../literature/plan-query.ts';
import type { SearchQuery } from '../literature/query.ts';
import type { AnswerDependencies, AnswerRequest, CallContext } from './context.ts';
import { thinking } from './events.ts';
import { messages } from './messages.ts';
import type { PendingPlan } from './plan.ts';
import { candidatesFor, candidatesPerReference, rankFound } from './rank-found.ts';
import { type Found, retrieve } from './retrieve.ts';

export type Evidence = Pick<Found, 'searched' | 'unavailable' | 'notAsked'> & {
  query: SearchQuery;
  passages: Passage[];
};

/** From the arrival of the question, for all sources together: queues, retries and a second search included. */
const retrievalTimeoutMs = 15_000;

/** Sentences of one paper that a writer may see. */
const passagesPerArticle = 3;

/**
 * The evidence for a question: searched, fused, ranked, cut to sentences. A second search with the planner's concepts
 * follows only where the first found too little. Throws upstream_unavailable where nothing was found and no remote
 * source could be asked.
 */
export async function gatherEvidence(
  request: AnswerRequest,
  {
    language,
    plan,
    imageDescription,
  }: { language: Language; plan: PendingPlan; imageDescription: string | undefined },
  { literature, clock, log }: AnswerDependencies,
  { requestId, signal, emit }: CallContext,
): Promise<Evidence> {
  const say = messages[language];
  const started = clock.now();
  const thisYear = new Date(started).getUTCFullYear();
  const question = imageDescription ? `${request.question}\n${imageDescription}` : request.question;
  let query = planQuery({ ...request, question, thisYear });
  await emit(thinking(say.searching(query.concepts.length > 0 ? query.concepts : query.hanConcepts)));

  const limit = candidatesFor(request.maxReferences);
  const end = started + retrievalTimeoutMs;
  const options = { limit, signal, clock, end, log, requestId, emit };
  const found = await retrieve(query, literature, options);
  const short = isShort(found, query, request.maxReferences);
  const planned = short ? await readyBy(plan, end - clock.now(), signal) : plan.ready;
  if (planned) query = withPlan(query, planned);
  if (planned && short) {
    await emit(thinking(say.widening));
    add(found, await retrieve(query, literature, options));
  }

  // Ranking keeps the thread for milliseconds; what arrived meanwhile goes first.
  await setImmediate();
  const { passages, candidates, retractedCount } = select(
    found,
    query,
    request.maxReferences,
    language,
    thisYear,
  );
  await emit(thinking(say.weighing(candidates)));
  if (retractedCount > 0) await emit(thinking(say.retractedLeftOut(retractedCount)));
  if (passages.length === 0 && nobodyAnswered(found, literature)) throw unreachable(found);
  // Not `found` itself: an answer that streams for a minute would hold every candidate for as long.
  const { searched, unavailable, notAsked } = found;
  return { query, passages, searched, unavailable, notAsked };
}

/** The plan, unless the time for searching is over before it is there. */
async function readyBy(
  plan: PendingPlan,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<SearchPlan | undefined> {
  const over = new AbortController();
  const timeout = delay(Math.max(0, timeoutMs), undefined, {
    signal: AbortSignal.any([signal, over.signal]),
  });
  try {
    return await Promise.race([plan.result, timeout]);
  } finally {
    over.abort();
    await timeout.catch(() => {});
  }
}

/** Remote sources that could not be asked. Their silence means nothing, and the answer says so. */
export function unreached(
  { unavailable }: Pick<Found, 'unavailable'>,
  { remote }: AnswerDependencies['literature'],
): SourceName[] {
  return remote.map(({ source }) => source).filter((source) => unavailable.includes(source));
}

/** Too few candidates to choose from, or Chinese words that only a planner can put into English. */
function isShort(found: Found, query: SearchQuery, maxReferences: number): boolean {
  const candidates = new Set(found.rankings.flat().map(({ pmid }) => pmid)).size;
  return (
    candidates < candidatesPerReference * maxReferences || query.hanConcepts.length > query.concepts.length
  );
}

function add(found: Found, more: Found): void {
  found.rankings.push(...more.rankings);
  found.searched.push(...more.searched);
  found.missing.push(...more.missing);
  found.notAsked = found.notAsked.filter((source) => more.notAsked.includes(source));
  found.unavailable = [...new Set([...found.unavailable, ...more.unavailable])];
}

function select(found: Found, query: SearchQuery, articlesMax: number, language: Language, thisYear: number) {
  const { ranking, wanted, candidates, retractedCount } = rankFound(found.rankings, query, thisYear);
  const perArticleMax = passagesPerArticle;
  const passages = selectPassages(ranking, { language, articlesMax, perArticleMax, wanted });
  return { passages, candidates, retractedCount };
}

/** A library that has nothing does not speak for the literature where that could not be asked. */
function nobodyAnswered(found: Found, { remote, library }: AnswerDependencies['literature']): boolean {
  const sources = remote.length > 0 ? remote : library ? [library] : [];
  return sources.every(({ source }) => found.unavailable.includes(source));
}

function unreachable({ unavailable }: Found): ServiceError {
  const names = (language: Language) => unavailable.map((source) => messages[language].sources[source]);
  return new ServiceError('upstream_unavailable', {
    detail: {
      en: `${names('en').join(' and ')} could not be reached, and nothing else was found; this says nothing about the evidence. Try again later.`,
      zh: `未能连接${names('zh').join('、')}，也未找到其他文献；这并不代表没有相关证据。请稍后再试。`,
    },
  });
}
