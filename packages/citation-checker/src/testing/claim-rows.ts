import type { Verdict } from '../check.ts';

/** Sentence about an invented abstract, with its permitted verdicts. */
export type InventedClaim<Abstract extends string> = {
  abstract: Abstract;
  sentence: string;
  /** `not supported` and `not accused` leave the other two open. */
  verdict: Verdict | 'not supported' | 'not accused';
};

export type ClaimRow<Abstract extends string> = readonly [
  abstract: Abstract,
  sentence: string,
  verdict: InventedClaim<Abstract>['verdict'],
];

/** Returns the claims of a table of them. */
export function toClaims<Abstract extends string>(
  rows: readonly ClaimRow<Abstract>[],
): readonly InventedClaim<Abstract>[] {
  return rows.map(([abstract, sentence, verdict]) => ({ abstract, sentence, verdict }));
}
