import type { Clock } from '@citewell/core/clock.ts';
import { z } from 'zod';
import { cosine, quantize } from '../../library/vectors/quantize.ts';
import type { Reranker } from '../../literature/ranking/reranker.ts';
import type { RerankConfig } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import type { Observe } from '../../platform/observe.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../circuit-breaker.ts';
import { createHttpEmbedder } from '../embeddings/http-embedder.ts';
import { createJsonClient, JsonRequestError } from '../providers/json-client.ts';

/** Somebody waits for the answer: what is not there by then is done without. */
const deadlineMsDefault = 2_000;
/** Rank beyond which a record is seldom chosen, while every one costs its time. */
const depth = 40;
/** Scores of 40 texts are a few kilobytes, unless a server repeats the texts. */
const replyMaxBytes = 2 ** 20;
/** Weight beside the ranking by words. */
const share = 0.7;

const scored = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
});
/**
 * A reranker over HTTP: `POST {base}/rerank` as Cohere and Jina have it, or `POST {base}/embeddings` of the
 * OpenAI-compatible kind, whose vectors are compared by their cosine.
 */
export function createHttpReranker(
  { kind, baseUrl, apiKey, model }: RerankConfig,
  {
    clock,
    log,
    breaker = createCircuitBreaker(clock),
    observe,
    deadlineMs = deadlineMsDefault,
  }: { clock: Clock; log: Log; breaker?: CircuitBreaker; observe?: Observe; deadlineMs?: number },
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
      // One that is down costs its deadline a few times, and then nothing until it is tried again.
      const pass = breaker.enter();
      if (!pass) return undefined;
      const startedAt = performance.now();
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new JsonRequestError('timeout')), deadlineMs);
      try {
        const texts = candidates.map(({ text }) => text);
        const found = await score(question.text, texts, AbortSignal.any([signal, late.signal]));
        pass.answered();
        pass.close('complete');
        observe?.({ durationMs: performance.now() - startedAt });
        return found;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        pass.close('failed');
        const { failure = 'unreachable', status } = error as Partial<JsonRequestError>;
        observe?.({ durationMs: performance.now() - startedAt, failure });
        log('warn', 'reranker_failed', { failure, ...(status && { status }) });
        return undefined;
      } finally {
        clearTimeout(timer);
        pass.close(undefined);
      }
    },
    close,
  };
}

/** One way to ask a server for the scores of texts. */
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

/** Each of the `count` items by its index, once. */
function inInputOrder<Item extends { index: number }>(items: readonly Item[], count: number): Item[] {
  const byIndex = new Map(items.map((item) => [item.index, item]));
  return Array.from({ length: count }, (_, index) => {
    const item = byIndex.get(index);
    if (!item) throw new JsonRequestError('bad_reply');
    return item;
  });
}
