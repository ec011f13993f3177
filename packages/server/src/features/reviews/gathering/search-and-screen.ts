import { toReference } from '@citewell/core/records/article.ts';
import { engineName } from '../../../llm/model.ts';
import type { AnswerDependencies, PipelineContext } from '../../../pipeline/context.ts';
import { thinking } from '../../../pipeline/events.ts';
import { type Start, withTasks } from '../../../platform/concurrently.ts';
import { sourcesUnavailableError } from '../../../retrieval/progress-messages.ts';
import { candidatesOf } from '../../../retrieval/rank-candidates.ts';
import { rerankerScores } from '../../../retrieval/reranker-scores.ts';
import { allSourcesFailed } from '../../../retrieval/retrieval-result.ts';
import { mergeShortfalls, unsearchedBusySources } from '../../../retrieval/shortfall.ts';
import type { ReviewWriter } from '../model/review-writer.ts';
import { reviewMessages } from '../writing/review-messages.ts';
import { addFullTextUnits } from './add-full-text-units.ts';
import { attemptStep, type Failure } from './attempt-step.ts';
import type { EvidenceBase } from './evidence-base.ts';
import { gather } from './gather.ts';
import type { ReviewRequest } from './request.ts';
import { questionSearches, scopeByRules, withReading } from './scope.ts';
import type { TimeLimit } from './time-limit.ts';

/** Number of records whose related records are searched for. */
const seedsMax = 3;

export type SearchedTopic = {
  base: EvidenceBase;
  /** Reason why no model can be called any more (balance or time); undefined for a model that merely failed. */
  failure: Failure | undefined;
};

type SearchDependencies = AnswerDependencies & { writer: ReviewWriter | undefined };

/** Reads and searches the topic in parallel, searches again by what was read, and screens. */
export function searchAndScreen(
  request: ReviewRequest,
  dependencies: SearchDependencies,
  context: PipelineContext,
  limit: TimeLimit,
  thisYear: number,
): Promise<SearchedTopic> {
  return withTasks(context.signal, (start, signal) =>
    run(request, dependencies, { ...context, signal }, limit, thisYear, start),
  );
}

async function run(
  request: ReviewRequest,
  dependencies: SearchDependencies,
  context: PipelineContext,
  limit: TimeLimit,
  thisYear: number,
  start: Start,
): Promise<SearchedTopic> {
  const { model, writer, reranker, literature, log } = dependencies;
  const { emit, signal, meter, requestId, work } = context;
  let scope = await scopeByRules(request, thisYear, context);
  const { language } = scope;
  const texts = reviewMessages[language];
  await emit(thinking(texts.reading));
  const reading = writer
    ? start((inner) =>
        attemptStep(writer.scope({ topic: request.question, language }, { signal: inner, meter }), {
          ...{ limit, log, requestId },
          engine: engineName(model),
        }),
      )
    : undefined;
  const { concepts, hanConcepts } = scope.query;
  await emit(thinking(texts.searching(concepts.length > 0 ? concepts : hanConcepts)));
  const gathering = await gather(request, scope, dependencies, context);
  // No need to wait for a reading if nothing can be searched.
  if (gathering.isFailed() && gathering.identified() === 0) throw sourcesUnavailableError(gathering.found);
  const read = await reading;
  if (read && 'value' in read) {
    scope = withReading(scope, read.value);
    const { questions } = read.value;
    if (questions.length > 0) await emit(thinking(texts.questions(questions.length)));
    await gathering.search([scope.query, ...questionSearches(scope)]);
  }
  await gathering.finish(scope.query);
  const candidates = () => ({ found: candidatesOf(gathering.found), query: scope.query, thisYear });
  await gathering.relatedTo(await work('firstCandidates', { ...candidates(), count: seedsMax }, signal));
  gathering.excludeArticles();
  const given = candidates();
  const { asked, ...records } = await work(
    'readRecords',
    {
      ...given,
      scores: await rerankerScores(given, reranker, work, signal),
      ...{ language, maxReferences: request.maxReferences },
      ...{ identified: gathering.identified(), asked: gathering.asked() },
      keepsOthers: request.keepsOthers ?? false,
    },
    signal,
  );
  const found = {
    ...gathering.found,
    shortfalls: mergeShortfalls(gathering.found, request.excludedPmids),
    busy: unsearchedBusySources(gathering.found),
  };
  if (records.articles.size === 0 && allSourcesFailed(found, literature))
    throw sourcesUnavailableError(found);
  const sources = [...records.articles.values()].map(toReference);
  await emit(thinking(texts.screened(records.flow), { sources }));
  const added = await addFullTextUnits({ asked, ...records }, request, scope, dependencies, context);
  const failure = read && 'failure' in read && !read.failure.modelError ? read.failure : undefined;
  const { searched, unavailable, notAsked, shortfalls, busy, spelling } = found;
  const base = {
    ...{
      request,
      scope,
      found: { searched, unavailable, notAsked, shortfalls, busy, ...(spelling && { spelling }) },
    },
    ...records,
    ...added,
  };
  return { base, failure };
}
