import { readFileSync } from 'node:fs';

/** A regression tree as numbers: feature, threshold, left, right of each node; a leaf is −1, value, 0, 0. */
export type Tree = number[];

/** Model trained by `npm run eval -- train-checker`. */
export type CheckerModel = {
  /** Training data and its licences. */
  source: string;
  features: readonly string[];
  /** Boosted trees by verdict. */
  trees: { supported: Tree[]; deviates: Tree[]; undetermined: Tree[] };
  /** Share above which a claim counts as supported. */
  threshold: number;
  /** Inverse document frequencies by stem. */
  weights: ReadonlyMap<string, number>;
};

/** Lines of the file: one of what holds for all of it, one a tree, one of the stems with their weights. */
export type ModelLine =
  | Pick<CheckerModel, 'source' | 'features' | 'threshold'>
  | { verdict: keyof CheckerModel['trees']; tree: Tree }
  | { weights: Record<string, number> };

let loaded: CheckerModel | undefined;

/** The shipped model, read once. */
export function checkerModel(): CheckerModel {
  loaded ??= readModel(readFileSync(new URL('./model.jsonl', import.meta.url), 'utf8'));
  return loaded;
}

/** For training: what is read from now on is this. */
export function useModel(lines: readonly ModelLine[]): void {
  loaded = readModel(lines.map((line) => JSON.stringify(line)).join('\n'));
}

function readModel(text: string): CheckerModel {
  const trees: CheckerModel['trees'] = { supported: [], deviates: [], undetermined: [] };
  const model = {
    source: '',
    features: [] as readonly string[],
    threshold: 0.5,
    trees,
    weights: new Map<string, number>(),
  };
  for (const line of text.trimEnd().split('\n')) {
    const read = JSON.parse(line) as ModelLine;
    if ('tree' in read) trees[read.verdict].push(read.tree);
    else if ('weights' in read) model.weights = new Map(Object.entries(read.weights));
    else Object.assign(model, read);
  }
  return model;
}
