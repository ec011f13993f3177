import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import type { Step, StepUsage, Usage } from '../accounting/meter.ts';
import type { WriterPart } from './model.ts';
import type { ChatMessage } from './prompts/message.ts';
import type { FinishReason, ProviderError, ProviderPart } from './providers/provider.ts';
import type { TokenCounter } from './tokens/token-count.ts';

/** Input of a request: its messages, and the tokens counted for its images. */
export type Prompt = { messages(): readonly ChatMessage[]; imageTokens: number };

/** Built and joined on demand: an answer would hold it for as long as it streams. */
export function promptText({ messages }: Pick<Prompt, 'messages'>): string {
  return messages()
    .map(({ text }) => text)
    .join('\n');
}

/** Accounting of one provider request, whatever its outcome. */
export type TokenAccount = {
  /** Records that the request was sent: from here on its prompt is charged, even if it is stopped. */
  markSent(): void;
  /** Records a part; returns it, or the text hidden in it that is meant for the reader. */
  take(part: ProviderPart): WriterPart | undefined;
  /** Set once text or reasoning has arrived. */
  readonly begun: boolean;
  /** Set once the provider has reported the end; only a usage can still follow. */
  readonly finish: FinishReason | undefined;
  readonly failed: ProviderError | undefined;
  readonly text: string;
  /** Characters of text and reasoning. */
  readonly length: number;
  /** Returns the known figures: the provider's if reported, otherwise our running estimate. */
  seen(): Usage;
  /** Writes the figures to the journal; `broken`: the provider ended the request. */
  settle(step: Step, counter: TokenCounter, broken: boolean): Promise<void>;
};

/** Returns true for a usage of zeros, which some servers send with every chunk or an error. */
function isNothing(part: ProviderPart): boolean {
  return part.type === 'usage' && !part.promptTokens && !part.completionTokens;
}

export function openTokenAccount(prompt: Prompt): TokenAccount {
  const promptEstimate = Math.ceil(estimateTokens(promptText(prompt))) + prompt.imageTokens;
  let promptTokens: number | undefined;
  let completionTokens: number | undefined;
  let cachedTokens: number | undefined;
  let text = '';
  let thinking = '';
  let estimate = 0;
  let sent = false;
  let answered = false;
  let finish: FinishReason | undefined;
  let failed: ProviderError | undefined;

  /** Some providers repeat a running usage in every event: until the end it can lag behind what has arrived. */
  const ended = () => finish !== undefined || failed !== undefined;

  /** Zero is no valid figure once something has arrived, nor if the provider reports none. */
  const reported = () => (completionTokens === 0 && estimate > 0 ? undefined : completionTokens);

  /** Returns the provider's completion tokens after the end; before, never fewer than what has arrived. */
  const received = (ours: number) => (ended() ? (reported() ?? ours) : Math.max(completionTokens ?? 0, ours));

  function seen(): Usage {
    if (!sent && !answered) return { promptTokens: 0, completionTokens: 0 };
    return { promptTokens: promptTokens ?? promptEstimate, completionTokens: received(Math.ceil(estimate)) };
  }

  return {
    markSent() {
      sent = true;
    },
    take(part) {
      if (part.type !== 'failed' && !isNothing(part)) answered = true;
      switch (part.type) {
        case 'text':
          text += part.text;
          estimate += estimateTokens(part.text);
          return part;
        case 'thinking':
          thinking += part.text;
          estimate += estimateTokens(part.text);
          return part;
        case 'usage':
          // No prompt has zero tokens: Ollama has reported 0 for one in its cache.
          promptTokens = part.promptTokens || promptTokens;
          completionTokens = part.completionTokens ?? completionTokens;
          cachedTokens = part.cachedTokens ?? cachedTokens;
          return undefined;
        case 'reread': {
          const all = thinking + text;
          thinking = part.as === 'thinking' ? all : '';
          text = part.as === 'text' ? all : '';
          return part.as === 'text' && all !== '' ? { type: 'text', text: all } : undefined;
        }
        case 'finish':
          finish = part.reason;
          return undefined;
        case 'failed':
          failed = part.error;
          return undefined;
        default:
          return part satisfies never;
      }
    },
    get begun() {
      return text !== '' || thinking !== '';
    },
    get finish() {
      return finish;
    },
    get failed() {
      return failed;
    },
    get text() {
      return text;
    },
    get length() {
      return text.length + thinking.length;
    },
    seen,
    async settle(step, counter, broken) {
      const completion = reported();
      if (promptTokens !== undefined && completion !== undefined && ended())
        return step.finish(withCached({ promptTokens, completionTokens: completion }), 'provider');
      // A provider that fails before its first word charges nothing; one whose request is aborted has read the prompt.
      if (!answered && (broken || !sent))
        return step.finish({ promptTokens: 0, completionTokens: 0 }, 'estimated');
      if (broken) return step.progress(seen());
      const [read, counted] = await Promise.all([
        promptTokens ?? counter.count(promptText(prompt)).then((count) => count + prompt.imageTokens),
        ended() && completion !== undefined ? completion : counter.count(thinking + text),
      ]);
      await step.finish(withCached({ promptTokens: read, completionTokens: received(counted) }), 'estimated');
    },
  };

  function withCached(usage: Usage): StepUsage {
    return cachedTokens === undefined ? usage : { ...usage, cachedTokens };
  }
}
