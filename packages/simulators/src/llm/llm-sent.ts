/**
 * Output sent by the simulator, of which its reader may have received less. It corresponds to a provider's own
 * accounts, with which ours are compared.
 */
export type Sent = {
  /** Text and reasoning, as generated. */
  text: string;
  /** Usage reported to the caller; undefined if none was. */
  usage: { promptTokens: number; completionTokens: number } | undefined;
  /** State of the reply: still running, complete, broken by the simulator, or abandoned by its reader. */
  over: 'no' | 'complete' | 'broken' | 'left';
};

export function nothingSent(): Sent {
  return { text: '', usage: undefined, over: 'no' };
}

type Chunk = {
  choices?: {
    delta?: { content?: string | null; reasoning_content?: string | null; reasoning?: string | null };
  }[];
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
};

/** Adds a frame of a stream; other bytes, as faults send, are ignored. */
export function noteSent(sent: Sent, bytes: string): void {
  const chunk = parse(bytes);
  if (!chunk) return;
  const delta = chunk.choices?.[0]?.delta;
  sent.text += `${delta?.reasoning_content ?? delta?.reasoning ?? ''}${delta?.content ?? ''}`;
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
