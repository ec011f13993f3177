import { setTimeout as delay } from 'node:timers/promises';
import { createTextCleaner } from '@citewell/core/text/clean-text.ts';
import { tokenUpperBound } from '@citewell/core/text/token-estimate.ts';
import type { StepIntent } from '../accounting/meter.ts';
import type { Log } from '../platform/log.ts';
import type { RequestMetrics } from '../platform/request-metrics.ts';
import { attempt, type Timing } from './attempt.ts';
import type { CircuitBreakers } from './circuit-breakers.ts';
import type { ModelCallContext, PartConsumer } from './model.ts';
import { ModelError } from './model-error.ts';
import {
  type ChatProvider,
  type ChatRequest,
  type FinishReason,
  ProviderError,
} from './providers/provider.ts';
import { promptText } from './token-accounting.ts';
import type { TokenCounter } from './tokens/token-count.ts';

export type ModelCall = {
  kind: StepIntent['kind'];
  request: ChatRequest;
  timing: Timing;
  /**
   * Maximum number of attempts, including the first; one that ended because an optional field was rejected is not
   * counted.
   */
  maxAttempts: number;
  /** Discards the text received so far, which was the model's reasoning; absent if somebody is reading it. */
  discardText?: (() => void) | undefined;
  /** Minimum limit for which a request is worthwhile if the balance allows no more; by default there is none. */
  minTokens?: number | undefined;
  /** Records the outcome of each request. */
  recordRequest?: ((request: RequestMetrics) => void) | undefined;
};

export type ModelCallDependencies = {
  provider: ChatProvider;
  breakers: CircuitBreakers;
  counter: TokenCounter;
  /** Numbers in [0, 1), for jitter. */
  random: () => number;
  log: Log;
  /** Context window of the models, in tokens, for prompt and reply together. */
  contextTokens: number;
  /** Models known to reason before they write; each call adds what it learns. */
  reasoningModels: Set<string>;
  /**
   * Models that were silent for a whole first-word deadline or stalled, by the meter of the caller's request that
   * waited.
   */
  silentModels: WeakMap<ModelCallContext['meter'], Set<string>>;
};

/** Wait in milliseconds beyond which a provider is given up because somebody is reading. */
const retryAfterMsMax = 3_000;
/** Factor applied to the wait for a model, within one request, after waiting for it in vain. */
const timeFactorAfterSilence = 1 / 3;
/**
 * Reasoning counts against the limit of a reply, so models that reason get this much on top, if the context window has
 * room.
 */
const thinkingTokens = 4_000;
/** Tokens of an image, for count and hold: providers charge from 85 to about 5,000, mostly below 1,600. */
const imageTokens = 1_600;
const imageTokensMax = 5_000;

/**
 * Requests one reply of a model and records each request; resolves with the reason why the model stopped. This is the
 * only place that retries transient failures, and only before any output. Output is cleaned (`cleanText`).
 *
 * @throws ModelError, the meter's ServiceError, or the signal's reason on abort.
 */
export async function callModel(
  { kind, request, timing, maxAttempts, minTokens, recordRequest, discardText }: ModelCall,
  {
    provider,
    breakers,
    counter,
    random,
    log,
    contextTokens,
    reasoningModels,
    silentModels,
  }: ModelCallDependencies,
  { signal, meter }: ModelCallContext,
  take: PartConsumer,
): Promise<FinishReason> {
  const { model } = request;
  const deadline = performance.now() + timing.totalMs;
  const images = countImages(request);
  const prompt = { messages: request.messages, imageTokens: images * imageTokens };
  const promptBound = tokenUpperBound(promptText(prompt)) + images * imageTokensMax;
  // vLLM rejects a request whose limit exceeds its context window.
  const roomyTokens = Math.max(
    request.maxTokens,
    Math.min(request.maxTokens + thinkingTokens, contextTokens - promptBound),
  );

  for (let attempts = 1; ; attempts += 1) {
    signal.throwIfAborted();
    const pass = breakers.of(model).enter();
    if (!pass) throw new ModelError('circuit_open');
    let begun = false;
    const startedAt = performance.now();
    const hasRoom = reasoningModels.has(model);
    const wasSilent = silentModels.get(meter)?.has(model) === true;
    const timeFactor = wasSilent ? timeFactorAfterSilence : 1;
    const [firstPartMs, partMs] = [timing.firstPartMs * timeFactor, timing.partMs * timeFactor];
    const maxTokens = hasRoom ? roomyTokens : request.maxTokens;
    const cleaners = { text: createTextCleaner(), thinking: createTextCleaner() };
    try {
      const step = await meter.openStep({
        kind,
        provider: provider.name,
        model,
        hold: promptBound + maxTokens,
        ...(minTokens !== undefined && { minimumHold: promptBound + minTokens }),
      });
      const limit = step.hold - promptBound;
      const reason = await attempt(
        {
          request: { ...request, maxTokens: limit },
          prompt,
          step,
          timing: { ...timing, firstPartMs, partMs },
          deadline,
          signal,
        },
        { provider, counter },
        (part) => {
          if (!begun) pass.answered();
          begun = true;
          const text = cleaners[part.type].write(part.text);
          return text === '' ? undefined : take({ ...part, text });
        },
        {
          onThinking: () => reasoningModels.add(model),
          discardText:
            discardText &&
            (() => {
              cleaners.text = createTextCleaner();
              discardText();
            }),
        },
      );
      const rest = cleaners.text.end();
      if (rest !== '') await take({ type: 'text', text: rest });
      pass.close('complete');
      recordRequest?.({ durationMs: performance.now() - startedAt });
      return reason;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { failure, status, retryable, refusedField } = error;
      const engine = `${provider.name}/${model}`;
      // Learnt about the model rather than a failure of it.
      if (refusedField) log('info', 'model_field_refused', { engine, failure: refusedField });
      else recordRequest?.({ durationMs: performance.now() - startedAt, failure });
      // Not if its role had less time: a short plan says nothing about a long answer.
      const saidNothing = failure === 'timeout' && !begun && performance.now() - startedAt >= firstPartMs;
      if (saidNothing || failure === 'stalled')
        silentModels.set(meter, new Set(silentModels.get(meter)).add(model));
      pass.close(isDown(error) && performance.now() < deadline ? 'failed' : undefined);
      if (!refusedField)
        log('warn', 'model_request_failed', { engine, failure, count: attempts, ...(status && { status }) });
      // Reasoning took the whole limit: its content is not needed, so the request is repeated with more room.
      const needsRoom = failure === 'empty' && retryable && roomyTokens > maxTokens;
      if (needsRoom) reasoningModels.add(model);
      const waitMs = error.retryAfterMs ?? (needsRoom || refusedField ? 0 : 200 + random() * 400);
      // Without the rejected field it is a different request; their number is limited by fields and their forms.
      const hasAttempt = refusedField !== undefined || attempts < maxAttempts;
      const again = retryable && (!begun || needsRoom) && hasAttempt && waitMs <= retryAfterMsMax;
      if (!again || performance.now() + waitMs >= deadline) throw new ModelError(failure, status);
      if (refusedField) attempts -= 1;
      await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    } finally {
      pass.close(undefined);
    }
  }
}

function countImages({ messages }: Pick<ChatRequest, 'messages'>): number {
  return messages().reduce((sum, message) => sum + (message.images?.length ?? 0), 0);
}

/** Failures that say something about the provider rather than this request. */
function isDown({ failure, status }: ProviderError): boolean {
  switch (failure) {
    case 'unreachable':
    case 'timeout':
    case 'stalled':
    case 'cut':
    case 'rate_limited':
      return true;
    case 'provider_error':
      return status === undefined || status < 400 || status >= 500 || status === 401;
    default:
      return false;
  }
}
