import type { CheckedClaim } from './judged-claim.ts';

/** Verdicts whose confidence lies in one tenth, and the share of them that are right. */
export type ReliabilityBin = {
  verdict: 'supported' | 'deviates';
  /** Lower end of the tenth. */
  from: number;
  verdicts: number;
  confidence: number;
  right: number;
};

/**
 * Compares stated confidence with the share of right verdicts, by tenths (Guo et al. 2017, "On calibration of modern neural
 * networks"). Verdicts without a confidence are left out: null promises nothing.
 */
export function reliability(checked: readonly CheckedClaim[]): ReliabilityBin[] {
  const bins = Map.groupBy(
    checked.flatMap(({ claim, check: { verdict, confidence } }) =>
      confidence === null || (verdict !== 'supported' && verdict !== 'deviates')
        ? []
        : [{ verdict, confidence, right: claim.holds === (verdict === 'supported') }],
    ),
    ({ verdict, confidence }) => `${verdict} ${Math.min(9, Math.floor(confidence * 10))}`,
  );
  return [...bins]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, members]) => {
      const [verdict, tenth] = key.split(' ') as [ReliabilityBin['verdict'], string];
      const mean = (of: (member: (typeof members)[number]) => number) =>
        members.reduce((sum, member) => sum + of(member), 0) / members.length;
      return {
        verdict,
        from: Number(tenth) / 10,
        verdicts: members.length,
        confidence: mean(({ confidence }) => confidence),
        right: mean(({ right }) => Number(right)),
      };
    });
}
