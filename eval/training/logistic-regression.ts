/** Number of steps of the descent, and the size of each. */
const iterations = 600;
const rate = 0.1;

/** Features of one example, its class, positive (1) or negative (0), and how often it counts, by default once. */
export type LabeledExample<Name extends string> = {
  features: Record<Name, number>;
  label: number;
  weight?: number;
};

/**
 * Fits the weights of features by logistic regression, by Adam (Kingma and Ba 2015) on the mean loss of the whole set.
 * `penalty` draws weights towards zero, so that correlated features share their weight; `unpenalized` ones, such as a
 * constant, are exempt.
 */
export function fitLogistic<Name extends string>(
  names: readonly Name[],
  examples: readonly LabeledExample<Name>[],
  { penalty = 1, unpenalized = [] }: { penalty?: number; unpenalized?: readonly Name[] } = {},
): Record<Name, number> {
  const total = examples.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const zero = () => Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const weights = zero();
  const first = zero();
  const second = zero();
  for (let step = 1; step <= iterations; step++) {
    const gradient = zero();
    for (const name of names)
      gradient[name] = unpenalized.includes(name) ? 0 : (penalty * weights[name]) / total;
    for (const { features, label, weight = 1 } of examples) {
      const sum = names.reduce((all, name) => all + weights[name] * features[name], 0);
      const miss = ((1 / (1 + Math.exp(-sum)) - label) * weight) / total;
      for (const name of names) gradient[name] += miss * features[name];
    }
    for (const name of names) {
      first[name] = 0.9 * first[name] + 0.1 * gradient[name];
      second[name] = 0.999 * second[name] + 0.001 * gradient[name] ** 2;
      const mean = first[name] / (1 - 0.9 ** step);
      weights[name] -= (rate * mean) / (Math.sqrt(second[name] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}
