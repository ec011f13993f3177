import type { Clock } from '@citewell/core/clock.ts';
import { Agent } from 'undici';
import { z } from 'zod';
import type { Reranker } from '../../literature/ranking/reranker.ts';
import type { RerankConfig } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import type { Observe } from '../../platform/observe.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../circuit-breaker.ts';
import { post } from '../providers/http-post.ts';

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

/** What went wrong, for the log; a reply's text never is. */
class RerankError extends Error {
  override readonly name = 'RerankError';
  readonly failure: 'timeout' | 'bad_reply' | 'rejected';
  readonly status: number | undefined;

  constructor(failure: RerankError['failure'], status?: number) {
    super(`reranker: ${failure}`);
    this.failure = failure;
    this.status = status;
  }
}

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
  const dispatcher = new Agent({
    allowH2: false,
    connect: { timeout: deadlineMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  };

  async function ask(body: unknown, signal: AbortSignal): Promise<unknown> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    await post({
      dispatcher,
      origin: url.origin,
      path: url.pathname + url.search,
      headers,
      body: JSON.stringify(body),
      signal,
      onHead({ status }) {
        if (status < 200 || status > 299) throw new RerankError('rejected', status);
        return (bytes) => {
          size += bytes.length;
          if (size > replyMaxBytes) throw new RerankError('bad_reply');
          chunks.push(bytes);
          return undefined;
        };
      },
    });
    try {
      return JSON.parse(Buffer.concat(chunks).toString('utf8'));
    } catch {
      throw new RerankError('bad_reply');
    }
  }

  async function scores(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]> {
    if (kind === 'embeddings') {
      const reply = await ask({ model, input: [question, ...texts] }, signal);
      const vectors = mapWithConcurrency(read(embedded, reply).data, texts.length + 1).map(
        (each) => each.embedding,
      );
      const [asked = [], ...others] = vectors;
      if (others.some(({ length }) => length !== asked.length)) throw new RerankError('bad_reply');
      return others.map((vector) => cosine(asked, vector));
    }
    const reply = await ask({ model, query: question, documents: texts, top_n: texts.length }, signal);
    return mapWithConcurrency(read(scored, reply).results, texts.length).map(
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
      const timer = setTimeout(() => late.abort(new RerankError('timeout')), deadlineMs);
      try {
        const found = await scores(question, texts, AbortSignal.any([signal, late.signal]));
        pass.answered();
        pass.close('complete');
        observe?.({ durationMs: performance.now() - startedAt });
        return found;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        pass.close('failed');
        const { failure = 'unreachable', status } = error as Partial<RerankError>;
        observe?.({ durationMs: performance.now() - startedAt, failure });
        log('warn', 'reranker_failed', { failure, ...(status && { status }) });
        return undefined;
      } finally {
        clearTimeout(timer);
        pass.close(undefined);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function read<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.output<Schema> {
  const parsed = schema.safeParse(reply);
  if (!parsed.success) throw new RerankError('bad_reply');
  return parsed.data;
}

/** Each of the `count` items by its index, once. */
function mapWithConcurrency<Item extends { index: number }>(items: readonly Item[], count: number): Item[] {
  const byIndex = new Map(items.map((item) => [item.index, item]));
  return Array.from({ length: count }, (_, index) => {
    const item = byIndex.get(index);
    if (!item) throw new RerankError('bad_reply');
    return item;
  });
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
  return dot(one, other) / (Math.sqrt(dot(one, one) * dot(other, other)) || 1);
}
