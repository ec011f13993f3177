import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classify } from '../packages/citation-checker/src/classifier/classify.ts';
import { featureNames } from '../packages/citation-checker/src/classifier/features.ts';
import { checkerModel } from '../packages/citation-checker/src/classifier/model.ts';
import { boost, leafOf } from './boosting.ts';

describe('the classifier of citation checks', () => {
  it('reads the features that the shipped model was trained on', () => {
    const model = checkerModel();
    assert.deepEqual(model.features, featureNames);
    const shares = classify(new Float64Array(featureNames.length));
    assert.ok(Math.abs(shares.supported + shares.deviates + shares.undetermined - 1) < 1e-9);
    for (const trees of Object.values(model.trees)) assert.ok(trees.length > 0);
  });
});

describe('boosted trees', () => {
  it('learn what no single feature tells', () => {
    const rows = Array.from({ length: 400 }, (_, index) => {
      const values = [(index % 20) / 20, (Math.floor(index / 20) % 20) / 20, (index % 7) / 7];
      const label = Number((values[0] ?? 0) > 0.5 !== (values[1] ?? 0) > 0.5);
      return { values, label, weight: 1 };
    });
    const trees = boost(rows, {
      classes: 2,
      rounds: 30,
      depth: 2,
      rate: 0.3,
      leafMin: 5,
      shrinkage: 1,
      rowShare: 1,
      featureShare: 1,
      runs: 1,
    });
    const right = rows.filter(({ values, label }) => {
      const scores = trees.map((list) => list.reduce((sum, tree) => sum + leafOf(tree, values), 0));
      return Number((scores[1] ?? 0) > (scores[0] ?? 0)) === label;
    });
    assert.ok(right.length >= 380, `${right.length}`);
  });
});
