import { LazyAgent } from '../../platform/process/lazy-agent.ts';
import { post } from './http-post.ts';

/** Failure of a request, for the log; it never contains text of a reply. */
export class JsonRequestError extends Error {
  override readonly name = 'JsonRequestError';
  readonly failure: 'timeout' | 'bad_reply' | 'rejected';
  readonly status: number | undefined;

  constructor(failure: JsonRequestError['failure'], status?: number) {
    super(`request: ${failure}`);
    this.failure = failure;
    this.status = status;
  }
}

/** Client of one address with JSON requests and replies. */
export type JsonClient = {
  /**
   * Sends a body and reads the whole reply.
   * @throws JsonRequestError `rejected` for an error status, `bad_reply` for a reply that is too long or not JSON
   */
  ask(body: unknown, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
};

/** Creates a client of `url`; connecting may take `connectMs` milliseconds, a reply may have `replyMaxBytes`. */
export function createJsonClient({
  url,
  apiKey,
  connectMs,
  replyMaxBytes,
}: {
  url: URL;
  apiKey: string | undefined;
  connectMs: number;
  replyMaxBytes: number;
}): JsonClient {
  const agent = new LazyAgent({
    allowH2: false,
    connect: { timeout: connectMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
  };
  return {
    async ask(body, signal) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      await post({
        dispatcher: await agent.get(),
        origin: url.origin,
        path: url.pathname + url.search,
        headers,
        body: JSON.stringify(body),
        signal,
        onHead({ status }) {
          if (status < 200 || status > 299) throw new JsonRequestError('rejected', status);
          return (bytes) => {
            size += bytes.length;
            if (size > replyMaxBytes) throw new JsonRequestError('bad_reply');
            chunks.push(bytes);
            return undefined;
          };
        },
      });
      try {
        // A byte order mark is not part of it.
        return JSON.parse(new TextDecoder().decode(Buffer.concat(chunks)));
      } catch {
        throw new JsonRequestError('bad_reply');
      }
    },
    close: () => agent.destroy(),
  };
}
