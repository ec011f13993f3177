import type { Clock } from '@citewell/core/clock.ts';
import { z } from 'zod';
import type { Reranker } from '../../literature/ranking/reranker.ts';
import type { RerankConfig } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import type { Observe } from '../../platform/observe.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../circuit-breaker.ts';
import { createJsonClient, JsonRequestError } from '../providers/json-client.ts';

/** Somebody waits for the answer: what is not there by then is done without. */
const deadlineMsDefault = 2_000;
/** Beyond this place a record is seldom chosen, and every one costs its time. */
const depth = 40;
/** Embeddings of 40 texts in JSON are about 2 MB. */
const replyMaxBytes = 16 * 2 ** 20;

const scored = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
});
const embedded = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
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
  const url = new URL(`${baseUrl}/${kind}`);
  const client = createJsonClient({ url, apiKey, connectMs: deadlineMs, replyMaxBytes });

  async function scores(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]> {
    if (kind === 'embeddings') {
      const reply = await client.ask({ model, input: [question, ...texts] }, signal);
      const vectors = inInputOrder(read(embedded, reply).data, texts.length + 1).map(
        (each) => each.embedding,
      );
      const [asked = [], ...others] = vectors;
      if (others.some(({ length }) => length !== asked.length)) throw new JsonRequestError('bad_reply');
      return others.map((vector) => cosine(asked, vector));
    }
    const reply = await client.ask({ model, query: question, documents: texts, top_n: texts.length }, signal);
    return inInputOrder(read(scored, reply).results, texts.length).map(
      ({ relevance_score }) => relevance_score,
    );
  }

  return {
    depth,
    async score(question, texts, signal) {
      signal.throwIfAborted();
      // One that is down costs its deadline a few times, and then nothing until it is tried again.
      const pass = breaker.enter();
      if (!pass) return undefined;
      const startedAt = performance.now();
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new JsonRequestError('timeout')), deadlineMs);
      try {
        const found = await scores(question, texts, AbortSignal.any([signal, late.signal]));
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
    close: () => client.close(),
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

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
  return dot(one, other) / (Math.sqrt(dot(one, one) * dot(other, other)) || 1);
}
