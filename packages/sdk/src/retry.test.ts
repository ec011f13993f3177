import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError } from './errors.ts';
import { retryDelayMs } from './retry.ts';

const retryable = (retryAfterMs?: number) => new ConnectionError('', { retryable: true, retryAfterMs });

test('the wait doubles from 0.5 s up to 8 s', () => {
  const waits = Array.from({ length: 7 }, (_, attempt) => retryDelayMs(retryable(), attempt, 9, () => 0));
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

test('the wait has a jitter of a quarter: downwards, or upwards if the service gives a time', () => {
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

test('there is no attempt after the last, none that cannot help, and none after a wait of over a minute', () => {
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
