import type { StepKind } from '@citewell/sdk';

/** Tokens as counted by the provider. Unknown counts are undefined, never zero. */
export type Usage = { promptTokens: number; completionTokens: number };

/** Usage of a finished step. */
export type StepUsage = Usage & {
  /** Tokens of the prompt that the provider served from its cache; absent if not reported. */
  cachedTokens?: number;
};

/** A provider request to be sent. */
export type StepIntent = {
  kind: StepKind;
  provider: string;
  model: string;
  /** Maximum number of tokens of this request, prompt and completion together. */
  hold: number;
  /** Minimum number of tokens with which the request is still useful, if it can be shortened to fit the balance. */
  minimumHold?: number;
};

/** Work of our own that is finished and has a price; `hold` is the most that it could have cost. */
export type RecordedStep = Omit<StepIntent, 'minimumHold'> & { usage: Usage };

/** A journalled provider request. Exactly one of `finish` or the settlement of the whole call closes it. */
export type Step = {
  /** Tokens held for the step: the hold of its intent, or less, down to `minimumHold`. */
  readonly hold: number;
  /**
   * Records the usage seen so far, in case the process crashes or the client disconnects. Cheap: kept in memory and
   * written in batches.
   */
  progress(seen: Usage): void;
  /** Closes the step with the provider's figures, or with our own count if it reported none. */
  finish(usage: StepUsage, source: 'provider' | 'estimated'): Promise<void>;
};

/**
 * Opens a journal entry before every provider request, retries included.
 * @throws {ServiceError} `insufficient_balance` if the balance is too low for the step.
 * @example
 * const step = await meter.openStep({ kind: 'write', provider: 'openai', model: 'gpt', hold: 4_000 });
 * await step.finish({ promptTokens: 1_200, completionTokens: 300 }, 'provider');
 */
export interface Meter {
  /** Journals a request to a model and holds its tokens. */
  openStep(intent: StepIntent): Promise<Step>;
}

/** Counts tokens and rejects nothing: for entry points without billing, such as the operator's CLI. */
export function countingMeter(): Meter & { total(): Usage } {
  const total = { promptTokens: 0, completionTokens: 0 };
  return {
    async openStep({ hold }) {
      return {
        hold,
        progress() {},
        async finish(usage) {
          total.promptTokens += usage.promptTokens;
          total.completionTokens += usage.completionTokens;
        },
      };
    },
    total: () => ({ ...total }),
  };
}
