import { z } from 'zod';
import type { Embedder } from '../../library/vectors/embedder.ts';
import type { EmbeddingConfig } from '../../platform/config.ts';
import { createJsonClient, JsonRequestError } from '../providers/json-client.ts';

/** Bytes of a reply: 100 vectors of 3,072 numbers in JSON are about 7 MB. */
const replyMaxBytes = 16 * 2 ** 20;

const embedded = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
  usage: z
    .object({ total_tokens: z.int().min(0) })
    .optional()
    .catch(undefined),
});

/**
 * An embedder over `POST {base}/embeddings` as OpenAI has it, and Ollama, vLLM and text-embeddings-inference after it.
 * `connectMs`: milliseconds that a connection may take.
 */
export function createHttpEmbedder(
  { baseUrl, apiKey, model }: EmbeddingConfig,
  { connectMs }: { connectMs: number },
): Embedder {
  const client = createJsonClient({
    url: new URL(`${baseUrl}/embeddings`),
    ...{ apiKey, connectMs, replyMaxBytes },
  });
  return {
    model,
    async embed(texts, signal) {
      const { data: reply } = embedded.safeParse(await client.ask({ model, input: texts }, signal));
      if (!reply) throw new JsonRequestError('bad_reply');
      const byIndex = new Map(reply.data.map(({ index, embedding }) => [index, embedding]));
      const vectors = texts.map((_, at) => byIndex.get(at));
      const [first] = vectors;
      if (!isWhole(vectors) || vectors.some(({ length }) => length !== first?.length))
        throw new JsonRequestError('bad_reply');
      return { vectors, tokens: reply.usage?.total_tokens };
    },
    close: () => client.close(),
  };
}

function isWhole(vectors: readonly (number[] | undefined)[]): vectors is number[][] {
  return vectors.every((vector) => vector !== undefined);
}
