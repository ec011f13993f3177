import { checkerModel, type Tree } from './model.ts';

export type Verdict = 'supported' | 'deviates' | 'undetermined';
export type Probabilities = Record<Verdict, number>;

/**
 * Estimates the probabilities of the three classes for a sentence with these features, which add up to 1. Training
 * weighs the classes of its claims equally, unlike their real frequencies; "supported" is weighed so that it exceeds
 * one half exactly where training found it worthwhile.
 */
export function classify(values: ArrayLike<number>): Probabilities {
  const { trees, threshold } = checkerModel();
  const score = (list: readonly Tree[]) => list.reduce((sum, tree) => sum + leafOf(tree, values), 0);
  const scores = [score(trees.supported), score(trees.deviates), score(trees.undetermined)];
  const top = Math.max(...scores);
  const [supported = 0, deviates = 0, undetermined = 0] = scores.map((each) => Math.exp(each - top));
  const weighed = (supported * (1 - threshold)) / threshold;
  const sum = weighed + deviates + undetermined;
  return { supported: weighed / sum, deviates: deviates / sum, undetermined: undetermined / sum };
}

function leafOf(tree: Tree, values: ArrayLike<number>): number {
  let node = 0;
  for (;;) {
    const [feature = -1, threshold = 0] = [tree[node], tree[node + 1]];
    if (feature < 0) return threshold;
    node = ((values[feature] ?? 0) <= threshold ? tree[node + 2] : tree[node + 3]) ?? 0;
  }
}
