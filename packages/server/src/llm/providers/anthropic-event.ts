import { chargeableTokens } from './chargeable-tokens.ts';
import { createEventJsonParser } from './event-json-parser.ts';
import { type FinishReason, ProviderError, type ProviderPart } from './provider.ts';
import { streamFailure } from './provider-failure.ts';
import type { EventReader } from './streamed-chat.ts';

/** Event of a Messages stream, limited to what is read; every leaf may have any type. */
type WireEvent = {
  type?: unknown;
  message?: { usage?: WireUsage | null } | null;
  content_block?: WireText | null;
  delta?: (WireText & { stop_reason?: unknown }) | null;
  usage?: WireUsage | null;
  error?: unknown;
};
type WireText = { text?: unknown; thinking?: unknown };
type WireUsage = Partial<
  Record<
    'input_tokens' | 'cache_creation_input_tokens' | 'cache_read_input_tokens' | 'output_tokens',
    unknown
  >
>;

const finishReasons: Record<string, FinishReason> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};

/** Reads the events of Anthropic's Messages API. */
export function createAnthropicReader(): EventReader {
  const parse = createEventJsonParser();
  let parts: ProviderPart[] = [];
  let ended = false;
  let promptTokens: number | undefined;
  let cachedTokens: number | undefined;

  function end(part: Extract<ProviderPart, { type: 'finish' | 'failed' }>): void {
    if (ended) return;
    ended = true;
    parts.push(part);
  }
  function emit(block: WireText): void {
    for (const [type, text] of [
      ['thinking', block.thinking],
      ['text', block.text],
    ] as const) {
      if (typeof text !== 'string' || text === '') continue;
      const last = parts.at(-1);
      if (last?.type === type) last.text += text;
      else parts.push({ type, text });
    }
  }
  function readUsage(usage: WireUsage, completionTokens: number | undefined): void {
    promptTokens = promptTokensOf(usage) ?? promptTokens;
    cachedTokens = chargeableTokens(usage.cache_read_input_tokens) ?? cachedTokens;
    parts.push({
      ...{ type: 'usage', promptTokens, completionTokens },
      ...(cachedTokens !== undefined && { cachedTokens }),
    });
  }

  return {
    read(data) {
      const event = parse(data) as WireEvent | undefined;
      // A gap in the middle of an answer would go unnoticed: an unreadable event ends it.
      if (!event) return end({ type: 'failed', error: new ProviderError('provider_error') });
      if (event.error) return end({ type: 'failed', error: streamFailure(event.error) });
      // Its count at the start of the completion says nothing about the final length.
      if (event.message?.usage) readUsage(event.message.usage, undefined);
      if (event.content_block) emit(event.content_block);
      if (event.delta) emit(event.delta);
      if (event.usage) readUsage(event.usage, chargeableTokens(event.usage.output_tokens));
      const reason = event.delta?.stop_reason;
      if (typeof reason === 'string') end({ type: 'finish', reason: finishReasons[reason] ?? 'other' });
    },
    end() {
      if (!ended) throw new ProviderError('cut', { retryable: true });
    },
    take() {
      if (parts.length === 0) return parts;
      const taken = parts;
      parts = [];
      return taken;
    },
  };
}

/** Returns the prompt's tokens, including those written to or read from a cache. */
function promptTokensOf(usage: WireUsage): number | undefined {
  const input = chargeableTokens(usage.input_tokens);
  if (input === undefined) return undefined;
  const cached = [usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
  return cached.reduce<number>((sum, count) => sum + (chargeableTokens(count) ?? 0), input);
}
