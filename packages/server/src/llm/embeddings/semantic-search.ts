import type { Clock } from '@citewell/core/clock.ts';
import type { Pmid } from '@citewell/core/records/article.ts';
import type { Embedder } from '../../library/vectors/embedder.ts';
import { cosine, quantize } from '../../library/vectors/quantize.ts';
import type { VectorPool } from '../../library/vectors/vector-pool.ts';
import type { Candidate, Reranker, RerankQuestion } from '../../literature/ranking/reranker.ts';
import type { Log } from '../../platform/log.ts';
import type { Observe } from '../../platform/observe.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../circuit-breaker.ts';

/** Search by meaning: with vectors beside words. */
export type SemanticSearch = {
  /**
   * Finds records of the library near a question in meaning, the nearest first; none where the model could not be asked in
   * time.
   * @throws the reason of `signal` if it aborts, and nothing else
   */
  nearest(question: RerankQuestion, limit: number, signal: AbortSignal): Promise<Pmid[]>;
  /** Asks the model for a vector, whatever is remembered. @throws the reason of `signal` if it aborts */
  isReachable(signal: AbortSignal): Promise<boolean>;
  /** Orders candidates by their vectors: those of the library's records as stored, of others as the model gives them. */
  reranker: Reranker;
  close(): Promise<void>;
};

/** Milliseconds for the model: somebody waits for the answer. */
const deadlineMsDefault = 2_000;
/** Candidates that are compared: all that an answer searches for, with those that vectors found. */
const depth = 160;
/** Candidates without a stored vector that are embedded for a question: those of a live search. */
const embeddedMax = 40;
/** Weight of the cosine beside the ranking by words: chosen on SciFact's training claims, with all-MiniLM-L6-v2. */
const share = 0.6;
/** Questions whose vector is remembered: the search and the ranking of one call ask for the same. */
const rememberedMax = 100;

/** Creates the search by meaning of a model and the vectors of the library. */
export function createSemanticSearch(
  { embedder, vectors }: { embedder: Embedder; vectors: VectorPool },
  {
    clock,
    log,
    breaker = createCircuitBreaker(clock),
    observe,
    deadlineMs = deadlineMsDefault,
  }: { clock: Clock; log: Log; breaker?: CircuitBreaker; observe?: Observe; deadlineMs?: number },
): SemanticSearch {
  const remembered = new Map<string, Int8Array<ArrayBuffer>>();

  /** Vectors of texts; undefined where the model is down, late or wrong. */
  async function embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Int8Array<ArrayBuffer>[] | undefined> {
    signal.throwIfAborted();
    // One that is down costs its deadline a few times, and then nothing until it is tried again.
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
      observe?.({ durationMs: performance.now() - startedAt });
      return vectors.map(quantize);
    } catch (error) {
      signal.throwIfAborted();
      pass.close('failed');
      const { failure = 'timeout', status } = error as { failure?: string; status?: number };
      observe?.({ durationMs: performance.now() - startedAt, failure });
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

  /** Asks the thread of the vectors; undefined where it could not be asked. */
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
        // Those of a model that the server had before are as good as none.
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

/** A Chinese question by what it names in English: most embedding models know little Chinese, and records are English. */
function meaningOf({ text, language, concepts }: RerankQuestion): string {
  return language === 'zh' && concepts.length > 0 ? concepts.join(' ') : text;
}
