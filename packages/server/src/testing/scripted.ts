import {
  type Engine,
  EngineError,
  type SearchPlan,
  type WriteInput,
  type WriterPart,
} from '../engines/engine.ts';
import type { Article, SourceName } from '../literature/article.ts';
import type { SearchQuery } from '../literature/query.ts';
import type { Retriever } from '../literature/retriever.ts';

type Script = {
  /** What the writer says: parts, or a failure thrown where it stands. */
  writes?: (input: WriteInput) => Iterable<WriterPart | EngineError | string>;
  plans?: () => Promise<SearchPlan | undefined>;
  describes?: () => Promise<string>;
};

/** An engine that says what a test tells it to, and remembers what it was given. */
export function scriptedEngine({ writes, plans, describes }: Script): Engine & { inputs: WriteInput[] } {
  const inputs: WriteInput[] = [];
  return {
    name: 'scripted',
    vision: describes !== undefined,
    answerReserve: 0,
    inputs,
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

/** A source that has these articles whatever is asked, or throws; it remembers the queries it was asked. */
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
