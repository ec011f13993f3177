/**
 * Computes the probability, 0 to 1, that a logistic regression gives to features.
 *
 * @param weights Weight of each feature; others in `features` do not count.
 * @example
 * ```ts
 * logisticProbability({ coverage: 2 }, { coverage: 0.5 }, -1); // 0.5
 * ```
 */
export function logisticProbability<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  features: Readonly<Record<NoInfer<Name>, number>>,
  intercept = 0,
): number {
  let sum = intercept;
  for (const name in weights) sum += weights[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}
