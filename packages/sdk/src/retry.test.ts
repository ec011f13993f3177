import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError } from './errors.ts';
import { retryDelayMs } from './retry.ts';

const retryable = (retryAfterMs?: number) => new ConnectionError('', { retryable: true, retryAfterMs });

test('the delay doubles from 0.5 s to 8 s', () => {
  const waits = Array.from({ length: 7 }, (_, attempt) => retryDelayMs(retryable(), attempt, 9, () => 0));
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

test('the delay has a jitter of a quarter: shorter, or longer if the service gives a time', () => {
  assert.equal(
    retryDelayMs(retryable(), 0, 2, () => 1),
    375,
  );
  assert.equal(
    retryDelayMs(retryable(1000), 0, 2, () => 0),
    1000,
  );
  assert.equal(
    retryDelayMs(retryable(1000), 0, 2, () => 1),
    1250,
  );
});

test('no attempt follows the last, a permanent error or a delay above a minute', () => {
  assert.equal(
    retryDelayMs(retryable(), 2, 2, () => 0),
    undefined,
  );
  assert.equal(
    retryDelayMs(new ConnectionError(''), 0, 2, () => 0),
    undefined,
  );
  assert.equal(
    retryDelayMs(retryable(60_001), 0, 2, () => 0),
    undefined,
  );
});
