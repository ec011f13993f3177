import { type Engine, EngineError } from '../engines/engine.ts';
import { ServiceError } from '../errors.ts';
import { checkByRules } from '../evidence/check/check.ts';
import { type CitableArticle, toCitable } from '../evidence/passage.ts';
import type { Article, SourceName } from '../literature/article.ts';
import { planQuery } from '../literature/plan-query.ts';
import { statementIn } from '../polish/claims.ts';
import { bearsMark } from './bears-mark.ts';
import { checkSentence } from './check-sentence.ts';
import { toCheckedArticle, withoutItsOrders } from './checked-article.ts';
import type { AnswerDependencies, CallContext } from './context.ts';
import { ownTurn } from './own-turn.ts';
import { rankFound } from './rank-found.ts';
import { retrieve } from './retrieve.ts';
import { openBusy, openShortfalls, type Shortfall } from './shortfall.ts';

/** An article whose abstract supports a sentence; undefined where none that was found does. */
export type Support = {
  article: CitableArticle | undefined;
  unavailable: SourceName[];
  answered: boolean;
  /** What sources that answered did not give. */
  shortfalls: Shortfall[];
  /** Sources that were too busy to be asked. */
  busy: SourceName[];
  /** Sources that answered. */
  searched: SourceName[];
};

const nothingAsked = { shortfalls: [], busy: [], searched: [] };

/** What all searches of one call share. */
export type SupportSearch = {
  /** Epoch milliseconds after which nothing is searched for any more. */
  end: number;
  /** How often the model may still be asked about a sentence that rules leave open. */
  verifications: number;
  /** Sources that could not be asked: they are not asked again in this call. */
  unavailable: Set<SourceName>;
};

/** Records that a source is asked for, and those whose abstracts are compared with the sentence. */
const candidates = 20;
const compared = 8;
/** Of one sentence, all sources together. */
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
  const { requestId, signal, emit } = context;
  const now = clock.now();
  const remote = literature.remote.filter(({ source }) => !search.unavailable.has(source));
  const library = literature.library && search.unavailable.has('library') ? undefined : literature.library;
  if (now >= search.end || (remote.length === 0 && !library))
    return { article: undefined, unavailable: [...search.unavailable], answered: false, ...nothingAsked };
  const thisYear = new Date(now).getUTCFullYear();
  // A year in a sentence is when something was found, and no wish for papers of that year.
  const planned = planQuery({ question: sentence, history: [], years: {}, category: undefined, thisYear });
  const query = { ...planned, years: {}, studyTypes: [] };
  if (query.facets.length === 0)
    return { article: undefined, unavailable: [], answered: true, ...nothingAsked };
  const found = await retrieve(
    query,
    { remote, library },
    {
      ...{ limit: candidates, signal, clock, log, requestId, emit, patience: literature.patience },
      end: Math.min(search.end, now + searchMs),
    },
  );
  for (const source of found.unavailable) search.unavailable.add(source);
  const { ranking } = rankFound(found, query, thisYear);
  const articles = ranking.ranked
    .map(({ article }) => article)
    .filter(({ abstract, retracted }) => abstract.length > 0 && !retracted)
    .slice(0, compared);
  const article = await best(statementIn(sentence), articles, search, { engine, log }, context);
  return {
    article: article && toCitable(article),
    unavailable: found.unavailable,
    answered: found.rankings.length > 0,
    shortfalls: openShortfalls(found),
    busy: openBusy(found),
    searched: found.rankedBy,
  };
}

/**
 * The article that a statement can be put to. Rules alone decide where they find all of its words: a verdict that leaves some
 * out is a good guess for a reader, and no ground for a reference. Of the others the likeliest one is shown to the model.
 */
async function best(
  statement: string,
  articles: readonly Article[],
  search: SupportSearch,
  dependencies: { engine: Engine; log: AnswerDependencies['log'] },
  context: CallContext,
): Promise<Article | undefined> {
  const sure: { article: Article; confidence: number }[] = [];
  const open: { article: Article; missing: number }[] = [];
  for (const article of articles) {
    await ownTurn(context.signal);
    const checked = withoutItsOrders(toCheckedArticle(article));
    const check = checkByRules({ sentence: statement, article: checked });
    const missing = check.missing.length + check.untranslated.length;
    if (missing === 0 && check.confidence >= confidenceMin && bearsMark(statement, check, checked.abstract))
      sure.push({ article, confidence: check.confidence });
    else if (check.verdict !== 'deviates' && check.open) open.push({ article, missing });
  }
  const [surest] = sure.sort((one, other) => other.confidence - one.confidence);
  if (surest) return surest.article;
  const [likely] = open.sort((one, other) => one.missing - other.missing);
  if (!likely || search.verifications <= 0 || dependencies.engine.verifyReserve === 0) return undefined;
  search.verifications -= 1;
  try {
    const article = toCheckedArticle(likely.article);
    const check = await checkSentence({ sentence: statement, article }, dependencies, context);
    const isBorne = check.method === 'model' && bearsMark(statement, check, article.abstract);
    return isBorne ? likely.article : undefined;
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

/** The share of such verdicts that were right on the checker’s training claims; beside it every word must be there. */
const confidenceMin = 0.75;
