import { setTimeout as delay } from 'node:timers/promises';
import { createTextCleaner } from '@citewell/core/text/clean-text.ts';
import { tokenUpperBound } from '@citewell/core/text/token-estimate.ts';
import type { StepIntent } from '../accounting/meter.ts';
import type { Log } from '../platform/log.ts';
import type { Observed } from '../platform/observe.ts';
import { promptText } from './account.ts';
import { attempt, type Timing } from './attempt.ts';
import type { CircuitBreakers } from './circuit-breaker.ts';
import { type EngineContext, EngineError, type PartConsumer } from './engine.ts';
import {
  type ChatProvider,
  type ChatRequest,
  type FinishReason,
  ProviderError,
} from './providers/provider.ts';
import type { TokenCounter } from './tokens/token-count.ts';

export type Call = {
  kind: StepIntent['kind'];
  request: ChatRequest;
  timing: Timing;
  /** Maximum number of attempts, including the first; one that a refused optional field ended is not counted. */
  tries: number;
  /** Forgets the text taken so far, which was the model's reasoning; absent where somebody reads along. */
  discardText?: (() => void) | undefined;
  /** The shortest limit that is still worth a request, where the balance carries no longer one; by default none is. */
  leastTokens?: number | undefined;
};

export type CallDependencies = {
  provider: ChatProvider;
  breakers: CircuitBreakers;
  counter: TokenCounter;
  /** Numbers in [0, 1), for jitter. */
  random: () => number;
  log: Log;
  /** Observer that is told how each request ended. */
  observe?: ((kind: StepIntent['kind'], request: Observed) => void) | undefined;
  /** Tokens of prompt and reply together that the models take. */
  contextTokens: number;
  /** Models seen to reason before they write; each call adds what it learns. */
  thinkers: Set<string>;
  /** Models that said nothing for a whole first-word deadline or stalled, by the meter of the caller's request that waited. */
  silent: WeakMap<EngineContext['meter'], Set<string>>;
};

/** Somebody is reading along: a provider that asks for a longer wait is given up. */
const retryAfterMsMax = 3_000;
/** Factor applied to the wait for a model, within one request, after it was waited for in vain. */
const timeFactorAfterSilence = 1 / 3;
/** Reasoning counts against the limit of a reply, so models that reason get this much on top, as far as the context has room. */
const thinkingTokens = 4_000;
/** An image's tokens, for the count and for the hold: providers take from 85 to about 5,000, most below 1,600. */
const imageTokens = 1_600;
const imageTokensMax = 5_000;

/**
 * One reply of a model, each request for it journalled; resolves with why the model stopped. Retries, here and nowhere
 * else, what may pass, and only while nothing has come out. What comes out has been cleaned (`cleanText`). Throws EngineError, the meter's ServiceError, or on abort the signal's reason.
 */
export async function callModel(
  { kind, request, timing, tries, leastTokens, discardText }: Call,
  { provider, breakers, counter, random, log, observe, contextTokens, thinkers, silent }: CallDependencies,
  { signal, meter }: EngineContext,
  take: PartConsumer,
): Promise<FinishReason> {
  const { model } = request;
  const deadline = performance.now() + timing.totalMs;
  const images = countImages(request);
  const prompt = { messages: request.messages, imageTokens: images * imageTokens };
  const promptBound = tokenUpperBound(promptText(prompt)) + images * imageTokensMax;
  // vLLM refuses a request whose limit goes beyond its window.
  const roomyTokens = Math.max(
    request.maxTokens,
    Math.min(request.maxTokens + thinkingTokens, contextTokens - promptBound),
  );

  for (let tried = 1; ; tried += 1) {
    signal.throwIfAborted();
    const pass = breakers.of(model).enter();
    if (!pass) throw new EngineError('circuit_open');
    let begun = false;
    const startedAt = performance.now();
    const hasRoom = thinkers.has(model);
    const wasSilent = silent.get(meter)?.has(model) === true;
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
        ...(leastTokens !== undefined && { minimumHold: promptBound + leastTokens }),
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
          onThinking: () => thinkers.add(model),
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
      observe?.(kind, { durationMs: performance.now() - startedAt });
      return reason;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { failure, status, retryable, refusedField } = error;
      const engine = `${provider.name}/${model}`;
      // Something learned of the model, and no failure of it.
      if (refusedField) log('info', 'model_field_refused', { engine, failure: refusedField });
      else observe?.(kind, { durationMs: performance.now() - startedAt, failure });
      // Not where its role had less time than that: a short plan says nothing of a long answer.
      const saidNothing = failure === 'timeout' && !begun && performance.now() - startedAt >= firstPartMs;
      if (saidNothing || failure === 'stalled') silent.set(meter, new Set(silent.get(meter)).add(model));
      pass.close(isDown(error) && performance.now() < deadline ? 'failed' : undefined);
      if (!refusedField)
        log('warn', 'model_request_failed', { engine, failure, count: tried, ...(status && { status }) });
      // All its length went into reasoning: nothing that it thought is lost by asking again with more room.
      const needsRoom = failure === 'empty' && retryable && roomyTokens > maxTokens;
      if (needsRoom) thinkers.add(model);
      const waitMs = error.retryAfterMs ?? (needsRoom || refusedField ? 0 : 200 + random() * 400);
      // A request without the refused field is another request; there are no more of them than fields and their forms.
      const hasTry = refusedField !== undefined || tried < tries;
      const again = retryable && (!begun || needsRoom) && hasTry && waitMs <= retryAfterMsMax;
      if (!again || performance.now() + waitMs >= deadline) throw new EngineError(failure, status);
      if (refusedField) tried -= 1;
      await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    } finally {
      pass.close(undefined);
    }
  }
}

function countImages({ messages }: Pick<ChatRequest, 'messages'>): number {
  return messages().reduce((sum, message) => sum + (message.images?.length ?? 0), 0);
}

/** Failures that say something about the provider, not about this one request. */
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
