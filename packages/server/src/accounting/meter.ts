import type { StepKind } from '@citewell/sdk';

/** Tokens as the provider counts them. Unknown is undefined, never zero. */
export type Usage = { promptTokens: number; completionTokens: number };

/** Usage of a finished step. */
export type StepUsage = Usage & {
  /** Tokens of the prompt that the provider served from its cache; absent if it does not say. */
  cachedTokens?: number;
};

/** One provider request about to be made. */
export type StepIntent = {
  kind: StepKind;
  provider: string;
  model: string;
  /** The most tokens, prompt and completion together, that this request can cost. */
  hold: number;
  /** Fewest tokens with which the request is still of use, if it can be cut to what the balance allows. */
  minimumHold?: number;
};

/** Work of our own that is done and has a price; `hold` is the most that it could have cost. */
export type RecordedStep = Omit<StepIntent, 'minimumHold'> & { usage: Usage };

/** A journalled provider request. Exactly one of `finish` or the settlement of the whole call closes it. */
export type Step = {
  /** Tokens held for it: the hold of its intent, or less, down to `minimumHold`. */
  readonly hold: number;
  /**
   * Records the usage seen so far, in case the process crashes or the client disconnects. Cheap: kept in memory and
   * written in batches.
   */
  progress(seen: Usage): void;
  /** The provider's own figures, or our count where it gave none. */
  finish(usage: StepUsage, source: 'provider' | 'estimated'): Promise<void>;
};

/**
 * Opens a journal entry before every provider request, retries included.
 * @throws {ServiceError} `insufficient_balance` if the balance is too low for the step.
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
