import type { Token } from './reading/tokens.ts';

/** Position where two texts differ: what one has and what the other has instead; either may be empty. */
export type Difference = { claim: Token[]; evidence: Token[] };

export type TokenAlignment = {
  /** Share of the claim's tokens that occur in the evidence in the same order, 0 to 1. */
  shared: number;
  /** Differences within the common part, in order. */
  differences: Difference[];
  /** Pairs of matching tokens of claim and evidence, in order. */
  pairs: [claim: Token, evidence: Token][];
};

/** Maximum cells of the comparison table: half a megabyte and a millisecond. */
const cellsMax = 200_000;

/**
 * Computes the longest common subsequence of two token lists and their differences; returns undefined if they are too
 * long.
 */
export function alignTokens(claim: readonly Token[], evidence: readonly Token[]): TokenAlignment | undefined {
  const [rows, columns] = [claim.length, evidence.length];
  if (rows === 0 || columns === 0 || rows * columns > cellsMax) return undefined;
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    const stem = claim[row]?.stem;
    for (let column = columns - 1; column >= 0; column--)
      lengths[row * width + column] =
        stem === evidence[column]?.stem
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  }
  const differences: Difference[] = [];
  const pairs: TokenAlignment['pairs'] = [];
  let open: Difference = { claim: [], evidence: [] };
  let [row, column, shared] = [0, 0, 0];
  const close = () => {
    // Evidence before the first and after the last common word is context, unless the claim has its own words there.
    if (shared === 0) open.evidence = open.claim.length === 0 ? [] : open.evidence.slice(-open.claim.length);
    if (open.claim.length + open.evidence.length > 0) differences.push(open);
    open = { claim: [], evidence: [] };
  };
  while (row < rows && column < columns) {
    const [one, other] = [claim[row], evidence[column]];
    if (one && other && one.stem === other.stem && at(row, column) === at(row + 1, column + 1) + 1) {
      close();
      pairs.push([one, other]);
      shared++;
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      if (one) open.claim.push(one);
      row++;
    } else {
      if (other) open.evidence.push(other);
      column++;
    }
  }
  if (row < rows) open.claim.push(...claim.slice(row));
  if (open.claim.length > 0) {
    open.evidence.push(
      ...evidence.slice(column, column + Math.max(0, open.claim.length - open.evidence.length)),
    );
    close();
  }
  return { shared: shared / rows, differences, pairs };
}
