/**
 * What has left the simulator of one reply; its reader may have taken less of it. This is what a provider's own books
 * would say: the truth that ours are held against.
 */
export type Sent = {
  /** Text and reasoning, as generated. */
  text: string;
  /** What the caller was told that it cost; undefined: nothing. */
  usage: { promptTokens: number; completionTokens: number } | undefined;
  /** Whether it still goes on, came to its end, was broken by the simulator, or was left by its reader. */
  over: 'no' | 'complete' | 'broken' | 'left';
};

export function nothingSent(): Sent {
  return { text: '', usage: undefined, over: 'no' };
}

type Chunk = {
  choices?: { delta?: { content?: string | null; reasoning_content?: string | null } }[];
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
};

/** Adds a frame of a stream; what is not one, as faults send, tells nothing. */
export function noteSent(sent: Sent, bytes: string): void {
  const chunk = parse(bytes);
  if (!chunk) return;
  const delta = chunk.choices?.[0]?.delta;
  sent.text += `${delta?.reasoning_content ?? ''}${delta?.content ?? ''}`;
  if (chunk.usage)
    sent.usage = {
      promptTokens: chunk.usage.prompt_tokens,
      completionTokens: chunk.usage.completion_tokens,
    };
}

function parse(bytes: string): Chunk | undefined {
  const [, json] = /^data: (\{.*\})\n\n$/s.exec(bytes) ?? [];
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
