import type { UnbilledReason } from '../../accounting/ledger/billing.ts';
import type { Outcome } from '../../accounting/settlement.ts';

/** Expected outcome of a call. */
export type Expected = Refused | Settled;

/** Rejected by a guard: nothing is recorded. The code's figures are filled in by the test. */
export type Refused = { refused: 'insufficient_balance' | 'key_disabled' };

export type Settled = {
  outcome: Outcome;
  /**
   * Share of the used tokens that is charged. `if delivered`: all of them if part of the answer had been sent,
   * otherwise none.
   */
  charged: 'everything' | 'what finished' | 'nothing' | 'the balance' | 'if delivered';
  reason?: UnbilledReason;
  /** Reply to a caller who stays. */
  reads: 'a synthesis' | 'quotations' | 'a rejection' | 'a part' | 'a rejection or a part' | 'nothing';
};

export const ok: Settled = { outcome: 'ok', charged: 'everything', reads: 'a synthesis' };
export const quoted: Settled = { ...ok, reads: 'quotations' };
export const brokeOff: Settled = {
  outcome: 'upstream_error',
  charged: 'what finished',
  reason: 'upstream_error',
  reads: 'a part',
};
/** The provider broke off, and reported the cost. */
export const brokeOffPaid: Settled = { outcome: 'upstream_error', charged: 'everything', reads: 'a part' };
export const clientDisconnected: Settled = {
  outcome: 'client_disconnected',
  charged: 'everything',
  reads: 'nothing',
};
export const internalError: Settled = {
  outcome: 'internal_error',
  charged: 'nothing',
  reason: 'internal_error',
  reads: 'a rejection',
};
export const timedOut: Settled = {
  outcome: 'deadline',
  charged: 'if delivered',
  reason: 'internal_error',
  reads: 'a rejection or a part',
};

/** Expected outcome of a call on its endpoint: if the model breaks off in a collected reply, quotations replace it. */
export function expectedOn(endpoint: 'ask' | 'ask_stream', expected: Expected): Expected {
  if ('refused' in expected || expected.reads !== 'a part' || endpoint === 'ask_stream') return expected;
  return { ...expected, outcome: 'ok', reads: 'quotations' };
}
