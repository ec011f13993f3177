import type { SearchQuery } from '@citewell/core/records/query.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { Language } from '@citewell/sdk';
import { withPlan } from '../../../literature/query/plan-query.ts';
import type { ReviewScope } from '../../../llm/review-writer-port.ts';
import type { CallContext } from '../../../pipeline/context.ts';
import type { ReviewRequest } from './request.ts';

/** Scope of a review: its topic, and the searches for it. */
export type Scope = {
  language: Language;
  query: SearchQuery;
  /** True where the topic names one thing alone: what is said of it has to be narrowed. */
  broad: boolean;
  /** A model's reading of the topic; undefined without one. */
  read: ReviewScope | undefined;
};

/** Determines the scope by rules alone. */
export async function scopeByRules(
  request: ReviewRequest,
  thisYear: number,
  { work, signal }: Pick<CallContext, 'work' | 'signal'>,
): Promise<Scope> {
  const { question, years, category } = request;
  const language = request.language ?? detectLanguage(question);
  const query = await work('planQuestion', { question, history: [], years, category, thisYear }, signal);
  return { language, query, broad: query.facets.length <= 1, read: undefined };
}

/** Adds a model's reading to a scope: its concepts become the query's. */
export function withReading(scope: Scope, read: ReviewScope): Scope {
  return { ...scope, query: withPlan(scope.query, read), broad: read.broad, read };
}

/** The searches that follow a topic's own: for the strongest designs, which narrow it. */
export function designSearches(query: SearchQuery): SearchQuery[] {
  if (query.studyTypes.length > 0) return [];
  return [
    { ...query, studyTypes: ['Systematic Review', 'Meta-Analysis'] },
    { ...query, studyTypes: ['Randomized Controlled Trial'] },
  ];
}

/** A search for each sub-question that a model put. */
export function questionSearches({ query, read }: Scope): SearchQuery[] {
  return (read?.questions ?? [])
    .map(({ concepts }) => withPlan(query, { concepts }))
    .filter((own) => own !== query);
}
