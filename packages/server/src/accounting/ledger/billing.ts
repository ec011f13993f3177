import type { Outcome, Settlement } from '../settlement.ts';

/**
 * Origin of a step's figures: still open; closed by settlement with the usage seen so far; reported by the provider;
 * or estimated by our own count if the provider reported none.
 */
export type StepSource = 'open' | 'seen' | 'provider' | 'estimated';

/** A provider request as recorded in the journal. */
export type JournalStep = {
  model: string;
  promptTokens: number;
  completionTokens: number;
  source: StepSource;
};

/** Reason why used tokens are not charged. */
export type UnbilledReason = 'internal_error' | 'upstream_error' | 'insufficient_balance' | 'key_disabled';

export type Bill = Settlement & { unbilledReason: UnbilledReason | undefined };

/**
 * Computes the charge of a call. Finished requests are charged; the output of an interrupted one is charged only if
 * the caller received it or ended the call:
 *
 * | outcome                                | finished steps | open steps    |
 * |----------------------------------------|----------------|---------------|
 * | ok, not_found, upstream_error          | charged        | not charged   |
 * | insufficient_balance, key_disabled     | charged        | not charged   |
 * | client_disconnected                    | charged        | what was seen |
 * | internal_error, interrupted, deadline: |                |               |
 * | … a part of the answer had been sent   | charged        | what was seen |
 * | … nothing had been sent                | not charged    | not charged   |
 *
 * All tokens are recorded; those not charged are `unbilled`, with a reason. The charge never exceeds `affordable`.
 */
export function bill(
  outcome: Outcome,
  delivered: boolean,
  steps: readonly JournalStep[],
  affordable: number,
): Bill {
  const promptTokens = steps.reduce((sum, step) => sum + step.promptTokens, 0);
  const completionTokens = steps.reduce((sum, step) => sum + step.completionTokens, 0);
  const tokens = promptTokens + completionTokens;
  const due = steps
    .filter((step) => isCharged(outcome, delivered, step.source))
    .reduce((sum, step) => sum + step.promptTokens + step.completionTokens, 0);
  const charged = Math.min(due, affordable);
  const unbilled = tokens - charged;
  return { promptTokens, completionTokens, tokens, charged, unbilled, unbilledReason: reason() };

  function reason(): UnbilledReason | undefined {
    if (unbilled === 0) return undefined;
    if (due === tokens) return 'insufficient_balance';
    return reasonNotCharged(outcome);
  }
}

function reasonNotCharged(outcome: Outcome): UnbilledReason {
  if (isOurs(outcome)) return 'internal_error';
  return outcome === 'insufficient_balance' || outcome === 'key_disabled' ? outcome : 'upstream_error';
}

/** The billing rules as data, for a database that adds up the steps itself. Every step is closed by then. */
export type BillingTerms = {
  /** Sources of the steps that are charged if a part of the answer was sent. */
  charged: StepSource[];
  /** Sources of the steps that are charged if nothing was sent. */
  chargedUndelivered: StepSource[];
  /** Reason why the remaining tokens are not charged; an insufficient balance takes precedence over it. */
  unbilledReason: UnbilledReason;
  quotaBackIfUnused: boolean;
};

export function billingTerms(outcome: Outcome): BillingTerms {
  const charged = (delivered: boolean) =>
    (['seen', 'provider', 'estimated'] as const).filter((source) => isCharged(outcome, delivered, source));
  return {
    charged: charged(true),
    chargedUndelivered: charged(false),
    unbilledReason: reasonNotCharged(outcome),
    quotaBackIfUnused: givesQuotaBack(outcome, 0),
  };
}

/**
 * Returns true if the unit of the daily quota that a call took when it was admitted is given back: it used no tokens, and an
 * upstream or this service failed, which includes deadlines and calls that an operator stopped. Any other call counts, even
 * if it used no tokens, as does an answer without a model.
 */
export function givesQuotaBack(outcome: Outcome, tokens: number): boolean {
  return tokens === 0 && (isOurs(outcome) || outcome === 'upstream_error');
}

function isCharged(outcome: Outcome, delivered: boolean, source: StepSource): boolean {
  if (isOurs(outcome)) return delivered;
  return source === 'provider' || source === 'estimated' || outcome === 'client_disconnected';
}

function isOurs(outcome: Outcome): boolean {
  return outcome === 'internal_error' || outcome === 'interrupted' || outcome === 'deadline';
}
