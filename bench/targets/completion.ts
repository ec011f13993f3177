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
