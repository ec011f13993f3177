import type { Target } from '../load.ts';

/** Streamed chat completion that gateways pass on. */
export function completionTarget(url: string, headers: Record<string, string> = {}): Target {
  const messages = [
    { role: 'user', content: 'Does metformin lower cardiovascular mortality in type 2 diabetes?' },
  ];
  return {
    url: `${url}/v1/chat/completions`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'bench', stream: true, stream_options: { include_usage: true }, messages }),
  };
}

/** Small talk of one message, as one reply and as a stream. */
export type Chat = { whole: Target; streamed: Target };

export const greeting = 'Hello, good morning!';

/** Small talk that gateways pass on. */
export function chatTarget(url: string, headers: Record<string, string> = {}): Chat {
  const messages = [{ role: 'user', content: greeting }];
  const target = (fields: object): Target => ({
    url: `${url}/v1/chat/completions`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'bench', messages, ...fields }),
  });
  return {
    whole: target({ stream: false }),
    streamed: target({ stream: true, stream_options: { include_usage: true } }),
  };
}
