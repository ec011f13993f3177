import type { Article, SourceName } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { Retriever } from '../../literature/sources/retriever.ts';
import {
  type ChatInput,
  type Engine,
  type EngineContext,
  EngineError,
  type PolishInput,
  type SearchPlan,
  type Verification,
  type VerifyInput,
  type WriteInput,
  type WriterPart,
} from '../../llm/engine.ts';

type Script = {
  /** Output of the writer: parts, or an error thrown at its position. */
  writes?: (input: WriteInput) => Iterable<WriterPart | EngineError | string>;
  plans?: () => Promise<SearchPlan | undefined>;
  describes?: () => Promise<string>;
  verifies?: (input: VerifyInput, context: EngineContext) => Promise<Verification | undefined>;
  /** Polished segment; unchanged by default. */
  polishes?: (input: PolishInput) => string | EngineError | Promise<string | EngineError>;
  chats?: (input: ChatInput) => Iterable<EngineError | string>;
};

/** Engine that replies as a test specifies, and records its inputs. */
export function scriptedEngine({
  writes,
  plans,
  describes,
  verifies,
  polishes,
  chats,
}: Script): Engine & { inputs: WriteInput[] } {
  const inputs: WriteInput[] = [];
  return {
    name: 'scripted',
    vision: describes !== undefined,
    answerHold: 0,
    verifyHold: 0,
    inputs,
    planSearch: async () => plans?.(),
    ...(verifies && { verifyCitation: async (input, context) => verifies(input, context) }),
    async writeAnswer(input, _context, take) {
      inputs.push(input);
      for (const part of writes?.(input) ?? []) {
        if (part instanceof EngineError) throw part;
        await take(typeof part === 'string' ? { type: 'text', text: part } : part);
      }
    },
    polishHold: 0,
    async polish(input) {
      const reply = (await polishes?.(input)) ?? input.text;
      if (reply instanceof EngineError) throw reply;
      return reply;
    },
    chatHold: 0,
    async chat(input, _context, take) {
      for (const part of chats?.(input) ?? []) {
        if (part instanceof EngineError) throw part;
        await take({ type: 'text', text: part });
      }
    },
    describeImages: async () => {
      if (!describes) throw new EngineError('provider_error');
      return describes();
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
