import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import type { Step, StepUsage, Usage } from '../accounting/meter.ts';
import type { WriterPart } from './engine.ts';
import type { ChatMessage } from './prompts/message.ts';
import type { FinishReason, ProviderError, ProviderPart } from './providers/provider.ts';
import type { TokenCounter } from './tokens/token-count.ts';

/** Input of a request: its messages, and the tokens counted for its images. */
export type Prompt = { messages(): readonly ChatMessage[]; imageTokens: number };

/** Made and joined when asked for: an answer would hold it for as long as it streams. */
export function promptText({ messages }: Pick<Prompt, 'messages'>): string {
  return messages()
    .map(({ text }) => text)
    .join('\n');
}

/** Accounting of one provider request, whatever its outcome. */
export type Account = {
  /** Notes that the request went out: who stops it from here on has used its prompt, whatever comes. */
  markSent(): void;
  /** Records a part; returns it, or the text that it proves to be, where that is meant for the reader. */
  take(part: ProviderPart): WriterPart | undefined;
  /** Text or thinking has come. */
  readonly begun: boolean;
  /** The provider has said how it ended; only a usage can still follow. */
  readonly finish: FinishReason | undefined;
  readonly failed: ProviderError | undefined;
  readonly text: string;
  /** Characters of text and thinking. */
  readonly length: number;
  /** The figures as far as they are known: the provider's where it gave one, else our running estimate. */
  seen(): Usage;
  /** Writes the figures to the journal; `broken`: it was the provider that ended the request. */
  settle(step: Step, counter: TokenCounter, broken: boolean): Promise<void>;
};

/** True for a usage of zeros, as some servers send with every chunk or with an error. */
function isNothing(part: ProviderPart): boolean {
  return part.type === 'usage' && !part.promptTokens && !part.completionTokens;
}

export function openAccount(prompt: Prompt): Account {
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

  /** Some providers repeat a running usage in every event: until they have ended, it can be behind what has come. */
  const ended = () => finish !== undefined || failed !== undefined;

  /** Zero where something has come is no figure of the provider's, as where it tells none. */
  const told = () => (completionTokens === 0 && estimate > 0 ? undefined : completionTokens);

  /** The provider's completion tokens once it has ended; before, never fewer than what has come. */
  const received = (ours: number) => (ended() ? (told() ?? ours) : Math.max(completionTokens ?? 0, ours));

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
          // There is no prompt of no tokens: Ollama has told 0 of one that it had in its cache.
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
      const completion = told();
      if (promptTokens !== undefined && completion !== undefined && ended())
        return step.finish(withCached({ promptTokens, completionTokens: completion }), 'provider');
      // A provider that fails before its first word bills nothing; one that is left has read the prompt.
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
