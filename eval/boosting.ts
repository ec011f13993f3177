import { seededRandom } from '../packages/simulators/src/random.ts';

/** One row to learn from: features, the class it belongs to, and how much it counts. */
export type Row = { values: ArrayLike<number>; label: number; weight: number };

export type BoostingOptions = {
  classes: number;
  rounds: number;
  depth: number;
  rate: number;
  /** Least weight of a leaf, in rows of average weight. */
  leafMin: number;
  /** Pulls leaf values towards 0. */
  shrinkage: number;
  /** Which share of the rows and of the features a tree may look at, 0 to 1: trees that see less agree less by chance. */
  rowShare: number;
  featureShare: number;
  /** How many runs, each on samples of its own, are averaged: what one run owes to chance the others do not. */
  runs: number;
};

const bins = 48;

/**
 * Gradient-boosted regression trees under the multinomial deviance (Friedman 2001), each grown on a sample of the rows
 * (Friedman 2002) and of the features, over quantile bins. Deterministic.
 * Returns for each class its trees as numbers: feature, threshold, left, right of each node; a leaf is −1, value, 0, 0.
 */
export function boost(rows: readonly Row[], options: BoostingOptions): number[][][] {
  const runs = Array.from({ length: options.runs }, (_, run) =>
    boostOnce(rows, options, seededRandom(run + 1)),
  );
  return Array.from({ length: options.classes }, (_, label) =>
    runs.flatMap((trees) => (trees[label] ?? []).map((tree) => scaled(tree, 1 / options.runs))),
  );
}

/** A tree whose leaves count a share of what they did. */
function scaled(tree: readonly number[], share: number): number[] {
  return tree.map((value, at) => (at % 4 === 1 && tree[at - 1] === -1 ? round(value * share) : value));
}

function boostOnce(rows: readonly Row[], options: BoostingOptions, random: () => number): number[][][] {
  const { classes, rounds, rowShare, featureShare } = options;
  const features = rows[0]?.values.length ?? 0;
  const cuts = Array.from({ length: features }, (_, feature) =>
    quantiles(rows.map(({ values }) => values[feature] ?? 0)),
  );
  const binned = Array.from({ length: features }, (_, feature) =>
    Uint8Array.from(rows, ({ values }) => binOf(cuts[feature] ?? [], values[feature] ?? 0)),
  );
  const mean = rows.reduce((sum, { weight }) => sum + weight, 0) / rows.length;
  const weights = Float64Array.from(rows, ({ weight }) => weight / mean);
  const scores = Array.from({ length: classes }, () => new Float64Array(rows.length));
  const trees: number[][][] = Array.from({ length: classes }, () => []);
  for (let round = 0; round < rounds; round++) {
    const shares = softmax(scores, rows.length);
    for (let label = 0; label < classes; label++) {
      const gradient = new Float64Array(rows.length);
      const curvature = new Float64Array(rows.length);
      for (let row = 0; row < rows.length; row++) {
        const share = shares[label]?.[row] ?? 0;
        const weight = weights[row] ?? 0;
        gradient[row] = weight * (Number(rows[row]?.label === label) - share);
        curvature[row] = weight * share * (1 - share);
      }
      const tree: number[] = [];
      const sample = Uint32Array.from(rows, (_, index) => index).filter(() => random() < rowShare);
      const seen = binned.map((bin) => (random() < featureShare ? bin : undefined));
      grow(tree, sample, options.depth, { binned: seen, cuts, gradient, curvature, options });
      for (let row = 0; row < rows.length; row++)
        (scores[label] as Float64Array)[row] =
          (scores[label]?.[row] ?? 0) + leafOf(tree, rows[row]?.values ?? []);
      trees[label]?.push(tree);
    }
  }
  return trees;
}

type Growing = {
  /** By feature; undefined where this tree does not look at it. */
  binned: (Uint8Array | undefined)[];
  cuts: number[][];
  gradient: Float64Array;
  curvature: Float64Array;
  options: BoostingOptions;
};

/** Appends the node for these rows and everything below it; returns where it stands. */
function grow(tree: number[], rows: Uint32Array, depth: number, growing: Growing): number {
  const { binned, cuts, gradient, curvature, options } = growing;
  const at = tree.length;
  tree.push(-1, 0, 0, 0);
  const total = sums(rows, gradient, curvature);
  const gainOf = (g: number, h: number) => (g * g) / (h + options.shrinkage);
  let best: { feature: number; bin: number; gain: number } | undefined;
  if (depth > 0)
    for (const [feature, bin] of binned.entries()) {
      if (!bin) continue;
      const g = new Float64Array(bins + 1);
      const h = new Float64Array(bins + 1);
      const n = new Float64Array(bins + 1);
      for (const row of rows) {
        const index = bin[row] ?? 0;
        g[index] = (g[index] ?? 0) + (gradient[row] ?? 0);
        h[index] = (h[index] ?? 0) + (curvature[row] ?? 0);
        n[index] = (n[index] ?? 0) + 1;
      }
      let [gLeft, hLeft, nLeft] = [0, 0, 0];
      for (let cut = 0; cut < (cuts[feature]?.length ?? 0); cut++) {
        gLeft += g[cut] ?? 0;
        hLeft += h[cut] ?? 0;
        nLeft += n[cut] ?? 0;
        if (nLeft < options.leafMin || rows.length - nLeft < options.leafMin) continue;
        const gain =
          gainOf(gLeft, hLeft) + gainOf(total.g - gLeft, total.h - hLeft) - gainOf(total.g, total.h);
        if (gain > 1e-6 && (!best || gain > best.gain)) best = { feature, bin: cut, gain };
      }
    }
  if (!best) {
    tree[at + 1] = round((options.rate * total.g) / (total.h + options.shrinkage));
    return at;
  }
  const { feature, bin } = best;
  const goesLeft = (row: number) => (binned[feature]?.[row] ?? 0) <= bin;
  tree[at] = feature;
  tree[at + 1] = cuts[feature]?.[bin] ?? 0;
  tree[at + 2] = grow(tree, rows.filter(goesLeft), depth - 1, growing);
  tree[at + 3] = grow(
    tree,
    rows.filter((row) => !goesLeft(row)),
    depth - 1,
    growing,
  );
  return at;
}

function sums(rows: Uint32Array, gradient: Float64Array, curvature: Float64Array): { g: number; h: number } {
  let [g, h] = [0, 0];
  for (const row of rows) {
    g += gradient[row] ?? 0;
    h += curvature[row] ?? 0;
  }
  return { g, h };
}

export function leafOf(tree: readonly number[], values: ArrayLike<number>): number {
  let node = 0;
  while ((tree[node] ?? -1) >= 0)
    node = ((values[tree[node] ?? 0] ?? 0) <= (tree[node + 1] ?? 0) ? tree[node + 2] : tree[node + 3]) ?? 0;
  return tree[node + 1] ?? 0;
}

function softmax(scores: readonly Float64Array[], rows: number): Float64Array[] {
  const shares = scores.map(() => new Float64Array(rows));
  for (let row = 0; row < rows; row++) {
    const exponentials = scores.map((each) => Math.exp(each[row] ?? 0));
    const sum = exponentials.reduce((one, other) => one + other, 0);
    for (const [label, value] of exponentials.entries()) (shares[label] as Float64Array)[row] = value / sum;
  }
  return shares;
}

/** Thresholds between the bins of a feature: at most 48, of the precision the file keeps. */
function quantiles(values: readonly number[]): number[] {
  const sorted = [...values].sort((one, other) => one - other);
  const cuts = new Set<number>();
  for (let cut = 1; cut < bins; cut++) {
    const at = Math.floor((cut * sorted.length) / bins);
    const [below, above] = [sorted[at - 1] ?? 0, sorted[at] ?? 0];
    cuts.add(round((below + above) / 2));
  }
  return [...cuts].sort((one, other) => one - other);
}

function binOf(cuts: readonly number[], value: number): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (cuts[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
