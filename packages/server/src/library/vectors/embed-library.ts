import { setTimeout as delay } from 'node:timers/promises';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { Embedder } from './embedder.ts';
import { quantize } from './quantize.ts';
import { embeddedText, textHash } from './record-text.ts';
import { openVectorWriter } from './vector-store.ts';

/** Texts per request: embedding servers accept at least as many, and a failed one loses no more. */
const batchTexts = 64;
/** Time limit of a request in milliseconds: a large model takes minutes without a graphics card. */
const deadlineMsDefault = 600_000;

/** Statuses of a server that is overloaded or loading its model, and the milliseconds before the next attempt. */
const busyStatuses = new Set<unknown>([429, 503]);
const usualWaitsMs = [2_000, 10_000, 30_000, 60_000];

export type EmbedProgress = {
  /** Records examined, including those that already had a vector. */
  seen: number;
  embedded: number;
  /** Tokens that the server reported; undefined if it reported none. */
  tokens: number | undefined;
};

/**
 * Gives every record of the library a vector: only those that have none, or whose text has changed, are sent. Vectors
 * of deleted records are removed. Each batch is stored immediately, so that an interrupted run continues where it
 * stopped. A busy server is asked again later.
 * @param signal stops after the current batch
 * @throws errors of the embedder; an error with `failure` if the vectors change their length; a TimeoutError if a
 * request takes more than `deadlineMs` milliseconds
 */
export async function embedLibrary(
  records: AsyncIterable<Article>,
  {
    embedder,
    path,
    signal,
    report = () => undefined,
    deadlineMs = deadlineMsDefault,
    waitsMs = usualWaitsMs,
  }: {
    embedder: Embedder;
    path: string;
    signal: AbortSignal;
    report?: (progress: EmbedProgress) => void;
    deadlineMs?: number;
    waitsMs?: readonly number[];
  },
): Promise<EmbedProgress & { removed: number; total: number }> {
  const embed = async (texts: readonly string[]) => {
    for (const waitMs of waitsMs)
      try {
        return await embedOnce(texts);
      } catch (error) {
        if (!busyStatuses.has(Object(error).status)) throw error;
        await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    return embedOnce(texts);
  };
  const embedOnce = (texts: readonly string[]) =>
    embedder.embed(texts, AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]));
  // Only a vector reveals the length of a model's vectors.
  const [probe = []] = (await embed(['length of the vectors'])).vectors;
  const store = openVectorWriter(path, { name: embedder.model, dimensions: probe.length });
  const progress: EmbedProgress = { seen: 0, embedded: 0, tokens: undefined };
  try {
    const known = store.hashes();
    const gone = new Set(known.keys());
    let batch: Pending[] = [];
    const send = async () => {
      signal.throwIfAborted();
      const { vectors, tokens } = await embed(batch.map(({ text }) => embedder.prefixes.passage + text));
      if (vectors.some(({ length }) => length !== probe.length)) throw new ChangedModelError();
      store.put(batch.map(({ pmid, hash }, at) => ({ pmid, hash, vector: quantize(vectors[at] ?? []) })));
      progress.embedded += batch.length;
      if (tokens !== undefined) progress.tokens = (progress.tokens ?? 0) + tokens;
      batch = [];
      report(progress);
    };
    for await (const article of records) {
      progress.seen++;
      gone.delete(article.pmid);
      const text = embeddedText(article);
      const hash = textHash(text);
      if (known.get(article.pmid) === hash) continue;
      batch.push({ pmid: article.pmid, text, hash });
      if (batch.length === batchTexts) await send();
    }
    if (batch.length > 0) await send();
    store.remove([...gone]);
    return { ...progress, removed: gone.size, total: store.count() };
  } finally {
    store.close();
  }
}

/** Thrown for a server whose model changed meanwhile: its vectors have a different length. */
class ChangedModelError extends Error {
  override readonly name = 'ChangedModelError';
  readonly failure = 'model_changed';
}

type Pending = { pmid: Pmid; text: string; hash: string };
