import type { Article, SourceName } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { WriteInput } from '../../features/answers/model/answer-prompt.ts';
import { answerTask, imageTask } from '../../features/answers/model/answer-tasks.ts';
import type { ChatInput } from '../../features/chat/avatar-prompt.ts';
import { avatarTask } from '../../features/chat/avatar-task.ts';
import type { Verification, VerifyInput } from '../../features/citation-checks/verifier/verification.ts';
import { verifyTask } from '../../features/citation-checks/verifier/verify-task.ts';
import type { PolishInput } from '../../features/polishing/model/polish-prompt.ts';
import { polishTask } from '../../features/polishing/model/polish-task.ts';
import type { Retriever } from '../../literature/sources/retriever.ts';
import type { Model, ModelCallContext, PartConsumer, ReplyTask, Task, WriterPart } from '../../llm/model.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { PlanInput, SearchPlan } from '../../retrieval/planning/search-plan.ts';
import { planTask } from '../../retrieval/planning/search-tasks.ts';

type Script = {
  /** Output of the writer: parts, or an error thrown at its position. */
  writes?: (input: WriteInput) => Iterable<WriterPart | ModelError | string>;
  plans?: (input: PlanInput) => Promise<SearchPlan | undefined>;
  describes?: () => Promise<string>;
  /** Judgment of a sentence; undefined for none. */
  verifies?: (input: VerifyInput, context: ModelCallContext) => Promise<Verification | undefined>;
  /** Polished segment; unchanged by default. */
  polishes?: (input: PolishInput) => string | ModelError | Promise<string | ModelError>;
  chats?: (input: ChatInput) => Iterable<ModelError | string>;
};

/** Model that replies as a test specifies, and records the inputs of its writer. Without a script its plans are empty. */
export function scriptedModel({
  writes,
  plans,
  describes,
  verifies,
  polishes,
  chats,
}: Script): Model & { inputs: WriteInput[] } {
  const inputs: WriteInput[] = [];
  const replies = new Map<object, (input: never, context: ModelCallContext) => Promise<unknown>>([
    [
      planTask,
      async (input: PlanInput) => (await plans?.(input)) ?? { question: input.question, concepts: [] },
    ],
    ...(verifies ? [[verifyTask, verifies] as const] : []),
    ...(describes ? [[imageTask, describes] as const] : []),
    [
      polishTask,
      async (input: PolishInput) => {
        const reply = (await polishes?.(input)) ?? input.text;
        if (reply instanceof ModelError) throw reply;
        return reply;
      },
    ],
  ]);
  const texts = new Map<object, (input: never) => Iterable<WriterPart | ModelError | string>>([
    [
      answerTask,
      (input: WriteInput) => {
        inputs.push(input);
        return writes?.(input) ?? [];
      },
    ],
    [avatarTask, (input: ChatInput) => chats?.(input) ?? []],
  ]);
  return {
    name: 'scripted',
    contextTokens: 0,
    inputs,
    has: (role) => (role === 'vision' ? describes !== undefined : role !== 'reranker'),
    async reply<Input, Output>(task: ReplyTask<Input, Output>, input: Input, context: ModelCallContext) {
      const script = replies.get(task);
      if (!script) throw new ModelError('provider_error');
      return (await script(input as never, context)) as Output;
    },
    async write<Input>(task: Task<Input>, input: Input, _context: ModelCallContext, take: PartConsumer) {
      for (const part of texts.get(task)?.(input as never) ?? []) {
        if (part instanceof ModelError) throw part;
        await take(typeof part === 'string' ? { type: 'text', text: part } : part);
      }
    },
  };
}

/** Source that returns these articles for every query, or throws; it records the queries. */
export function scriptedRetriever(
  source: SourceName,
  has: readonly Article[] | Error | ((query: SearchQuery) => readonly Article[]),
): Retriever & { queries: SearchQuery[] } {
  const queries: SearchQuery[] = [];
  return {
    source,
    queries,
    async search(query, { limit }) {
      queries.push(query);
      if (has instanceof Error) throw has;
      const articles = (typeof has === 'function' ? has(query) : has).slice(0, limit);
      return {
        source,
        articles,
        executed: [{ query: query.concepts.join(' '), total: articles.length }],
        missing: [],
      };
    },
    async fetch(pmids) {
      if (has instanceof Error) throw has;
      const articles = typeof has === 'function' ? [] : has;
      return articles.filter(({ pmid }) => pmids.includes(pmid));
    },
  };
}
