/** Steps of the descent, and how far each goes. */
const iterations = 600;
const rate = 0.1;

/** Features of one example, and whether it is of the kind looked for (1) or not (0). */
export type LabelledExample<Name extends string> = { features: Record<Name, number>; label: number };

/**
 * Weights of features by logistic regression. Descends by Adam (Kingma and Ba 2015) on the mean loss, the whole set at a time.
 * `penalty` draws weights towards zero, so that features that say the same share what they say; `unpenalized` ones, such as a
 * constant, are left alone.
 */
export function fitLogistic<Name extends string>(
  names: readonly Name[],
  examples: readonly LabelledExample<Name>[],
  { penalty = 1, unpenalized = [] }: { penalty?: number; unpenalized?: readonly Name[] } = {},
): Record<Name, number> {
  const zero = () => Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const weights = zero();
  const first = zero();
  const second = zero();
  for (let step = 1; step <= iterations; step++) {
    const gradient = zero();
    for (const name of names)
      gradient[name] = unpenalized.includes(name) ? 0 : (penalty * weights[name]) / examples.length;
    for (const { features, label } of examples) {
      const sum = names.reduce((total, name) => total + weights[name] * features[name], 0);
      const miss = (1 / (1 + Math.exp(-sum)) - label) / examples.length;
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
