/** The rules that hold between any two transactions. */
export const invariants = {
  I1: 'what is charged and held is never more than what was granted',
  I2: 'granted and charged are the sums of the ledger',
  I3: 'held is the sum of the running calls’ holds',
  I4: 'a call’s tokens are its steps’, and are charged or unbilled',
  I5: 'the daily usage is the sum of the calls',
  I6: 'the quota used on a day is that day’s calls without the ones given back',
  I7: 'the ledger’s chain of hashes is whole',
} as const;

/** A place where a rule does not hold. */
export type Drift = {
  invariant: keyof typeof invariants;
  keyId: string;
  /** Which row: a ledger number, a call, a day. */
  where: string;
  expected: string;
  found: string;
};

/** What was checked, and every place where the books do not balance. */
export type LedgerReport = { keys: number; calls: number; entries: number; drifts: Drift[] };
