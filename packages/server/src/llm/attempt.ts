import type { Step } from '../accounting/meter.ts';
import { type Account, openAccount, type Prompt } from './account.ts';
import type { PartConsumer } from './engine.ts';
import { createIdleTimeout } from './idle-timeout.ts';
import {
  type ChatProvider,
  type ChatRequest,
  type FinishReason,
  ProviderError,
} from './providers/provider.ts';
import type { TokenCounter } from './tokens/token-count.ts';

/** Time limits for a provider, in milliseconds. */
export type Timing = {
  /**
   * Milliseconds from the request to the first part. Streamed reasoning is one; keep-alives and empty events are not.
   */
  firstPartMs: number;
  /** Milliseconds between two parts (idle timeout). */
  partMs: number;
  /** Milliseconds from the end of the reply to the end of its stream, in which a usage can still come. */
  tailMs: number;
  /** The whole call, retries and waits included. */
  totalMs: number;
};

/** One request about to be sent, its journal entry open. */
export type Attempt = {
  request: ChatRequest;
  prompt: Prompt;
  step: Step;
  timing: Timing;
  /** Deadline of the whole call, on the scale of performance.now(). */
  deadline: number;
  signal: AbortSignal;
};

type AttemptHandlers = {
  /** Forgets all text taken so far; absent where that cannot be. */
  discardText?: (() => void) | undefined;
  /** Handler called when the model is seen to reason, or is said to have. */
  onThinking?: () => void;
};

/** No tokenizer's tokens are longer than this on average; a reply longer by that than its limit does not keep to it. */
const charactersPerToken = 16;

/**
 * Sends one request and passes on what comes; resolves with why the model stopped. Throws ProviderError, or the signal's
 * reason on abort.
 *
 * However it ends, the journal gets what is known. A reply that came to its end or was stopped by the caller is finished:
 * by the provider's figures, else by our count, which is of the prompt alone where nothing had come. One that the provider broke is finished where the provider said what it
 * cost or where nothing had come; else its entry stays open with what was seen, and the settlement records that as
 * unbilled (accounts/billing.ts).
 */
export async function attempt(
  { request, prompt, step, timing, deadline, signal }: Attempt,
  { provider, counter }: { provider: ChatProvider; counter: TokenCounter },
  take: PartConsumer,
  { discardText, onThinking }: AttemptHandlers = {},
): Promise<FinishReason> {
  const account = openAccount(prompt);
  const controller = new AbortController();
  const leave = () => controller.abort(signal.reason);
  const watch = createIdleTimeout(deadline, () => {
    const stalled = account.begun && performance.now() < deadline;
    controller.abort(new ProviderError(stalled ? 'stalled' : 'timeout'));
  });
  const expectMore = () => {
    if (account.finish || account.failed) watch.arm(timing.tailMs);
    else if (account.begun) watch.arm(timing.partMs);
  };
  const lengthMax = request.maxTokens * charactersPerToken;
  let broken = false;

  signal.addEventListener('abort', leave, { once: true });
  // Opening the journal entry takes its time, and an abort in it would never be told again.
  if (signal.aborted) leave();
  watch.arm(timing.firstPartMs);
  try {
    try {
      const onSent = () => {
        account.markSent();
        step.progress(account.seen());
      };
      await provider.stream(request, { signal: controller.signal, onSent }, (part) => {
        if (part.type === 'reread' && part.as === 'thinking') {
          // Whoever reads along has read what was no answer: the answer ends here, and the next one will not begin so.
          if (!discardText) throw new ProviderError('provider_error');
          discardText();
        }
        if (part.type === 'thinking' || (part.type === 'usage' && part.thinkingTokens)) onThinking?.();
        const content = account.take(part);
        step.progress(account.seen());
        if (account.length > lengthMax) throw new ProviderError('provider_error');
        expectMore();
        const lagging = content && take(content);
        if (!lagging) return undefined;
        // Whoever reads takes their time; it is not the provider's.
        watch.arm(Number.POSITIVE_INFINITY);
        return lagging.then(expectMore);
      });
    } catch (error) {
      // A connection that breaks after the end of the reply has broken nothing.
      if (signal.aborted || !account.finish) throw error;
    }
    const failure = failureOf(account);
    if (failure) throw failure;
    return account.finish ?? 'other';
  } catch (error) {
    signal.throwIfAborted();
    broken = true;
    throw account.failed ?? error;
  } finally {
    watch.clear();
    signal.removeEventListener('abort', leave);
    await account.settle(step, counter, broken);
  }
}

/** A reply can come to its end and still be none. */
function failureOf({ failed, finish, text }: Account): ProviderError | undefined {
  if (failed) return failed;
  if (finish === 'content_filter') return new ProviderError('content_filter');
  if (text.trim() !== '') return undefined;
  // Where the limit was reached without a word of text, it went into reasoning: with more room there may be an answer.
  return new ProviderError('empty', { retryable: finish === 'length' });
}
