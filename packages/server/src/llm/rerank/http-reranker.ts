import type { Clock } from '@citewell/core/clock.ts';
import { z } from 'zod';
import { cosine, quantize } from '../../library/vectors/quantize.ts';
import type { Reranker } from '../../literature/ranking/reranker.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../../platform/circuit-breaker.ts';
import type { RerankConfig } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import type { RecordRequest } from '../../platform/request-metrics.ts';
import { createHttpEmbedder } from '../embeddings/http-embedder.ts';
import { createJsonClient, JsonRequestError } from '../providers/json-client.ts';
import { requestThroughBreaker } from '../request-through-breaker.ts';

/** Time limit in milliseconds, since somebody is waiting for the answer. */
const deadlineMsDefault = 2_000;
/** Number of records reranked: those beyond are seldom chosen, but each costs time. */
const depth = 40;
/** Maximum bytes of a reply: scores of 40 texts are a few kilobytes, unless a server repeats the texts. */
const replyMaxBytes = 2 ** 20;
/** Weight relative to the ranking by words. */
const share = 0.7;

const scored = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
});

/** Returns the description that an error gives of a failed request. */
function failedBy(error: unknown) {
  const { failure = 'unreachable', status } = error as Partial<JsonRequestError>;
  return { failure, status };
}

/**
 * Creates a reranker over HTTP: `POST {base}/rerank` as Cohere and Jina define it, or an OpenAI-compatible `POST
 * {base}/embeddings`, whose vectors are compared by cosine.
 */
export function createHttpReranker(
  { kind, baseUrl, apiKey, model }: RerankConfig,
  {
    clock,
    log,
    breaker = createCircuitBreaker(clock),
    recordRequest,
    deadlineMs = deadlineMsDefault,
  }: { clock: Clock; log: Log; breaker?: CircuitBreaker; recordRequest?: RecordRequest; deadlineMs?: number },
): Reranker {
  const { score, close } =
    kind === 'embeddings'
      ? scoringByEmbeddings({ baseUrl, apiKey, model }, deadlineMs)
      : scoringByRerank({ baseUrl, apiKey, model }, deadlineMs);

  return {
    depth,
    share,
    async score(question, candidates, signal) {
      signal.throwIfAborted();
      // A reranker that is down costs its deadline a few times, then nothing until the next probe.
      const pass = breaker.enter();
      if (!pass) return undefined;
      const texts = candidates.map(({ text }) => text);
      const failureOf = (error: unknown) => failedBy(error).failure;
      try {
        return await requestThroughBreaker(pass, { deadlineMs, signal, recordRequest, failureOf }, (until) =>
          score(question.text, texts, until),
        );
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const { failure, status } = failedBy(error);
        log('warn', 'reranker_failed', { failure, ...(status && { status }) });
        return undefined;
      }
    },
    close,
  };
}

/** Protocol for requesting the scores of texts. */
type Scoring = {
  score(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>;
  close(): Promise<void>;
};

function scoringByRerank({ baseUrl, apiKey, model }: Omit<RerankConfig, 'kind'>, connectMs: number): Scoring {
  const client = createJsonClient({
    url: new URL(`${baseUrl}/rerank`),
    ...{ apiKey, connectMs, replyMaxBytes },
  });
  return {
    async score(question, texts, signal) {
      const reply = await client.ask(
        { model, query: question, documents: texts, top_n: texts.length },
        signal,
      );
      return inInputOrder(read(scored, reply).results, texts.length).map(
        ({ relevance_score }) => relevance_score,
      );
    },
    close: () => client.close(),
  };
}

function scoringByEmbeddings(config: Omit<RerankConfig, 'kind'>, connectMs: number): Scoring {
  const embedder = createHttpEmbedder({ ...config, prefixes: undefined }, { connectMs });
  return {
    async score(question, texts, signal) {
      const { query, passage } = embedder.prefixes;
      const prefixed = [query + question, ...texts.map((text) => passage + text)];
      const { vectors } = await embedder.embed(prefixed, signal);
      const [asked = new Int8Array(), ...others] = vectors.map(quantize);
      return others.map((vector) => cosine(asked, vector));
    },
    close: () => embedder.close(),
  };
}

function read<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.output<Schema> {
  const parsed = schema.safeParse(reply);
  if (!parsed.success) throw new JsonRequestError('bad_reply');
  return parsed.data;
}

/** Returns each of the `count` items by its index, once. */
function inInputOrder<Item extends { index: number }>(items: readonly Item[], count: number): Item[] {
  const byIndex = new Map(items.map((item) => [item.index, item]));
  return Array.from({ length: count }, (_, index) => {
    const item = byIndex.get(index);
    if (!item) throw new JsonRequestError('bad_reply');
    return item;
  });
}
