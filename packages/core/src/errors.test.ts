import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from './errors.ts';

describe('ServiceError', () => {
  it('has a stack trace only if it is an internal error', () => {
    assert.doesNotMatch(new ServiceError('insufficient_balance').stack ?? '', /\n\s+at /);
    assert.match(new ServiceError('internal_error').stack ?? '', /\n\s+at .*errors\.test\.ts/);
  });

  it('leaves the stack traces of other errors unchanged', () => {
    new ServiceError('invalid_key');
    assert.match(new Error('other').stack ?? '', /\n\s+at .*errors\.test\.ts/);
  });
});
