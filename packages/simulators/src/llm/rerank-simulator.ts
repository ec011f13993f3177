import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { indexTerms } from '@citewell/core/text/words.ts';

/** Limits of an embedding server, beyond which every request is rejected with `status`. */
type EmbeddingLimits = { texts?: number; characters?: number; status: number };

/** Faults of a reranker. */
export type RerankFault =
  | 'status_500'
  | 'status_401'
  | 'not_json'
  | 'byte_order_mark'
  | 'wrong_shape'
  | 'too_few'
  | 'hangs'
  | 'cut';

type RerankRequest = {
  path: string;
  authorization: string | undefined;
  body: { model?: string; query?: string; documents?: string[]; input?: string[] };
};

export type RerankSimulator = {
  /** Value of CITEWELL_RERANK_BASE_URL. */
  url: string;
  requests: RerankRequest[];
  /**
   * Sets the score of later texts for a question; undefined restores the share of the question's words that the text
   * contains.
   */
  setScript(score: ((question: string, text: string) => number) | undefined): void;
  /** Sets the wordings of each meaning, in lower case: texts with wordings of one meaning get similar vectors. */
  setMeanings(meanings: readonly (readonly string[])[]): void;
  setFault(fault: RerankFault | undefined): void;
  /** Sets the limits of `/embeddings`. */
  setLimits(limits: EmbeddingLimits | undefined): void;
  /** Sets the vectors of later texts; undefined restores those of their words and meanings. */
  setVectors(vector: ((text: string) => number[]) | undefined): void;
  /** Resolves when a caller has disconnected from a hanging request. */
  left(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Simulates a reranker on loopback: /v1/rerank, and /v1/embeddings whose vectors represent the words and meanings of a
 * text.
 */
export async function startRerankSimulator(): Promise<RerankSimulator> {
  const requests: RerankRequest[] = [];
  const gone = Promise.withResolvers<void>();
  let fault: RerankFault | undefined;
  let script: ((question: string, text: string) => number) | undefined;
  let meanings: readonly (readonly string[])[] = [];
  let limits: EmbeddingLimits | undefined;
  let vectorOf: ((text: string) => number[]) | undefined;

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Before the body is read, which a caller in a hurry may not send completely.
    if (fault === 'hangs') response.on('close', () => gone.resolve());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body: RerankRequest['body'] = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const path = request.url ?? '';
    requests.push({ path, authorization: request.headers.authorization, body });
    const isEmbedding = path.endsWith('/embeddings');
    const reply = JSON.stringify(isEmbedding ? embeddings(body, meanings, vectorOf) : ranks(body));
    const send = (text: string, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    if (isEmbedding && limits && exceeds(body, limits)) {
      send('{"message":"too much","type":"Validation"}', limits.status);
      return;
    }
    switch (fault) {
      case undefined:
        send(reply);
        return;
      case 'status_500':
        send('{"message":"down"}', 500);
        return;
      case 'status_401':
        send('{"message":"no"}', 401);
        return;
      case 'not_json':
        send('<html>welcome</html>');
        return;
      case 'byte_order_mark':
        send(`\uFEFF${reply}`);
        return;
      case 'wrong_shape':
        send('{"results":"none","data":7}');
        return;
      case 'too_few':
        send('{"results":[{"index":0,"relevance_score":1}],"data":[{"index":0,"embedding":[1]}]}');
        return;
      case 'cut':
        response.writeHead(200, { 'content-length': String(reply.length) });
        response.write(reply.slice(0, 20), () => response.destroy());
        return;
      case 'hangs':
        return;
      default:
        fault satisfies never;
    }
  }

  function ranks({ query = '', documents = [] }: RerankRequest['body']) {
    const results = documents.map((text, index) => ({
      index,
      relevance_score: (script ?? sharedWords)(query, text),
    }));
    return { results: results.sort((one, other) => other.relevance_score - one.relevance_score) };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    setScript: (score) => {
      script = score;
    },
    setMeanings: (next) => {
      meanings = next;
    },
    setFault: (next) => {
      fault = next;
    },
    setLimits: (next) => {
      limits = next;
    },
    setVectors: (next) => {
      vectorOf = next;
    },
    left: () => gone.promise,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function exceeds({ input = [] }: RerankRequest['body'], limits: EmbeddingLimits): boolean {
  const { texts = Number.POSITIVE_INFINITY, characters = Number.POSITIVE_INFINITY } = limits;
  return input.length > texts || input.some(({ length }) => length > characters);
}

function sharedWords(question: string, text: string): number {
  const wanted = new Set(indexTerms(question));
  const has = new Set(indexTerms(text));
  return [...wanted].filter((term) => has.has(term)).length / (wanted.size || 1);
}

/** Length of a vector: dimensions of words, then of meanings. */
const wordPlaces = 96;
const meaningPlaces = 32;

/**
 * Returns vectors by words, each with a dimension by its letters, and by meanings: texts with any wordings of one
 * meaning point in the same direction. Out of order, as servers may reply.
 */
function embeddings(
  { input = [] }: RerankRequest['body'],
  meanings: readonly (readonly string[])[],
  vectorOf?: (text: string) => number[],
) {
  const data = input.map((text, index) => {
    if (vectorOf) return { index, embedding: vectorOf(text) };
    const embedding = Array.from({ length: wordPlaces + meaningPlaces }, () => 0.001);
    for (const term of new Set(indexTerms(text))) {
      const place = [...term].reduce(
        (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % wordPlaces,
        7,
      );
      embedding[place] = 1;
    }
    for (const [meaning, wordings] of meanings.entries())
      if (wordings.some((wording) => text.toLowerCase().includes(wording)))
        embedding[wordPlaces + (meaning % meaningPlaces)] = 6;
    return { index, embedding };
  });
  const total_tokens = input.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  return { data: data.reverse(), usage: { prompt_tokens: total_tokens, total_tokens } };
}
