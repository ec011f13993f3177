import type { Clock } from '@citewell/core/clock.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { Embedder } from '../../library/vectors/embedder.ts';
import { cosine, quantize } from '../../library/vectors/quantize.ts';
import type { VectorPool } from '../../library/vectors/vector-pool.ts';
import type { Candidate, Reranker, RerankQuestion } from '../../literature/ranking/reranker.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../../platform/circuit-breaker.ts';
import type { Log } from '../../platform/log.ts';
import type { RecordRequest } from '../../platform/request-metrics.ts';

/** Vector search, in addition to the search by words. */
export type SemanticSearch = {
  /**
   * Finds records of the library near a question in meaning, the nearest first; none if the model fails or is late.
   * @throws the reason of `signal` if it aborts, and nothing else
   */
  nearest(question: RerankQuestion, limit: number, signal: AbortSignal): Promise<Pmid[]>;
  /**
   * Asks the model for a vector, bypassing the cache.
   * @throws the reason of `signal` if it aborts
   */
  isReachable(signal: AbortSignal): Promise<boolean>;
  /** Orders candidates by their vectors: the stored ones of the library's records, computed ones of others. */
  reranker: Reranker;
  close(): Promise<void>;
};

/** Time limit for the model in milliseconds, since somebody is waiting for the answer. */
const deadlineMsDefault = 2_000;
/** Maximum number of candidates compared: all that an answer searches for, with those found by vectors. */
const depth = 160;
/** Maximum number of candidates without a stored vector that are embedded per question: those of a live search. */
const embeddedMax = 40;
/**
 * Weight of the cosine relative to the ranking by words: chosen on SciFact's training claims, with all-MiniLM-L6-v2.
 */
const share = 0.6;
/** Number of questions whose vector is cached: search and ranking of one call need the same one. */
const rememberedMax = 100;

/** Creates the vector search from a model and the vectors of the library. */
export function createSemanticSearch(
  { embedder, vectors }: { embedder: Embedder; vectors: VectorPool },
  {
    clock,
    log,
    breaker = createCircuitBreaker(clock),
    recordRequest,
    deadlineMs = deadlineMsDefault,
  }: { clock: Clock; log: Log; breaker?: CircuitBreaker; recordRequest?: RecordRequest; deadlineMs?: number },
): SemanticSearch {
  const remembered = new Map<string, Int8Array<ArrayBuffer>>();

  /** Returns vectors of texts; undefined if the model is down, late or wrong. */
  async function embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Int8Array<ArrayBuffer>[] | undefined> {
    signal.throwIfAborted();
    // A model that is down costs its deadline a few times, then nothing until the next probe.
    const pass = breaker.enter();
    if (!pass) return undefined;
    const startedAt = performance.now();
    try {
      const { vectors } = await embedder.embed(
        texts,
        AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      );
      pass.answered();
      pass.close('complete');
      recordRequest?.({ durationMs: performance.now() - startedAt });
      return vectors.map(quantize);
    } catch (error) {
      signal.throwIfAborted();
      pass.close('failed');
      const { failure = 'timeout', status } = error as { failure?: string; status?: number };
      recordRequest?.({ durationMs: performance.now() - startedAt, failure });
      log('warn', 'embeddings_failed', { failure, ...(status && { status }) });
      return undefined;
    } finally {
      pass.close(undefined);
    }
  }

  async function questionVector(
    asked: RerankQuestion,
    signal: AbortSignal,
  ): Promise<Int8Array<ArrayBuffer> | undefined> {
    const question = meaningOf(asked);
    const known = remembered.get(question);
    if (known) return known;
    const [vector] = (await embed([embedder.prefixes.query + question], signal)) ?? [];
    if (!vector) return undefined;
    if (remembered.size >= rememberedMax) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(question, vector);
    return vector;
  }

  /** Calls the vector thread; returns undefined on failure. */
  async function read<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      log('warn', 'vectors_failed', { failure: String((error as Error).name) });
      return undefined;
    }
  }

  return {
    async nearest(question, limit, signal) {
      const vector = await questionVector(question, signal);
      return (vector && (await read(signal, () => vectors.nearest(vector, limit, signal)))) ?? [];
    },
    isReachable: async (signal) => (await embed(['aspirin'], signal)) !== undefined,
    reranker: {
      depth,
      share,
      async score(question, candidates, signal) {
        const asked = await questionVector(question, signal);
        const pmids = candidates.map(({ pmid }) => pmid);
        const stored = asked && (await read(signal, () => vectors.get(pmids, signal)));
        if (!stored) return undefined;
        // Vectors of the server's previous model are useless.
        const isMissing = ({ pmid }: Candidate) => stored.get(pmid)?.length !== asked.length;
        const missing = candidates.filter(isMissing).slice(0, embeddedMax);
        const added =
          missing.length > 0
            ? await embed(
                missing.map(({ text }) => embedder.prefixes.passage + text),
                signal,
              )
            : [];
        if (!added) return undefined;
        for (const [at, { pmid }] of missing.entries()) stored.set(pmid, added[at] ?? new Int8Array());
        const scores = pmids.map((pmid) => {
          const vector = stored.get(pmid);
          return vector?.length === asked.length ? cosine(asked, vector) : undefined;
        });
        const known = scores.filter((score) => score !== undefined);
        if (known.length === 0) return undefined;
        const lowest = Math.min(...known);
        return scores.map((score) => score ?? lowest);
      },
      close: () => Promise.resolve(),
    },
    async close() {
      await Promise.all([embedder.close(), vectors.close()]);
    },
  };
}

/**
 * Reduces a Chinese question to its English names: most embedding models know little Chinese, and records are English.
 */
function meaningOf({ text, language, concepts }: RerankQuestion): string {
  return language === 'zh' && concepts.length > 0 ? concepts.join(' ') : text;
}
