import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from './errors.ts';

describe('a failure the caller may see', () => {
  it('knows where it was thrown only where it is ours to mend', () => {
    assert.doesNotMatch(new ServiceError('insufficient_balance').stack ?? '', /\n\s+at /);
    assert.match(new ServiceError('internal_error').stack ?? '', /\n\s+at .*errors\.test\.ts/);
  });

  it('leaves the stacks of other errors as they are', () => {
    new ServiceError('invalid_key');
    assert.match(new Error('other').stack ?? '', /\n\s+at .*errors\.test\.ts/);
  });
});
