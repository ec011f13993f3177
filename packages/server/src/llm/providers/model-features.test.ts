import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createModelFeatures, type ModelFeatures } from './model-features.ts';

describe('the features discovered for a model', () => {
  let now: number;
  let features: ModelFeatures;
  beforeEach(() => {
    now = 0;
    features = createModelFeatures(['schema', 'json', 'text'], { now: () => now });
  });

  it('start with the best form, which is confirmed by the first reply', () => {
    assert.deepEqual([features.form('m'), features.known('m')], ['schema', undefined]);
    features.noteReply('m', 'schema');
    assert.equal(features.known('m'), 'schema');
    assert.equal(features.known('another'), undefined);
  });

  it('drop a form once, however many requests failed with it, and never the last one', () => {
    assert.equal(features.stepDown('m', 'schema'), true);
    assert.equal(features.stepDown('m', 'schema'), true);
    assert.equal(features.form('m'), 'json');
    // A reply to a request that was sent earlier.
    features.noteReply('m', 'schema');
    assert.equal(features.known('m'), undefined);
    features.stepDown('m', 'json');
    assert.equal(features.stepDown('m', 'text'), false);
    assert.equal(features.form('m'), 'text');
  });

  it('expire after six hours, separately per model', () => {
    features.stepDown('m', 'schema');
    features.refuse('m', 'temperature');
    features.noteThought('m');
    now = 6 * 3_600_000 - 1;
    features.refuse('late', 'temperature');
    assert.deepEqual(
      [features.form('m'), features.isRefused('m', 'temperature'), features.opensInThought('m')],
      ['json', true, true],
    );
    now += 1;
    assert.deepEqual(
      [features.form('m'), features.isRefused('m', 'temperature'), features.opensInThought('m')],
      ['schema', false, false],
    );
    assert.equal(features.isRefused('late', 'temperature'), true);
  });
});
