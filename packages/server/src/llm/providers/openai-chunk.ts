import { chargeableTokens } from './chargeable-tokens.ts';
import { createEventJsonParser } from './event-json-parser.ts';
import { type FinishReason, ProviderError, type ProviderPart } from './provider.ts';
import { streamFailure } from './provider-failure.ts';
import type { EventReader, ReaderOptions } from './streamed-chat.ts';
import { createThinkTags } from './think-tags.ts';

/** Chat completion, or a chunk of one, limited to what is read; every leaf may have any type. */
type WireChunk = {
  choices?: { delta?: WireDelta | null; message?: WireDelta | null; finish_reason?: unknown }[] | null;
  usage?: WireUsage | null;
  error?: unknown;
  /** Errors without an enclosing `error`: early vLLM, DashScope; FastAPI. */
  message?: unknown;
  detail?: unknown;
  code?: unknown;
  type?: unknown;
};
type WireUsage = {
  prompt_tokens?: unknown;
  completion_tokens?: unknown;
  total_tokens?: unknown;
  /** OpenAI, Qwen, vLLM, llama.cpp. */
  prompt_tokens_details?: { cached_tokens?: unknown } | null;
  completion_tokens_details?: { reasoning_tokens?: unknown } | null;
  /** DeepSeek. */
  prompt_cache_hit_tokens?: unknown;
  /** Moonshot. */
  cached_tokens?: unknown;
};
type WireDelta = {
  content?: unknown;
  /** DeepSeek, Qwen, Moonshot, llama.cpp, LM Studio, vLLM up to 0.19. */
  reasoning_content?: unknown;
  /** OpenRouter, Groq, Ollama, vLLM. */
  reasoning?: unknown;
  /** Snowflake, and OpenRouter in addition to `reasoning`. */
  reasoning_details?: unknown;
  /** OpenAI: the model's refusal, in a stream that then ends like any other. */
  refusal?: unknown;
};

const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'content_filter',
  refusal: 'content_filter',
  safety: 'content_filter',
  sensitive: 'content_filter',
};
/** Finish reasons that mean the provider broke off: OpenRouter, DeepSeek, Zhipu. */
const brokenReasons = new Set(['error', 'insufficient_system_resource', 'network_error']);

/** Reads the chunks of OpenAI's chat completions. */
export function createChunkReader({ opensInThought, onThoughtEnd }: ReaderOptions): EventReader {
  const parse = createEventJsonParser();
  let parts: ProviderPart[] = [];
  let ending: 'finish' | 'failed' | undefined;
  let refused = false;
  const tags = createThinkTags({
    opensInThought,
    onThoughtEnd,
    reread: (as) => void parts.push({ type: 'reread', as }),
  });

  function emit(type: 'text' | 'thinking', text: string): void {
    const last = parts.at(-1);
    if (last?.type === type) last.text += text;
    else parts.push({ type, text });
  }
  function end(part: Extract<ProviderPart, { type: 'finish' | 'failed' }>): void {
    if (ending) return;
    ending = part.type;
    tags.end(emit, part.type === 'finish' && part.reason === 'stop');
    parts.push(part);
  }
  function finish(reason: FinishReason): void {
    end({ type: 'finish', reason: refused && reason === 'stop' ? 'content_filter' : reason });
  }
  function fail(error: ProviderError): void {
    end({ type: 'failed', error });
  }

  return {
    read(data) {
      // Snowflake sends no finish_reason at all: the end mark counts as one.
      if (data === '[DONE]') return finish('stop');
      const chunk = parse(data) as WireChunk | undefined;
      // A gap in the middle of an answer would go unnoticed: an unreadable chunk ends it.
      if (!chunk) return fail(new ProviderError('provider_error'));
      if (chunk.usage) parts.push(usagePart(chunk.usage));
      const error = chunk.error || bareError(chunk);
      if (error) return fail(streamFailure(error));
      const choice = chunk.choices?.[0];
      if (!choice || ending === 'failed') return;
      const delta = choice.delta ?? choice.message;
      if (delta) {
        const thinking = reasoningOf(delta);
        if (thinking !== '') {
          tags.noteSeparated();
          emit('thinking', thinking);
        }
        readContent(delta.content);
        if (typeof delta.refusal === 'string' && delta.refusal !== '') refused = true;
      }
      const reason = choice.finish_reason;
      // Some servers send "" or "null" until there is one.
      if (typeof reason !== 'string' || reason === '' || reason === 'null') return;
      if (brokenReasons.has(reason)) fail(new ProviderError('provider_error'));
      else finish(finishReasons[reason] ?? 'other');
    },
    end() {
      if (!ending) throw new ProviderError('cut', { retryable: true });
    },
    take() {
      if (parts.length === 0) return parts;
      const taken = parts;
      parts = [];
      return taken;
    },
  };

  function readContent(content: unknown): void {
    if (typeof content === 'string') {
      if (content !== '') tags.push(content, emit);
    } else if (Array.isArray(content)) {
      // Mistral: a list of blocks, in which thinking is itself a list of text blocks.
      for (const block of content as { type?: unknown; text?: unknown; thinking?: unknown }[]) {
        if (typeof block?.text === 'string') tags.push(block.text, emit);
        else if (Array.isArray(block?.thinking)) emit('thinking', joinTexts(block.thinking));
      }
    }
  }
}

/** Returns the error if a chunk is one; undefined if it is part of a reply. */
function bareError({ choices, message, detail, code, type }: WireChunk): object | undefined {
  const said = message ?? detail;
  return choices === undefined && typeof said === 'string' ? { code, type, message: said } : undefined;
}

function reasoningOf(delta: WireDelta): string {
  for (const text of [delta.reasoning_content, delta.reasoning])
    if (typeof text === 'string' && text !== '') return text;
  return Array.isArray(delta.reasoning_details) ? joinTexts(delta.reasoning_details) : '';
}

function joinTexts(blocks: { text?: unknown }[]): string {
  return blocks.map((block) => (typeof block?.text === 'string' ? block.text : '')).join('');
}

function usagePart(usage: WireUsage): ProviderPart {
  const promptTokens = chargeableTokens(usage.prompt_tokens);
  let completionTokens = chargeableTokens(usage.completion_tokens);
  const total = chargeableTokens(usage.total_tokens);
  // xAI omits reasoning from the completion tokens but charges it: the total includes it.
  if (promptTokens !== undefined && completionTokens !== undefined && total !== undefined)
    completionTokens = Math.max(completionTokens, total - promptTokens);
  const cachedTokens = chargeableTokens(
    usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens,
  );
  const thinkingTokens = chargeableTokens(usage.completion_tokens_details?.reasoning_tokens);
  return {
    ...{ type: 'usage', promptTokens, completionTokens },
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(thinkingTokens !== undefined && { thinkingTokens }),
  };
}
