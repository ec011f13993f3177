import { type Start, withTasks } from '../../concurrently.ts';
import type { AnswerDependencies, CallContext } from '../context.ts';
import { thinking } from '../events.ts';
import { nobodyAnswered, unreachable } from '../gather-evidence.ts';
import { rankFound } from '../rank-found.ts';
import type { Found } from '../retrieve.ts';
import { openBusy, openShortfalls } from '../shortfall.ts';
import { gather } from './gather.ts';
import type { ReviewRequest } from './request.ts';
import { say as sayings } from './say.ts';
import { questionSearches, type Scope, scopeByRules, withReading } from './scope.ts';
import { type Screened, screen } from './screen.ts';
import type { TimeLimit } from './time-limit.ts';
import { type Failure, tried } from './tried.ts';

/** Records whose neighbours are looked at. */
const hopsFrom = 3;

export type SearchedTopic = {
  scope: Scope;
  screened: Screened;
  found: Found;
  /** Why a model could not be asked any more: the balance or the time; one that merely failed is none. */
  failure: Failure | undefined;
};

/** The topic read and searched at once, then searched by what was read, and screened. */
export function searchAndScreen(
  request: ReviewRequest,
  dependencies: AnswerDependencies,
  context: CallContext,
  limit: TimeLimit,
  thisYear: number,
): Promise<SearchedTopic> {
  return withTasks(context.signal, (start, signal) =>
    run(request, dependencies, { ...context, signal }, limit, thisYear, start),
  );
}

async function run(
  request: ReviewRequest,
  dependencies: AnswerDependencies,
  context: CallContext,
  limit: TimeLimit,
  thisYear: number,
  start: Start,
): Promise<SearchedTopic> {
  const { engine, reranker, literature, log } = dependencies;
  const { emit, signal, meter, requestId } = context;
  let scope = scopeByRules(request, thisYear);
  const { language } = scope;
  const say = sayings[language];
  await emit(thinking(say.reading));
  const { review } = engine;
  const reading = review
    ? start((inner) =>
        tried(review.scope({ topic: request.question, language }, { signal: inner, meter }), {
          ...{ limit, log, requestId },
          engine: engine.name,
        }),
      )
    : undefined;
  const { concepts, hanConcepts } = scope.query;
  await emit(thinking(say.searching(concepts.length > 0 ? concepts : hanConcepts)));
  const gathering = await gather(request, scope, dependencies, context);
  const read = await reading;
  if (read && 'value' in read) {
    scope = withReading(scope, read.value);
    const questions = read.value.questions.map(({ question }) => question);
    if (questions.length > 0) await emit(thinking(say.questions(questions)));
    await gathering.search([scope.query, ...questionSearches(scope)]);
  }
  await gathering.finish(scope.query);
  const { ranking } = rankFound(gathering.found, scope.query, thisYear);
  await gathering.relatedTo(ranking.ranked.slice(0, hopsFrom).map(({ article }) => article.pmid));
  gathering.leaveOut();
  const { maxReferences } = request;
  const screened = await screen(gathering, scope.query, {
    ...{ language, maxReferences, thisYear, reranker, signal },
  });
  const found = {
    ...gathering.found,
    shortfalls: openShortfalls(gathering.found, request.excludedPmids),
    busy: openBusy(gathering.found),
  };
  if (screened.included.length === 0 && nobodyAnswered(found, literature)) throw unreachable(found);
  await emit(thinking(say.screened(screened.flow)));
  const failure = read && 'failure' in read && !read.failure.engine ? read.failure : undefined;
  return { scope, screened, found, failure };
}
