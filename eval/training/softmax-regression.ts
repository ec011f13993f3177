/** Number of steps of the ascent, by default, and the size of each. */
const iterations = 400;
const defaultRate = 10;

/** Candidates among which one, or one of several, is right, and what to add to the score of each, by default 0. */
export type ChoiceExample<Name extends string> = {
  candidates: readonly Readonly<Record<Name, number>>[];
  right: readonly boolean[];
  offsets?: readonly number[];
};

/** Maximizes the mean log-likelihood that the right candidates have, by a softmax over those of each example. */
export function fitSoftmax<Name extends string>(
  names: readonly Name[],
  examples: readonly ChoiceExample<Name>[],
  rate = defaultRate,
): Record<Name, number> {
  const zero = () => Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const weights = zero();
  for (let step = 0; step < iterations; step++) {
    const gradient = zero();
    for (const example of examples) {
      const scores = scoresOf(example, weights);
      const highest = Math.max(...scores);
      const shares = scores.map((score) => Math.exp(score - highest));
      const among = (isCounted: (at: number) => boolean) => {
        const counted = shares.map((share, at) => (isCounted(at) ? share : 0));
        const sum = counted.reduce((total, share) => total + share, 0) || 1;
        return (name: Name) =>
          example.candidates.reduce((total, each, at) => total + (each[name] * (counted[at] ?? 0)) / sum, 0);
      };
      const [right, expected] = [among((at) => example.right[at] === true), among(() => true)];
      for (const name of names) gradient[name] += (right(name) - expected(name)) / examples.length;
    }
    for (const name of names) weights[name] += rate * gradient[name];
  }
  return weights;
}

/** Returns the place of the best right candidate by these scores, 0 for the first. */
export function placeOfRight(right: readonly boolean[], scores: readonly number[]): number {
  const best = Math.max(...scores.filter((_, at) => right[at]));
  return scores.filter((score) => score > best).length;
}

/** Returns the scores of the candidates by these weights. */
export function scoresOf<Name extends string>(
  { candidates, offsets }: ChoiceExample<Name>,
  weights: Readonly<Record<Name, number>>,
): number[] {
  return candidates.map((each, at) => {
    let score = offsets?.[at] ?? 0;
    for (const name in weights) score += weights[name] * each[name];
    return score;
  });
}
