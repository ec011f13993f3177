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
import { type Engine, EngineError, type SearchPlan } from '../../llm/engine.ts';
import type { EngineContext, Model, PartConsumer, ReplyTask, Task, WriterPart } from '../../llm/model.ts';

type Script = {
  /** Output of the writer: parts, or an error thrown at its position. */
  writes?: (input: WriteInput) => Iterable<WriterPart | EngineError | string>;
  plans?: () => Promise<SearchPlan | undefined>;
  describes?: () => Promise<string>;
  /** Judgement of a sentence; undefined for none. */
  verifies?: (input: VerifyInput, context: EngineContext) => Promise<Verification | undefined>;
  /** Polished segment; unchanged by default. */
  polishes?: (input: PolishInput) => string | EngineError | Promise<string | EngineError>;
  chats?: (input: ChatInput) => Iterable<EngineError | string>;
};

/** Engine that replies as a test specifies, and records the inputs of its writer. It has a model if anything is scripted. */
export function scriptedEngine(script: Script): Engine & { inputs: WriteInput[] } {
  const { plans, describes } = script;
  const inputs: WriteInput[] = [];
  return {
    name: 'scripted',
    vision: describes !== undefined,
    searchHold: 0,
    inputs,
    ...(Object.keys(script).length > 0 && { model: scriptedModel(script, inputs) }),
    planSearch: async () => plans?.(),
  };
}

function scriptedModel(
  { writes, describes, verifies, polishes, chats }: Script,
  inputs: WriteInput[],
): Model {
  const replies = new Map<object, (input: never, context: EngineContext) => Promise<unknown>>([
    ...(verifies ? [[verifyTask, verifies] as const] : []),
    ...(describes ? [[imageTask, describes] as const] : []),
    [
      polishTask,
      async (input: PolishInput) => {
        const reply = (await polishes?.(input)) ?? input.text;
        if (reply instanceof EngineError) throw reply;
        return reply;
      },
    ],
  ]);
  const texts = new Map<object, (input: never) => Iterable<WriterPart | EngineError | string>>([
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
    contextTokens: 0,
    async reply<Input, Output>(task: ReplyTask<Input, Output>, input: Input, context: EngineContext) {
      const script = replies.get(task);
      if (!script) throw new EngineError('provider_error');
      return (await script(input as never, context)) as Output;
    },
    async write<Input>(task: Task<Input>, input: Input, _context: EngineContext, take: PartConsumer) {
      for (const part of texts.get(task)?.(input as never) ?? []) {
        if (part instanceof EngineError) throw part;
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
