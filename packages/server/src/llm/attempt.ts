import type { Step } from '../accounting/meter.ts';
import { createIdleTimeout } from './idle-timeout.ts';
import type { PartConsumer } from './model.ts';
import {
  type ChatProvider,
  type ChatRequest,
  type FinishReason,
  ProviderError,
} from './providers/provider.ts';
import { openTokenAccount, type Prompt, type TokenAccount } from './token-accounting.ts';
import type { TokenCounter } from './tokens/token-count.ts';

/** Time limits for a provider, in milliseconds. */
export type Timing = {
  /**
   * Milliseconds from the request to the first part. Streamed reasoning counts; keep-alives and empty events do not.
   */
  firstPartMs: number;
  /** Milliseconds between two parts (idle timeout). */
  partMs: number;
  /** Milliseconds from the end of the reply to the end of its stream, in which a usage can still arrive. */
  tailMs: number;
  /** Milliseconds for the whole call, including retries and waits. */
  totalMs: number;
};

/** Request about to be sent, with its journal entry open. */
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
  /** Discards all text received so far; absent if that is impossible. */
  discardText?: (() => void) | undefined;
  /** Handler called when the model is seen to reason, or reported to have reasoned. */
  onThinking?: () => void;
};

/**
 * Characters per token that no tokenizer exceeds on average; a reply longer than its limit by this factor ignores the
 * limit.
 */
const charactersPerToken = 16;

/**
 * Sends one request and passes on its parts; resolves with the reason why the model stopped.
 *
 * However it ends, the journal gets what is known. The entry of a reply that was completed, or stopped by the caller,
 * is closed with the provider's figures, otherwise with our count, which covers only the prompt if nothing had arrived.
 * If the provider broke off, the entry is closed if the provider reported a usage or nothing had arrived; otherwise it
 * stays open with what was seen, and settlement records that as unbilled (accounting/ledger/billing.ts).
 *
 * @throws ProviderError, or the signal's reason on abort.
 */
export async function attempt(
  { request, prompt, step, timing, deadline, signal }: Attempt,
  { provider, counter }: { provider: ChatProvider; counter: TokenCounter },
  take: PartConsumer,
  { discardText, onThinking }: AttemptHandlers = {},
): Promise<FinishReason> {
  const account = openTokenAccount(prompt);
  const controller = new AbortController();
  const leave = () => controller.abort(signal.reason);
  const watch = createIdleTimeout(deadline, () => {
    const stalled = account.begun && performance.now() < deadline;
    controller.abort(new ProviderError(stalled ? 'stalled' : 'timeout'));
  });
  const expectMore = () => {
    if (controller.signal.aborted) return;
    if (account.finish || account.failed) watch.arm(timing.tailMs);
    else if (account.begun) watch.arm(timing.partMs);
  };
  const lengthMax = request.maxTokens * charactersPerToken;
  let broken = false;
  /** Set if text arrived that was counted but not passed on, because the request had been aborted. */
  let isIncomplete = false;

  signal.addEventListener('abort', leave, { once: true });
  // Opening the journal entry takes time, and an abort in the meantime would go unnoticed.
  if (signal.aborted) leave();
  watch.arm(timing.firstPartMs);
  try {
    try {
      const onSent = () => {
        account.markSent();
        step.progress(account.seen());
      };
      await provider.stream(request, { signal: controller.signal, onSent }, (part) => {
        const isOver = controller.signal.aborted;
        if (part.type === 'reread' && part.as === 'thinking' && !isOver) {
          // A reader has already seen text that was no answer: the answer ends here, and the next request is known to
          // reason.
          if (!discardText) throw new ProviderError('provider_error');
          discardText();
        }
        if (part.type === 'thinking' || (part.type === 'usage' && part.thinkingTokens)) onThinking?.();
        const content = account.take(part);
        step.progress(account.seen());
        if (account.length > lengthMax) throw new ProviderError('provider_error');
        if (isOver) {
          isIncomplete ||= content !== undefined;
          return undefined;
        }
        expectMore();
        const lagging = content && take(content);
        if (!lagging) return undefined;
        // Readers may take their time; it does not count against the provider.
        watch.arm(Number.POSITIVE_INFINITY);
        return lagging.then(expectMore);
      });
    } catch (error) {
      // A connection that breaks after the end of the reply has not affected it.
      if (signal.aborted || !account.finish || isIncomplete) throw error;
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

/** Throws if a complete reply is unusable. */
function failureOf({ failed, finish, text }: TokenAccount): ProviderError | undefined {
  if (failed) return failed;
  if (finish === 'content_filter') return new ProviderError('content_filter');
  if (text.trim() !== '') return undefined;
  // A limit reached without any text was used up by reasoning: with more room there may be an answer.
  return new ProviderError('empty', { retryable: finish === 'length' });
}
