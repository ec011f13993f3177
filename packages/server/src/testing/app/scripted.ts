import type { Article, SourceName } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { ChatInput } from '../../features/chat/avatar-prompt.ts';
import { avatarTask } from '../../features/chat/avatar-task.ts';
import type { Verification, VerifyInput } from '../../features/citation-checks/verifier/verification.ts';
import { verifyTask } from '../../features/citation-checks/verifier/verify-task.ts';
import type { PolishInput } from '../../features/polishing/model/polish-prompt.ts';
import { polishTask } from '../../features/polishing/model/polish-task.ts';
import type { Retriever } from '../../literature/sources/retriever.ts';
import { type Engine, EngineError, type SearchPlan, type WriteInput } from '../../llm/engine.ts';
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

/** Engine that replies as a test specifies, and records its inputs. It has a model if a task of one is scripted. */
export function scriptedEngine(script: Script): Engine & { inputs: WriteInput[] } {
  const { writes, plans, describes, verifies, polishes, chats } = script;
  const inputs: WriteInput[] = [];
  return {
    name: 'scripted',
    vision: describes !== undefined,
    answerHold: 0,
    inputs,
    ...((verifies || polishes || chats) && { model: scriptedModel(script) }),
    planSearch: async () => plans?.(),
    async writeAnswer(input, _context, take) {
      inputs.push(input);
      for (const part of writes?.(input) ?? []) {
        if (part instanceof EngineError) throw part;
        await take(typeof part === 'string' ? { type: 'text', text: part } : part);
      }
    },
    describeImages: async () => {
      if (!describes) throw new EngineError('provider_error');
      return describes();
    },
  };
}

function scriptedModel({ verifies, polishes, chats }: Script): Model {
  const scripts = new Map<object, (input: never, context: EngineContext) => Promise<unknown>>([
    [verifyTask, async (input: VerifyInput, context) => verifies?.(input, context)],
    [
      polishTask,
      async (input: PolishInput) => {
        const reply = (await polishes?.(input)) ?? input.text;
        if (reply instanceof EngineError) throw reply;
        return reply;
      },
    ],
  ]);
  return {
    async reply<Input, Output>(task: ReplyTask<Input, Output>, input: Input, context: EngineContext) {
      const script = scripts.get(task);
      if (!script) throw new EngineError('provider_error');
      return (await script(input as never, context)) as Output;
    },
    async write<Input>(task: Task<Input>, input: Input, _context: EngineContext, take: PartConsumer) {
      if (task !== (avatarTask as object)) throw new EngineError('provider_error');
      for (const part of chats?.(input as ChatInput) ?? []) {
        if (part instanceof EngineError) throw part;
        await take({ type: 'text', text: part });
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
