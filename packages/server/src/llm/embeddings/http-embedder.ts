import { beginningOf, estimateTokens } from '@citewell/core/text/token-estimate.ts';
import { z } from 'zod';
import type { Embedder } from '../../library/vectors/embedder.ts';
import type { EmbeddingConfig } from '../../platform/config.ts';
import { createJsonClient, JsonRequestError } from '../providers/json-client.ts';
import { familyOf, prefixesOf, vectorsName } from './prefixes.ts';

/** Maximum bytes of a reply: 100 vectors of 3,072 numbers in JSON are about 7 MB. */
const replyMaxBytes = 16 * 2 ** 20;
/** Statuses with which servers reject too many or too long texts; llama.cpp uses 500 for the latter. */
const tooMuch = new Set([400, 413, 422, 500]);
/** Share of a text that is sent again if a server rejects it alone. */
const shortened = 0.75;
/** Estimated tokens below which a text cannot be the reason for the rejection. */
const shortestTokens = 100;

const embedded = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
  usage: z
    .object({ total_tokens: z.int().min(0) })
    .optional()
    .catch(undefined),
});

type Embedded = Awaited<ReturnType<Embedder['embed']>>;
/** Vectors of several texts; `refused` if the server rejected them as they were. */
type Parts = Embedded & { refused: boolean };

/**
 * Creates an embedder for `POST {base}/embeddings` as defined by OpenAI and adopted by Ollama, vLLM and
 * text-embeddings-inference. Splits a rejected request in halves (text-embeddings-inference accepts 32 texts, DashScope
 * 10) and shortens a text that is rejected alone (vLLM and llama.cpp reject texts beyond the context window). Learnt
 * limits are kept. `connectMs`: milliseconds that a connection may take.
 */
export function createHttpEmbedder(
  { baseUrl, apiKey, model, prefixes }: EmbeddingConfig,
  { connectMs }: { connectMs: number },
): Embedder {
  const client = createJsonClient({
    url: new URL(`${baseUrl}/embeddings`),
    ...{ apiKey, connectMs, replyMaxBytes },
  });
  let textsMax = Number.POSITIVE_INFINITY;
  let tokensMax = Number.POSITIVE_INFINITY;

  async function ask(texts: readonly string[], signal: AbortSignal): Promise<Embedded> {
    const { data: reply } = embedded.safeParse(await client.ask({ model, input: texts }, signal));
    if (!reply) throw new JsonRequestError('bad_reply');
    const byIndex = new Map(reply.data.map(({ index, embedding }) => [index, embedding]));
    const vectors = texts.map((_, at) => byIndex.get(at));
    if (!isWhole(vectors)) throw new JsonRequestError('bad_reply');
    return { vectors, tokens: reply.usage?.total_tokens };
  }

  /** Sends as many requests as the server is known to need. */
  async function askAll(texts: readonly string[], signal: AbortSignal): Promise<Parts> {
    const parts: Parts[] = [];
    for (let at = 0; at < texts.length; at += parts.at(-1)?.vectors.length ?? 1)
      parts.push(await askOrSplit(texts.slice(at, at + textsMax).map(withinLimit), signal));
    return { ...joined(parts), refused: parts.some(({ refused }) => refused) };
  }

  async function askOrSplit(texts: readonly string[], signal: AbortSignal): Promise<Parts> {
    try {
      return { ...(await ask(texts, signal)), refused: false };
    } catch (error) {
      const [text = '', ...others] = texts;
      if (!isTooMuch(error)) throw error;
      if (others.length === 0) {
        const tokens = estimateTokens(text) * shortened;
        if (tokens < shortestTokens) throw error;
        const found = await askOrSplit([beginningOf(text, tokens)], signal);
        tokensMax = Math.min(tokensMax, tokens);
        return { ...found, refused: true };
      }
      const half = Math.ceil(texts.length / 2);
      const first = await askAll(texts.slice(0, half), signal);
      const second = await askAll(texts.slice(half), signal);
      // Each half was accepted as it was, so the number was the reason.
      if (!first.refused && !second.refused) textsMax = Math.min(textsMax, half);
      return { ...joined([first, second]), refused: true };
    }
  }
  const withinLimit = (text: string) =>
    tokensMax < Number.POSITIVE_INFINITY ? beginningOf(text, tokensMax) : text;

  const family = familyOf(model, prefixes);
  return {
    model: vectorsName(model, family),
    prefixes: prefixesOf(family),
    async embed(texts, signal) {
      const { refused: _, ...found } = await askAll(texts, signal);
      const [first] = found.vectors;
      if (found.vectors.some(({ length }) => length !== first?.length))
        throw new JsonRequestError('bad_reply');
      return found;
    },
    close: () => client.close(),
  };
}

function isTooMuch(error: unknown): boolean {
  return error instanceof JsonRequestError && tooMuch.has(error.status ?? 0);
}

function joined(parts: readonly Embedded[]): Embedded {
  return {
    vectors: parts.flatMap(({ vectors }) => vectors),
    tokens: parts.every(({ tokens }) => tokens === undefined)
      ? undefined
      : parts.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
  };
}

function isWhole(vectors: readonly (number[] | undefined)[]): vectors is number[][] {
  return vectors.every((vector) => vector !== undefined);
}
